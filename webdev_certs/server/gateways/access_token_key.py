"""The key that signs access tokens: ES256, which is ECDSA with P-256 and SHA-256 (RFC 7518 §3.4).

Credentials are signed with other keys (`credential_keys.py`).
"""

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from pydantic import SecretStr

from webdev_certs.shared.secret_files import read_or_create

ALGORITHM = "ES256"
_OTHER_SUPPORTED = "RS256"
"""Another algorithm that clients may send. This key never signs with it, so no such signature is valid."""
_VERIFIED_TOKENS = 4096


class SigningKey:
    """Signs access tokens, verifies them, and publishes the public key (`SIGNING_KEY`).

    Attributes:
        kid: The public key's thumbprint (RFC 7638), which every token's header carries.
    """

    def __init__(self, key: ec.EllipticCurvePrivateKey) -> None:
        if not isinstance(key.curve, ec.SECP256R1):
            raise ValueError("the signing key must be on curve P-256")
        self._private = key
        self._public = key.public_key()
        numbers = self._public.public_numbers()
        # Exactly these members, in this order, without white space (RFC 7638 §3.2).
        self._jwk = {"crv": "P-256", "kty": "EC", "x": _coordinate(numbers.x), "y": _coordinate(numbers.y)}
        canonical = json.dumps(self._jwk, separators=(",", ":")).encode()
        self.kid = _base64url(hashlib.sha256(canonical).digest())
        # The same token comes with every call of an attempt: checking it takes 0.1 ms, and 0.0003 ms from the
        # cache. The check does not depend on the time, and failures are not cached.
        self._verified = lru_cache(_VERIFIED_TOKENS)(self._verify)

    @classmethod
    def from_pem(cls, pem: str) -> Self:
        r"""Read an unencrypted PEM; newlines may be written as `\n`, as in one-line variables.

        Raises:
            ValueError: It is not a private key on curve P-256.
        """
        try:
            key = load_pem_private_key(pem.replace("\\n", "\n").encode(), password=None)
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise ValueError("the signing key is not an unencrypted PEM private key") from None
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError("the signing key must be on curve P-256")
        return cls(key)

    @classmethod
    def generate(cls) -> Self:
        """Make a new key."""
        return cls(ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def load_or_create(cls, path: Path) -> Self:
        """Read the key at `path`, or make it, readable only by the file's owner.

        Raises:
            ValueError: The file holds no such key.
            OSError: The file can neither be read nor made.
        """
        return cls.from_pem(read_or_create(path, lambda: cls.generate().pem()))

    @classmethod
    def configured(cls, pem: SecretStr | None, data_dir: Path) -> Self:
        """Return the key of the settings, or without one the key that is created once in `data_dir`.

        Raises:
            ValueError, OSError: As `from_pem` and `load_or_create`.
        """
        if pem is None:
            return cls.load_or_create(data_dir / "signing-key.pem")
        return cls.from_pem(pem.get_secret_value())

    def pem(self) -> str:
        """Return the private key as an unencrypted PKCS #8 PEM."""
        return self._private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()

    def derive(self, purpose: str) -> bytes:
        """Return a secret for another purpose, which does not reveal the key (HKDF, RFC 5869)."""
        private = self._private.private_numbers().private_value.to_bytes(32, "big")
        return HKDF(SHA256(), length=32, salt=None, info=purpose.encode()).derive(private)

    def jwks(self) -> dict[str, list[dict[str, str]]]:
        """Return the public key as a JSON Web Key Set (RFC 7517 §5)."""
        return {"keys": [{**self._jwk, "alg": ALGORITHM, "use": "sig", "kid": self.kid}]}

    def sign(self, claims: Mapping[str, Any]) -> str:
        """Return the claims as a signed token; `exp` and `iat` are whole seconds since 1970."""
        return jwt.encode(dict(claims), self._private, ALGORITHM, headers={"kid": self.kid})

    def decode(
        self, token: str, *, audience: str, issuer: str, require: Sequence[str] = ()
    ) -> Mapping[str, Any]:
        """Return the claims of a token that this key signed for `audience` in the name of `issuer`.

        Does not check the times: the caller has the clock.

        Raises:
            jwt.InvalidSignatureError: Another key signed it, also with RS256, or it was altered.
            jwt.InvalidAlgorithmError: Its header names another algorithm than ES256 or RS256.
            jwt.InvalidTokenError: It is malformed, for another service, or lacks a claim in `require`.
        """
        return self._verified(token, audience, issuer, tuple(require))

    def _verify(self, token: str, audience: str, issuer: str, require: tuple[str, ...]) -> Mapping[str, Any]:
        if jwt.get_unverified_header(token).get("alg") == _OTHER_SUPPORTED:
            raise jwt.InvalidSignatureError("This key signs with another algorithm")
        decoded = jwt.decode_complete(
            token,
            self._public,
            algorithms=[ALGORITHM],
            audience=audience,
            issuer=issuer,
            options={
                "require": ["aud", "iss", *require],
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
            },
        )
        if decoded["header"].get("kid") != self.kid:
            raise jwt.InvalidTokenError("The token names another key")
        return MappingProxyType(decoded["payload"])


def _coordinate(number: int) -> str:
    return _base64url(number.to_bytes(32, "big"))


def _base64url(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()
