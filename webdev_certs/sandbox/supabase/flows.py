"""Sign-ins in progress: the authorization code flow with PKCE (RFC 7636)."""

import base64
import hashlib
import hmac
import re
import sqlite3
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import uuid4

from webdev_certs.sandbox.supabase import login_sessions, users
from webdev_certs.sandbox.supabase.project import AuthError, Project
from webdev_certs.sandbox.supabase.users import PROVIDERS, Claims

_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_VALID = timedelta(minutes=5)
"""The lifetime of a started sign-in and of the code it ends with."""
_KEPT = timedelta(days=1)
"""How long expired flows are kept, in which they get another error than unknown ones."""


@dataclass(frozen=True)
class Flow:
    """A sign-in that is waiting for the provider's answer."""

    id: str
    provider: str
    redirect_to: str


def start(project: Project, provider: str, redirect_to: str, challenge: str, method: str) -> str:
    """Start a sign-in and return the `state` of the provider page.

    A start without a challenge (the implicit flow) is refused, although the real server accepts it: in the
    product it would be a mistake, which would go unnoticed.

    Args:
        project: The project.
        provider: `google` or `github`.
        redirect_to: The URL to return to with the code. The site's URL replaces any URL that does not have an
            allowed origin.
        challenge: The PKCE challenge.
        method: The method by which the challenge was derived from the verifier, `s256`.

    Raises:
        AuthError: 400 `validation_failed`.
    """
    if provider not in PROVIDERS:
        message = f"Unsupported provider: Provider {provider} could not be found"
        raise AuthError(400, "validation_failed", message)
    if not challenge or not method:
        message = "PKCE flow requires code_challenge_method and code_challenge"
        raise AuthError(400, "validation_failed", message)
    if not _CHALLENGE.fullmatch(challenge) or method.lower() != "s256":
        raise AuthError(400, "validation_failed", "Invalid code_challenge or code_challenge_method")
    origins = (project.site_url, *project.allowed_redirects)
    allowed = any(redirect_to.startswith(f"{origin}/") for origin in origins)
    state = str(uuid4())
    with project.store.transaction() as db:
        db.execute("DELETE FROM flow_states WHERE created_at < ?", (project.timestamp(ago=_KEPT),))
        db.execute(
            "INSERT INTO flow_states VALUES (?, ?, ?, ?, ?, NULL, ?)",
            (
                state,
                provider,
                challenge,
                str(uuid4()),
                redirect_to if allowed else project.site_url,
                project.timestamp(),
            ),
        )
    return state


def find(project: Project, state: str) -> Flow:
    """Return the sign-in with this `state`.

    Raises:
        AuthError: 400 `bad_oauth_state` with an unknown or expired state, `flow_state_already_used`.
    """
    with project.store.transaction() as db:
        row = db.execute("SELECT * FROM flow_states WHERE id = ?", (state,)).fetchone()
    if row is None:
        raise AuthError(400, "bad_oauth_state", "OAuth state not found or expired")
    if _expired(project, row):
        raise AuthError(400, "bad_oauth_state", "OAuth state has expired")
    if row["user_id"]:
        raise AuthError(400, "flow_state_already_used", "State has already been used")
    return Flow(row["id"], row["provider"], row["redirect_to"])


def complete(project: Project, flow: Flow, claims: Claims) -> str:
    """Sign in the person whom the provider identified; return the code that the client exchanges for tokens.

    Raises:
        AuthError: 422 `provider_email_needs_verification`.
    """
    with project.store.transaction() as db:
        user_id = users.sign_in(db, flow.provider, claims, project)
        row = db.execute(
            "UPDATE flow_states SET user_id = ? WHERE id = ? RETURNING auth_code", (user_id, flow.id)
        ).fetchone()
    return row["auth_code"]


def exchange(project: Project, auth_code: str, verifier: str) -> dict[str, Any]:
    """Exchange the code of a completed sign-in, once, for a login session's tokens and user.

    Raises:
        AuthError: 400 `validation_failed`, `bad_code_verifier`; 404 `flow_state_not_found`; 422
            `flow_state_expired`.
    """
    if not auth_code or not verifier:
        message = "invalid request: both auth code and code verifier should be non-empty"
        raise AuthError(400, "validation_failed", message)
    with project.store.transaction() as db:
        row = db.execute("SELECT * FROM flow_states WHERE auth_code = ?", (auth_code,)).fetchone()
        if row is None or not row["user_id"]:
            message = "invalid flow state, no valid flow state found"
            raise AuthError(404, "flow_state_not_found", message)
        if _expired(project, row):
            message = "invalid flow state, flow state has expired"
            raise AuthError(422, "flow_state_expired", message)
        derived = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=")
        if not hmac.compare_digest(row["code_challenge"].encode(), derived):
            message = "code challenge does not match previously saved code verifier"
            raise AuthError(400, "bad_code_verifier", message)
        db.execute("DELETE FROM flow_states WHERE id = ?", (row["id"],))
        return login_sessions.start(project, db, row["user_id"])


def _expired(project: Project, row: sqlite3.Row) -> bool:
    return row["created_at"] < project.timestamp(ago=_VALID)
