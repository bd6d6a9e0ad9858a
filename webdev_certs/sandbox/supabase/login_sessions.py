"""Login sessions: access tokens, rotating refresh tokens, and signing out."""

import re
import secrets
import sqlite3
import string
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import jwt

from webdev_certs.sandbox.supabase.accounts import user_body
from webdev_certs.sandbox.supabase.context import Context
from webdev_certs.sandbox.supabase.errors import AuthError
from webdev_certs.sandbox.supabase.keys import AUDIENCE

_TOKEN_ALPHABET = string.ascii_lowercase + string.digits
_TOKEN_LENGTH = 12
_TOKEN_FORM = re.compile(r"[a-z0-9]{12}")
_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Bearer:
    """The user and the login session of an access token."""

    user_id: str
    session_id: str


def start(context: Context, db: sqlite3.Connection, user_id: str) -> dict[str, Any]:
    """Start a login session and return its tokens and user."""
    now, session_id = context.stamp(), str(uuid4())
    db.execute("UPDATE users SET last_sign_in_at = ? WHERE id = ?", (now, user_id))
    db.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session_id, user_id, now))
    return _body(context, db, session_id, _issue(db, session_id, None, now))


def refresh(context: Context, token: str) -> dict[str, Any]:
    """Exchange a refresh token, which is then used up, for new tokens.

    A used refresh token returns the current one again if that is its successor and still unused, because
    the answer may have been lost. Within `reuse_seconds` it returns a new one. After that it counts as
    stolen, and all refresh tokens of the login session are revoked (RFC 9700 §4.14.2).

    Raises:
        AuthError: 400 `validation_failed`, `refresh_token_not_found`, `refresh_token_already_used`.
    """
    if not _TOKEN_FORM.fullmatch(token):
        raise AuthError(400, "validation_failed", "Refresh token is not valid")
    with context.store.transaction() as db:
        row = db.execute("SELECT * FROM refresh_tokens WHERE token = ?", (token,)).fetchone()
        if row is None:
            message = "Invalid Refresh Token: Refresh Token Not Found"
            raise AuthError(400, "refresh_token_not_found", message)
        successor = _successor(context, db, row)
        if successor:
            return _body(context, db, row["session_id"], successor)
        # The error is raised outside the transaction, so that the revocation is not rolled back.
        db.execute(
            "UPDATE refresh_tokens SET revoked = 1, updated_at = ? WHERE session_id = ? AND NOT revoked",
            (context.stamp(), row["session_id"]),
        )
    raise AuthError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used")


def _successor(context: Context, db: sqlite3.Connection, row: sqlite3.Row) -> str | None:
    """Return the token that replaces the token of `row`; None if that counts as stolen."""
    if row["revoked"]:
        active = db.execute(
            "SELECT token, parent FROM refresh_tokens WHERE session_id = ? AND NOT revoked ORDER BY id DESC",
            (row["session_id"],),
        ).fetchone()
        if active and active["parent"] == row["token"]:
            return active["token"]
        if row["updated_at"] <= context.stamp(seconds_ago=context.config.reuse_seconds):
            return None
    return _issue(db, row["session_id"], row["token"], context.stamp())


def _issue(db: sqlite3.Connection, session_id: str, parent: str | None, now: str) -> str:
    token = "".join(secrets.choice(_TOKEN_ALPHABET) for _ in range(_TOKEN_LENGTH))
    db.execute("UPDATE refresh_tokens SET revoked = 1, updated_at = ? WHERE token = ?", (now, parent))
    db.execute(
        "INSERT INTO refresh_tokens (token, parent, session_id, updated_at) VALUES (?, ?, ?, ?)",
        (token, parent, session_id, now),
    )
    return token


def _body(context: Context, db: sqlite3.Connection, session_id: str, refresh_token: str) -> dict[str, Any]:
    session = db.execute("SELECT * FROM sessions WHERE id = ?", (session_id,)).fetchone()
    user = user_body(db, session["user_id"])
    now = context.clock()
    issued_at, life = int(now.timestamp()), context.config.access_token_seconds
    started_at = int(datetime.fromisoformat(session["created_at"]).timestamp())
    access_token = context.key.sign(
        {
            "iss": context.config.issuer,
            "aud": AUDIENCE,
            "sub": user["id"],
            "iat": issued_at,
            "exp": issued_at + life,
            "email": user["email"],
            "phone": "",
            "app_metadata": user["app_metadata"],
            "user_metadata": user["user_metadata"],
            "role": AUDIENCE,
            "aal": "aal1",
            "amr": [{"method": "oauth", "timestamp": started_at}],
            "session_id": session_id,
            "is_anonymous": False,
        }
    )
    return {
        "access_token": access_token,
        "token_type": "bearer",
        "expires_in": life,
        "expires_at": issued_at + life,
        "refresh_token": refresh_token,
        "user": user,
    }


def authenticate(context: Context, authorization: str) -> Bearer:
    """Return the bearer of the access token in an `Authorization` header.

    Raises:
        AuthError: 401 `no_authorization`; 403 `bad_jwt`, `session_not_found`.
    """
    match = _BEARER.fullmatch(authorization)
    if not match:
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    try:
        claims = context.key.verify(match[1])
        if claims["exp"] <= context.clock().timestamp():
            raise jwt.ExpiredSignatureError("token is expired")
        bearer = Bearer(claims["sub"], claims["session_id"])
    except (jwt.InvalidTokenError, KeyError, TypeError) as error:
        message = f"invalid JWT: unable to parse or verify signature, {error}"
        raise AuthError(403, "bad_jwt", message) from None
    with context.store.transaction() as db:
        query = "SELECT 1 FROM sessions WHERE id = ? AND user_id = ?"
        if not db.execute(query, (bearer.session_id, bearer.user_id)).fetchone():
            message = "Session from session_id claim in JWT does not exist"
            raise AuthError(403, "session_not_found", message)
    return bearer


def end(context: Context, bearer: Bearer, scope: str) -> None:
    """End all login sessions of the user (`global`), this one (`local`), or all but this one (`others`).

    Raises:
        AuthError: 400 `validation_failed` for any other scope.
    """
    conditions = {
        "global": "user_id = :user",
        "local": "id = :session",
        "others": "user_id = :user AND id <> :session",
    }
    if scope not in conditions:
        raise AuthError(400, "validation_failed", f'Unsupported logout scope "{scope}"')
    with context.store.transaction() as db:
        db.execute(
            f"DELETE FROM sessions WHERE {conditions[scope]}",
            {"user": bearer.user_id, "session": bearer.session_id},
        )
