"""Tools for forging access tokens."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from webdev_certs.server.gateways.access_token_key import SigningKey


@dataclass(frozen=True)
class Originals:
    """What forgeries are made from.

    Attributes:
        token: A user's access token.
        refresh_token: The user's refresh token.
        stranger: Another user's access token.
        claims: The claims of `token`.
        key: The product's signing key, for tokens that are signed correctly but have wrong claims.
    """

    token: str
    refresh_token: str
    stranger: str
    claims: dict[str, Any]
    key: SigningKey

    @property
    def public(self) -> dict[str, str]:
        """The product's public key, as it is published."""
        return self.key.jwks()["keys"][0]

    @property
    def header(self) -> dict[str, Any]:
        return {"alg": "ES256", "typ": "JWT", "kid": self.key.kid}

    def sign(self, changes: dict[str, Any] | None = None, **header: Any) -> str:
        """Return a token signed with the product's key; None leaves a claim or a header field out."""
        claims = without_none(self.claims | (changes or {}))
        return signed(private_key(self.key.pem()), without_none(self.header | header), claims)


def without_none(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if value is not None}


def private_key(pem: str) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(pem.encode(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    return key


def signed(key: ec.EllipticCurvePrivateKey, header: dict[str, Any], claims: dict[str, Any]) -> str:
    # Made by hand, because PyJWT refuses to make such tokens.
    covered = f"{part(header)}.{part(claims)}"
    signature = jwt.get_algorithm_by_name("ES256").sign(covered.encode(), key)
    return f"{covered}.{base64url(signature)}"


def part(value: dict[str, Any]) -> str:
    return base64url(json.dumps(value).encode())


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def base64url_decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def hs256(secret: bytes) -> Callable[[Originals], str]:
    """Forge tokens by HMAC with a key that is public."""

    def forge(real: Originals) -> str:
        covered = f"{part(real.header | {'alg': 'HS256'})}.{part(real.claims)}"
        return f"{covered}.{base64url(hmac.digest(secret, covered.encode(), hashlib.sha256))}"

    return forge


def hs256_with_jwk(real: Originals) -> str:
    return hs256(json.dumps(real.public).encode())(real)


def hs256_with_pem(real: Originals) -> str:
    public = private_key(real.key.pem()).public_key()
    return hs256(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))(real)


def unsigned(alg: str) -> Callable[[Originals], str]:
    return lambda real: f"{part(real.header | {'alg': alg})}.{part(real.claims)}."


def rs256(real: Originals) -> str:
    pem = rsa.generate_private_key(65537, 2048).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    return jwt.encode(real.claims, pem, "RS256", headers={"kid": real.key.kid})


def attacker_brings(member: str) -> Callable[[Originals], str]:
    """Forge tokens signed by another key, which they contain or link to."""

    def forge(real: Originals) -> str:
        attacker = SigningKey.generate()
        brought = {
            "jwk": attacker.jwks()["keys"][0],
            "jku": "https://attacker.example/.well-known/jwks.json",
            "x5u": "https://attacker.example/certificate.pem",
            "kid": attacker.kid,
        }
        header = real.header | {member: brought[member]}
        return signed(private_key(attacker.pem()), header, real.claims)

    return forge


def other_header(**members: Any) -> Callable[[Originals], str]:
    """Forge tokens by changing the header of a real one."""

    def forge(real: Originals) -> str:
        _, body, signature = real.token.split(".")
        return f"{part(real.header | members)}.{body}.{signature}"

    return forge


def other_claims(real: Originals) -> str:
    header, _, signature = real.token.split(".")
    return f"{header}.{part(real.claims | {'exp': real.claims['exp'] + 3600})}.{signature}"


def swapped_payload(real: Originals) -> str:
    header, _, signature = real.token.split(".")
    return f"{header}.{real.stranger.split('.')[1]}.{signature}"


def other_signature(change: Callable[[bytes], bytes]) -> Callable[[Originals], str]:
    def forge(real: Originals) -> str:
        covered, _, signature = real.token.rpartition(".")
        return f"{covered}.{base64url(change(base64url_decoded(signature)))}"

    return forge


def correctly_signed(changes: dict[str, Any] | None = None, **header: Any) -> Callable[[Originals], str]:
    return lambda real: real.sign(changes, **header)


def shifted(name: str, seconds: int) -> Callable[[Originals], str]:
    return lambda real: real.sign({name: real.claims["iat"] + seconds})
