"""Access tokens: signed JSON Web Tokens that are valid for minutes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import jwt

from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _

AUDIENCE = "webdev-certs-api"
_REQUIRED = ("exp", "iat", "sub", "sid")
CLOCK_SKEW = timedelta(seconds=30)
"""How far the clocks of two machines that share a signing key may differ."""


@dataclass(frozen=True)
class AccessClaims:
    """What an access token says: the user and their login session."""

    user_id: UUID
    login_session_id: UUID


def issue_access_token(
    signing_key: SigningKey, settings: Settings, claims: AccessClaims, now: datetime
) -> str:
    """Return a signed token (RFC 7519) that is valid for `settings.access_token_minutes` from `now`."""
    expiry = now + timedelta(minutes=settings.access_token_minutes)
    return signing_key.sign(
        {
            "iss": settings.origin,
            "aud": AUDIENCE,
            "sub": str(claims.user_id),
            "sid": str(claims.login_session_id),
            "iat": int(now.timestamp()),
            "exp": int(expiry.timestamp()),
        }
    )


def read_access_token(signing_key: SigningKey, settings: Settings, token: str, now: datetime) -> AccessClaims:
    """Return a token's claims after checking its signature, audience, issuer and times (RFC 7519 §4.1).

    Does not check whether the login session has ended: that is in `EndedSessions` and in the database.

    Raises:
        Unauthenticated: `token_expired`, or `invalid_token` with the reason as its message.
    """
    try:
        claims = signing_key.decode(token, audience=AUDIENCE, issuer=settings.origin, require=_REQUIRED)
        expiry, starts = _moment(claims, "exp"), max(_moment(claims, "iat"), _moment(claims, "nbf", 0))
        access = AccessClaims(UUID(claims["sub"]), UUID(claims["sid"]))
    except jwt.InvalidSignatureError:
        raise Unauthenticated("invalid_token", "Invalid JWT signature") from None
    except jwt.InvalidAlgorithmError:
        raise Unauthenticated("invalid_token", "Invalid alg claim") from None
    except (jwt.InvalidAudienceError, jwt.InvalidIssuerError):
        raise Unauthenticated("invalid_token", "The access token is for another service.") from None
    except (jwt.InvalidTokenError, TypeError, ValueError, AttributeError):
        raise Unauthenticated("invalid_token", "The access token is malformed.") from None
    if expiry <= now.timestamp():
        raise Unauthenticated("token_expired", "The access token has expired.")
    if starts > now.timestamp() + CLOCK_SKEW.total_seconds():
        raise Unauthenticated("invalid_token", "The access token is not valid yet.")
    return access


def find_issue_time(
    signing_key: SigningKey, settings: Settings, token: str, login_session_id: UUID
) -> datetime | None:
    """Return when a token of a login session was issued, even if it has expired; None if it is not valid."""
    try:
        claims = signing_key.decode(token, audience=AUDIENCE, issuer=settings.origin, require=_REQUIRED)
        if claims["sid"] == str(login_session_id):
            return datetime.fromtimestamp(_moment(claims, "iat"), UTC)
    except (jwt.InvalidTokenError, TypeError, ValueError, AttributeError, OverflowError):
        pass
    return None


def login_session_ended() -> Unauthenticated:
    """Return the refusal of a token whose login session has ended."""
    return Unauthenticated("session_ended", _("You’ve been signed out. Sign in again."))


def _moment(claims: Mapping[str, Any], name: str, default: int | None = None) -> int:
    """Return a time claim in whole seconds since 1970; refuse text, NaN and booleans."""
    value = claims.get(name, default)
    if type(value) is not int:
        raise ValueError(f"{name} is not a time")
    return value
