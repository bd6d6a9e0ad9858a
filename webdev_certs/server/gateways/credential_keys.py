"""The pair of keys that sign credentials: Ed25519 for Data Integrity proofs, P-256 for VC-JWT (ES256)."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import base58
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from jwt.algorithms import ECAlgorithm

from webdev_certs.server.gateways import vc_jwt
from webdev_certs.shared.secret_files import read_or_create

_PEM = re.compile(r"-----BEGIN PRIVATE KEY-----.*?-----END PRIVATE KEY-----", re.DOTALL)
_DID_KEY = re.compile(r"did:key:(?P<key>z[1-9A-HJ-NP-Za-km-z]{40,60})(#(?P<fragment>\w+))?", re.ASCII)
# Multicodec prefixes of public keys (W3C, Controlled Identifiers 1.0, §2.2.2 "Multikey").
_ED25519, _P256 = b"\xed\x01", b"\x80\x24"


@dataclass(frozen=True)
class PublicKeys:
    """A pair's public keys as Multikeys: `z6Mk…` for Ed25519 and `zDn…` for P-256."""

    ed25519: str
    p256: str

    def ed25519_key(self) -> Ed25519PublicKey:
        """Return the key that verifies Data Integrity proofs."""
        return Ed25519PublicKey.from_public_bytes(_decode(self.ed25519, _ED25519))

    def p256_key(self) -> ec.EllipticCurvePublicKey:
        """Return the key that verifies VC-JWTs."""
        return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(self.p256, _P256))

    def p256_jwk(self) -> dict[str, Any]:
        """Return the key that verifies VC-JWTs as a JSON Web Key."""
        return {**ECAlgorithm.to_jwk(self.p256_key(), as_dict=True), "alg": vc_jwt.ALGORITHM, "use": "sig"}


@dataclass(frozen=True)
class CredentialKey:
    """A pair of private keys."""

    ed25519: Ed25519PrivateKey
    p256: ec.EllipticCurvePrivateKey

    @classmethod
    def generate(cls) -> Self:
        """Make a new pair."""
        return cls(Ed25519PrivateKey.generate(), ec.generate_private_key(ec.SECP256R1()))

    @classmethod
    def from_pem(cls, text: str) -> Self:
        r"""Read the two PEM blocks of `pem`; newlines may be written as `\n`, as in one-line variables.

        Raises:
            ValueError: It is not one Ed25519 and one P-256 private key, unencrypted.
        """
        blocks = _PEM.findall(text.replace("\\n", "\n"))
        try:
            keys = [load_pem_private_key(block.encode(), password=None) for block in blocks]
        except (ValueError, TypeError, UnsupportedAlgorithm):
            raise ValueError("the credential key is not an unencrypted PEM") from None
        match keys:
            case [Ed25519PrivateKey() as first, ec.EllipticCurvePrivateKey(curve=ec.SECP256R1()) as second]:
                return cls(first, second)
        raise ValueError("the credential key must be an Ed25519 key, then a key on curve P-256")

    @classmethod
    def load_or_create(cls, path: Path) -> Self:
        """Read the pair at `path`, or make it, readable only by the file's owner.

        Raises:
            ValueError: The file holds no such pair.
            OSError: The file can neither be read nor made.
        """
        return cls.from_pem(read_or_create(path, lambda: cls.generate().pem()))

    def pem(self) -> str:
        """Return both private keys as unencrypted PKCS #8 PEM blocks, Ed25519 first."""
        return "".join(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
            for key in (self.ed25519, self.p256)
        )

    def public(self) -> PublicKeys:
        """Return the public keys."""
        return PublicKeys(
            _encode(_ED25519, self.ed25519.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)),
            _encode(_P256, self.p256.public_key().public_bytes(Encoding.X962, PublicFormat.CompressedPoint)),
        )


def key_of_did(key_id: str) -> tuple[str, Ed25519PublicKey] | None:
    """Return the key that a URL with the method did:key contains, and the identifier that the key is.

    Args:
        key_id: Such as `did:key:z6Mk…#z6Mk…` (W3C CCG, The did:key Method, §3.1).

    Returns:
        None if it is another URL, or has a key of another kind.
    """
    found = _DID_KEY.fullmatch(key_id)
    if not found or found["fragment"] not in (None, found["key"]):
        return None
    try:
        raw = base58.b58decode(found["key"][1:])
    except ValueError:
        return None
    if not raw.startswith(_ED25519) or len(raw) != len(_ED25519) + 32:
        return None
    return f"did:key:{found['key']}", Ed25519PublicKey.from_public_bytes(raw.removeprefix(_ED25519))


def _encode(prefix: bytes, key: bytes) -> str:
    return "z" + base58.b58encode(prefix + key).decode()


def _decode(multikey: str, prefix: bytes) -> bytes:
    return base58.b58decode(multikey[1:]).removeprefix(prefix)
