"""Credentials as signed JSON Web Tokens (Open Badges 3.0, §8.2 "JSON Web Token Proof Format")."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

ALGORITHM = "ES256"


class InvalidToken(Exception):
    """A token is malformed, or not signed by this key."""


def sign(credential: Mapping[str, Any], key: ec.EllipticCurvePrivateKey, kid: str) -> str:
    """Return the credential as a token; claims repeat issuer, subject, id and validity for readers of JWT.

    Args:
        credential: An Open Badge without a proof.
        key: Signs.
        kid: The URL under which the public key is found.
    """
    claims = {
        "iss": credential["issuer"]["id"],
        "sub": credential["credentialSubject"]["id"],
        "jti": credential["id"],
        "nbf": _seconds(credential["validFrom"]),
        "exp": _seconds(credential["validUntil"]),
    }
    return jwt.encode({**credential, **claims}, key, ALGORITHM, headers={"kid": kid})


def read_key_id(token: str) -> str:
    """Return the URL of the key that the token names (empty if it names none), without verifying anything.

    Raises:
        InvalidToken: It is no token.
    """
    try:
        kid = jwt.get_unverified_header(token).get("kid")
    except (jwt.InvalidTokenError, ValueError, RecursionError):
        raise InvalidToken("not a token") from None
    return kid if isinstance(kid, str) else ""


def verify(token: str, key: ec.EllipticCurvePublicKey) -> dict[str, Any]:
    """Return the credential of a token that the holder of the key signed, with the claims. Checks no time.

    Raises:
        InvalidToken: It is malformed, altered in any character, or signed by another key.
    """
    options = {"verify_exp": False, "verify_nbf": False, "verify_iat": False, "verify_aud": False}
    # Several spellings of base64url have the same bytes. Only one is what was signed and issued.
    if not all(_is_canonical(part) for part in token.split(".")):
        raise InvalidToken("not in canonical base64url")
    try:
        return jwt.decode(token, key, algorithms=[ALGORITHM], options=options)  # pyright: ignore[reportArgumentType]
    except (jwt.InvalidTokenError, ValueError, RecursionError):
        raise InvalidToken("the signature does not fit") from None


def _is_canonical(part: str) -> bool:
    try:
        decoded = urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except ValueError:
        return False
    return urlsafe_b64encode(decoded).rstrip(b"=").decode() == part


def _seconds(timestamp: str) -> int:
    return int(datetime.fromisoformat(timestamp).timestamp())
