"""Login sessions: access tokens, rotating refresh tokens, and signing out."""

import re
import secrets
import sqlite3
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import uuid4

import jwt

from webdev_certs.sandbox.supabase.project import AUDIENCE, AuthError, Project
from webdev_certs.sandbox.supabase.users import user_body

_ACCESS_TOKEN_SECONDS = 3600
_BEARER = re.compile(r"bearer (\S+)", re.IGNORECASE)


@dataclass(frozen=True)
class Bearer:
    """The user and the login session of an access token."""

    user_id: str
    session_id: str


def start(project: Project, db: sqlite3.Connection, user_id: str) -> dict[str, Any]:
    """Start a login session and return its tokens and user."""
    now, session_id = project.timestamp(), str(uuid4())
    db.execute("UPDATE users SET last_sign_in_at = ? WHERE id = ?", (now, user_id))
    db.execute(
        "INSERT INTO login_sessions VALUES (?, ?, ?, ?)", (session_id, user_id, secrets.token_urlsafe(), now)
    )
    return _body(project, db, session_id)


def refresh(project: Project, token: str) -> dict[str, Any]:
    """Exchange a refresh token, which is then used up, for new tokens.

    Raises:
        AuthError: 400 `refresh_token_not_found`.
    """
    with project.store.transaction() as db:
        row = db.execute(
            "UPDATE login_sessions SET refresh_token = ? WHERE refresh_token = ? RETURNING id",
            (secrets.token_urlsafe(), token),
        ).fetchone()
        if row is None:
            message = "Invalid Refresh Token: Refresh Token Not Found"
            raise AuthError(400, "refresh_token_not_found", message)
        return _body(project, db, row["id"])


def _body(project: Project, db: sqlite3.Connection, session_id: str) -> dict[str, Any]:
    session = db.execute("SELECT * FROM login_sessions WHERE id = ?", (session_id,)).fetchone()
    user = user_body(db, session["user_id"])
    issued_at = int(project.clock().timestamp())
    expires_at = issued_at + _ACCESS_TOKEN_SECONDS
    started_at = int(datetime.fromisoformat(session["created_at"]).timestamp())
    access_token = project.key.sign(
        {
            "iss": project.issuer,
            "aud": AUDIENCE,
            "sub": user["id"],
            "iat": issued_at,
            "exp": expires_at,
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
        "expires_in": _ACCESS_TOKEN_SECONDS,
        "expires_at": expires_at,
        "refresh_token": session["refresh_token"],
        "user": user,
    }


def authenticate(project: Project, authorization: str) -> Bearer:
    """Return the bearer of the access token in an `Authorization` header.

    Raises:
        AuthError: 401 `no_authorization`; 403 `bad_jwt`, `session_not_found`.
    """
    match = _BEARER.fullmatch(authorization)
    if not match:
        raise AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token")
    try:
        claims = project.key.verify(match[1])
        if claims["exp"] <= project.clock().timestamp():
            raise jwt.ExpiredSignatureError("token is expired")
        bearer = Bearer(claims["sub"], claims["session_id"])
    except (jwt.InvalidTokenError, KeyError, TypeError) as error:
        message = f"invalid JWT: unable to parse or verify signature, {error}"
        raise AuthError(403, "bad_jwt", message) from None
    with project.store.transaction() as db:
        query = "SELECT 1 FROM login_sessions WHERE id = ? AND user_id = ?"
        if not db.execute(query, (bearer.session_id, bearer.user_id)).fetchone():
            message = "Session from session_id claim in JWT does not exist"
            raise AuthError(403, "session_not_found", message)
    return bearer


def end(project: Project, bearer: Bearer) -> None:
    """End the bearer's login session."""
    with project.store.transaction() as db:
        db.execute("DELETE FROM login_sessions WHERE id = ?", (bearer.session_id,))
