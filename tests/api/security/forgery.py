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

from webdev_certs.server.gateways.signing import SigningKey


@dataclass(frozen=True)
class Loot:
    """What a forger may have: a user's token, its claims and, for our own mistakes, our key."""

    token: str
    refresh_token: str
    stranger: str
    claims: dict[str, Any]
    key: SigningKey

    @property
    def public(self) -> dict[str, str]:
        """Return our public key, as it is published."""
        return self.key.jwks()["keys"][0]

    @property
    def header(self) -> dict[str, Any]:
        return {"alg": "ES256", "typ": "JWT", "kid": self.key.kid}

    def ours(self, changes: dict[str, Any] | None = None, **header: Any) -> str:
        """Return a token signed with our own key; None leaves a claim or a header field out."""
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


def hs256(secret: bytes) -> Callable[[Loot], str]:
    """Return a token whose HMAC key is public."""

    def forge(loot: Loot) -> str:
        covered = f"{part(loot.header | {'alg': 'HS256'})}.{part(loot.claims)}"
        return f"{covered}.{base64url(hmac.digest(secret, covered.encode(), hashlib.sha256))}"

    return forge


def hs256_with_jwk(loot: Loot) -> str:
    return hs256(json.dumps(loot.public).encode())(loot)


def hs256_with_pem(loot: Loot) -> str:
    public = private_key(loot.key.pem()).public_key()
    return hs256(public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))(loot)


def unsigned(alg: str) -> Callable[[Loot], str]:
    return lambda loot: f"{part(loot.header | {'alg': alg})}.{part(loot.claims)}."


def rs256(loot: Loot) -> str:
    pem = rsa.generate_private_key(65537, 2048).private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    return jwt.encode(loot.claims, pem, "RS256", headers={"kid": loot.key.kid})


def attacker_brings(member: str) -> Callable[[Loot], str]:
    """Return a token signed by another key, which it contains or links to."""

    def forge(loot: Loot) -> str:
        attacker = SigningKey.generate()
        brought = {
            "jwk": attacker.jwks()["keys"][0],
            "jku": "https://attacker.example/.well-known/jwks.json",
            "x5u": "https://attacker.example/certificate.pem",
            "kid": attacker.kid,
        }
        header = loot.header | {member: brought[member]}
        return signed(private_key(attacker.pem()), header, loot.claims)

    return forge


def other_header(**members: Any) -> Callable[[Loot], str]:
    """Return a real token with a changed header."""

    def forge(loot: Loot) -> str:
        _, body, signature = loot.token.split(".")
        return f"{part(loot.header | members)}.{body}.{signature}"

    return forge


def other_claims(loot: Loot) -> str:
    header, _, signature = loot.token.split(".")
    return f"{header}.{part(loot.claims | {'exp': loot.claims['exp'] + 3600})}.{signature}"


def swapped_payload(loot: Loot) -> str:
    header, _, signature = loot.token.split(".")
    return f"{header}.{loot.stranger.split('.')[1]}.{signature}"


def other_signature(change: Callable[[bytes], bytes]) -> Callable[[Loot], str]:
    def forge(loot: Loot) -> str:
        covered, _, signature = loot.token.rpartition(".")
        return f"{covered}.{base64url(change(base64url_decoded(signature)))}"

    return forge


def ours(changes: dict[str, Any] | None = None, **header: Any) -> Callable[[Loot], str]:
    return lambda loot: loot.ours(changes, **header)


def shifted(name: str, seconds: int) -> Callable[[Loot], str]:
    return lambda loot: loot.ours({name: loot.claims["iat"] + seconds})
