"""Sign-ins in progress: the authorization code flow with PKCE (RFC 7636)."""

import base64
import hashlib
import hmac
import json
import re
import secrets
import sqlite3
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from webdev_certs.sandbox.supabase import accounts, login_sessions
from webdev_certs.sandbox.supabase.accounts import Claims
from webdev_certs.sandbox.supabase.context import Context
from webdev_certs.sandbox.supabase.errors import AuthError

_CHALLENGE = re.compile(r"[A-Za-z0-9._~-]+")
_CHALLENGE_LENGTH = range(43, 129)
_METHODS = ("s256", "plain")
_KEEP_SECONDS = 24 * 3600
"""For a day, expired flows get another error than unknown ones."""


@dataclass(frozen=True)
class Flow:
    """A sign-in that is waiting for the provider's answer."""

    id: str
    provider: str
    redirect_to: str


def begin(context: Context, provider: str, redirect_to: str, challenge: str, method: str) -> str:
    """Start a sign-in and return the `state` that the provider must send back.

    A start without a challenge (the implicit flow) is refused, although the real server accepts it: in the
    product it would be a mistake, which would go unnoticed.

    Raises:
        AuthError: 400 `validation_failed`.
    """
    if not challenge or not method:
        message = "PKCE flow requires code_challenge_method and code_challenge"
        raise AuthError(400, "validation_failed", message)
    if len(challenge) not in _CHALLENGE_LENGTH:
        message = "code challenge has to be between 43 and 128 characters"
        raise AuthError(400, "validation_failed", message)
    if not _CHALLENGE.fullmatch(challenge):
        allowed = "alphanumeric characters, hyphens, periods, underscores and tildes"
        message = f"code challenge can only contain {allowed}"
        raise AuthError(400, "validation_failed", message)
    if method.lower() not in _METHODS:
        raise AuthError(400, "validation_failed", "Invalid code_challenge_method")
    state, oldest = str(uuid4()), context.stamp(seconds_ago=_KEEP_SECONDS)
    with context.store.transaction() as db:
        db.execute("DELETE FROM flows WHERE created_at < ?", (oldest,))
        db.execute("DELETE FROM provider_grants WHERE created_at < ?", (oldest,))
        db.execute(
            "INSERT INTO flows VALUES (?, ?, ?, ?, ?, ?, NULL, ?)",
            (state, provider, challenge, method.lower(), str(uuid4()), redirect_to, context.stamp()),
        )
    return state


def find(context: Context, state: str) -> Flow:
    """Return the sign-in with this `state`.

    Raises:
        AuthError: 400 `bad_oauth_callback` without a state, `bad_oauth_state` with an unknown or expired one,
            `flow_state_already_used`.
    """
    if not state:
        raise AuthError(400, "bad_oauth_callback", "OAuth state parameter missing")
    try:
        state = str(UUID(state))
    except ValueError:
        raise AuthError(400, "bad_oauth_state", "OAuth state parameter is invalid") from None
    with context.store.transaction() as db:
        row = db.execute("SELECT * FROM flows WHERE id = ?", (state,)).fetchone()
    if row is None:
        raise AuthError(400, "bad_oauth_state", "OAuth state not found or expired")
    if _expired(context, row):
        raise AuthError(400, "bad_oauth_state", "OAuth state has expired")
    if row["user_id"]:
        raise AuthError(400, "flow_state_already_used", "State has already been used")
    return Flow(row["id"], row["provider"], row["redirect_to"])


def grant(context: Context, provider: str, claims: Claims) -> str:
    """Store the provider's claims about a person and return the code with which the callback gets them."""
    code = secrets.token_urlsafe()
    with context.store.transaction() as db:
        db.execute(
            "INSERT INTO provider_grants VALUES (?, ?, ?, ?)",
            (code, provider, json.dumps(dict(claims)), context.stamp()),
        )
    return code


def complete(context: Context, flow: Flow, provider_code: str) -> str:
    """Sign in the person whom the provider identified; return the code that the client exchanges for tokens.

    Raises:
        AuthError: 400 `bad_oauth_callback`, `flow_state_already_used`; 422
            `provider_email_needs_verification`; 500 `unexpected_failure` if the provider's code is unknown.
    """
    if not provider_code:
        message = "OAuth callback with missing authorization code missing"
        raise AuthError(400, "bad_oauth_callback", message)
    claims = _exchange_provider_code(context, flow.provider, provider_code)
    allow_unverified = context.config.allow_unverified_email_sign_ins
    with context.store.transaction() as db:
        user_id = accounts.sign_in(db, flow.provider, claims, context.stamp(), allow_unverified)
        row = db.execute(
            "UPDATE flows SET user_id = ? WHERE id = ? AND user_id IS NULL RETURNING auth_code",
            (user_id, flow.id),
        ).fetchone()
        if row is None:
            raise AuthError(400, "flow_state_already_used", "State has already been used")
    return row["auth_code"]


def _exchange_provider_code(context: Context, provider: str, code: str) -> Claims:
    """Return the claims for the provider's code, which is then used up, even if the sign-in fails later."""
    with context.store.transaction() as db:
        row = db.execute(
            "DELETE FROM provider_grants WHERE code = ? AND provider = ? RETURNING *", (code, provider)
        ).fetchone()
    if row is None or _expired(context, row):
        raise AuthError(500, "unexpected_failure", f"Unable to exchange external code: {code[:4]}")
    return json.loads(row["claims"])


def exchange(context: Context, auth_code: str, verifier: str) -> dict[str, Any]:
    """Exchange the code of a completed sign-in, once, for a login session's tokens and user.

    Raises:
        AuthError: 400 `validation_failed`, `bad_code_verifier`; 404 `flow_state_not_found`; 422
            `flow_state_expired`.
    """
    if not auth_code or not verifier:
        message = "invalid request: both auth code and code verifier should be non-empty"
        raise AuthError(400, "validation_failed", message)
    with context.store.transaction() as db:
        row = db.execute("SELECT * FROM flows WHERE auth_code = ?", (auth_code,)).fetchone()
        if row is None or not row["user_id"]:
            message = "invalid flow state, no valid flow state found"
            raise AuthError(404, "flow_state_not_found", message)
        if _expired(context, row):
            message = "invalid flow state, flow state has expired"
            raise AuthError(422, "flow_state_expired", message)
        if not _verifies(row["code_challenge"], row["code_challenge_method"], verifier):
            message = "code challenge does not match previously saved code verifier"
            raise AuthError(400, "bad_code_verifier", message)
        db.execute("DELETE FROM flows WHERE id = ?", (row["id"],))
        body = login_sessions.start(context, db, row["user_id"])
    # The real server returns the provider's access token here; this one is not accepted anywhere.
    return {**body, "provider_token": f"sandbox-{secrets.token_urlsafe(16)}"}


def _expired(context: Context, row: sqlite3.Row) -> bool:
    return row["created_at"] < context.stamp(seconds_ago=context.config.flow_seconds)


def _verifies(challenge: str, method: str, verifier: str) -> bool:
    """Return whether the verifier matches the challenge (RFC 7636 §4.6)."""
    derived = verifier.encode()
    if method == "s256":
        derived = base64.urlsafe_b64encode(hashlib.sha256(derived).digest()).rstrip(b"=")
    return hmac.compare_digest(challenge.encode(), derived)
