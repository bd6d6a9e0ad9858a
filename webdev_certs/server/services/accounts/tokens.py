"""Access tokens (signed, for minutes) and the sessions that refresh tokens (opaque, for days) belong to."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import jwt
from sqlmodel import col, update

from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.login_sessions import LoginSession
from webdev_certs.settings.settings import Settings

AUDIENCE = "webdev-certs-api"
_REQUIRED = ("exp", "iat", "sub", "sid")
_MAX_DEVICE = 200
_CLOCK_SKEW_SECONDS = 30
"""How far apart the clocks of two machines that share a signing key may be."""


@dataclass(frozen=True)
class AccessClaims:
    """Who asks, and in which of their sessions."""

    user_id: UUID
    session_id: UUID


@dataclass(frozen=True)
class StartedSession:
    """A new session; the refresh token exists nowhere else."""

    claims: AccessClaims
    refresh_token: str


def issue_access_token(
    signing_key: SigningKey, settings: Settings, claims: AccessClaims, now: datetime
) -> str:
    """A signed token (RFC 7519) that is good for `settings.access_token_minutes` from `now`."""
    expiry = now + timedelta(minutes=settings.access_token_minutes)
    return signing_key.sign(
        {
            "iss": settings.origin,
            "aud": AUDIENCE,
            "sub": str(claims.user_id),
            "sid": str(claims.session_id),
            "iat": int(now.timestamp()),
            "exp": int(expiry.timestamp()),
        }
    )


def read_access_token(signing_key: SigningKey, settings: Settings, token: str, now: datetime) -> AccessClaims:
    """What a token says, once its signature, audience, issuer and times hold (RFC 7519 §4.1).

    It does not ask the database: a session that was ended is noticed when the token runs out, or at once by
    `accounts.get_user`.

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
    if starts > now.timestamp() + _CLOCK_SKEW_SECONDS:
        raise Unauthenticated("invalid_token", "The access token is not valid yet.")
    return access


async def start_session(
    session: AsyncSession, settings: Settings, user_id: UUID, device: str, now: datetime, *, place: str = ""
) -> StartedSession:
    """Signs a person in on one device.

    Args:
        session: the transaction.
        settings: says how many days the session lasts.
        user_id: whose session it is.
        device: the User-Agent header; what cannot be printed is left out, and the rest cut to 200 characters.
        now: the present.
        place: `services.limits.Limits.place`, to know the person's address again.
    """
    refresh_token = secrets.token_urlsafe(32)
    login = LoginSession(
        user_id=user_id,
        refresh_hash=_digest(refresh_token),
        device="".join(filter(str.isprintable, device))[:_MAX_DEVICE],
        place=place,
        created_at=now,
        last_seen_at=now,
        expires_at=now + timedelta(days=settings.refresh_token_days),
    )
    session.add(login)
    await session.flush()
    return StartedSession(AccessClaims(user_id, login.id), refresh_token)


async def refresh_access(session: AsyncSession, refresh_token: str, now: datetime) -> AccessClaims:
    """What a new access token may say.

    Raises:
        Unauthenticated: `invalid_refresh_token`: the token is unknown, or its session has expired or ended.
    """
    touched = await session.exec(
        update(LoginSession)
        .where(
            col(LoginSession.refresh_hash) == _digest(refresh_token),
            col(LoginSession.ended_at).is_(None),
            col(LoginSession.expires_at) > now,
        )
        .values(last_seen_at=now)
        .returning(col(LoginSession.user_id), col(LoginSession.id))
    )
    row = touched.one_or_none()
    if row is None:
        raise Unauthenticated("invalid_refresh_token", "Your session has ended. Sign in again.")
    return AccessClaims(*row)


async def end_session(session: AsyncSession, session_id: UUID, now: datetime) -> None:
    """Ends a session; one that has ended stays as it is."""
    await session.exec(
        update(LoginSession)
        .where(col(LoginSession.id) == session_id, col(LoginSession.ended_at).is_(None))
        .values(ended_at=now)
    )


def _moment(claims: Mapping[str, Any], name: str, default: int | None = None) -> int:
    """A claim that is a time, in whole seconds since 1970 as we write them; text, NaN and true are none."""
    value = claims.get(name, default)
    if type(value) is not int:
        raise ValueError(f"{name} is not a time")
    return value


def _digest(refresh_token: str) -> str:
    return hashlib.sha256(refresh_token.encode()).hexdigest()
