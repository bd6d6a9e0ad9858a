"""Users and their identities at providers, linked as Supabase Auth links them.

Source: "Identity Linking" in Supabase's documentation: identities with the same verified email belong to one
user; an unverified email is never linked.
"""

import json
import sqlite3
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from webdev_certs.sandbox.supabase.project import AUDIENCE, AuthError, Project

PROVIDERS = {"google": "Google", "github": "GitHub"}
"""The display names of the providers, by their names in the protocol."""

Claims = Mapping[str, Any]
"""What a provider says about a person; always includes `sub`, `email` and `email_verified`."""


def sign_in(db: sqlite3.Connection, provider: str, claims: Claims, project: Project) -> str:
    """Find or create the user with this identity, update them, and return their id.

    Raises:
        AuthError: 422 `provider_email_needs_verification`.
    """
    now = project.timestamp()
    user_id = _identified(db, provider, claims) or _linked(db, claims) or _create_user(db, claims, now)
    _save_identity(db, user_id, provider, claims, now)
    if not _user(db, user_id)["email_confirmed_at"]:
        if claims["email_verified"]:
            _confirm(db, user_id, provider, claims, now)
        elif not project.allow_unverified_email_sign_ins:
            message = (
                f"Unverified email with {provider}. Verify the email with {provider} in order to sign in"
            )
            raise AuthError(422, "provider_email_needs_verification", message)
    db.execute(
        "UPDATE users SET user_metadata = ?, updated_at = ? WHERE id = ?",
        (json.dumps(dict(claims)), now, user_id),
    )
    return user_id


def _confirm(db: sqlite3.Connection, user_id: str, provider: str, claims: Claims, now: str) -> None:
    """Confirm the user's email, and remove the other identities and all login sessions.

    Those were created by someone who had not proved that the email is theirs.
    """
    db.execute(
        "DELETE FROM identities WHERE user_id = ? AND NOT (provider = ? AND provider_id = ?)",
        (user_id, provider, claims["sub"]),
    )
    db.execute("DELETE FROM login_sessions WHERE user_id = ?", (user_id,))
    db.execute("UPDATE users SET email_confirmed_at = ? WHERE id = ?", (now, user_id))


def _identified(db: sqlite3.Connection, provider: str, claims: Claims) -> str | None:
    found = db.execute(
        "SELECT user_id FROM identities WHERE provider = ? AND provider_id = ?", (provider, claims["sub"])
    ).fetchone()
    return found and found["user_id"]


def _linked(db: sqlite3.Connection, claims: Claims) -> str | None:
    if not claims["email_verified"]:
        return None
    found = db.execute("SELECT id FROM users WHERE email = ?", (claims["email"],)).fetchone()
    return found and found["id"]


def _create_user(db: sqlite3.Connection, claims: Claims, now: str) -> str:
    taken = db.execute("SELECT 1 FROM users WHERE email = ?", (claims["email"],)).fetchone()
    user_id = str(uuid4())
    # An unverified email that another user has is left out; a verified one would have been linked.
    email = "" if taken else claims["email"]
    db.execute(
        "INSERT INTO users (id, email, user_metadata, created_at, updated_at) VALUES (?, ?, '{}', ?, ?)",
        (user_id, email, now, now),
    )
    return user_id


def _save_identity(db: sqlite3.Connection, user_id: str, provider: str, claims: Claims, now: str) -> None:
    db.execute(
        "INSERT INTO identities VALUES (:id, :user_id, :provider, :sub, :email, :data, :now, :now, :now)"
        " ON CONFLICT (provider, provider_id) DO UPDATE"
        " SET email = :email, data = :data, last_sign_in_at = :now, updated_at = :now",
        {
            "id": str(uuid4()),
            "user_id": user_id,
            "provider": provider,
            "sub": claims["sub"],
            "email": claims["email"],
            "data": json.dumps(dict(claims)),
            "now": now,
        },
    )


def _user(db: sqlite3.Connection, user_id: str) -> sqlite3.Row:
    return db.execute("SELECT * FROM users WHERE id = ?", (user_id,)).fetchone()


def user_body(db: sqlite3.Connection, user_id: str) -> dict[str, Any]:
    """Return the user as the protocol represents it, with identities in order of creation."""
    user = _user(db, user_id)
    rows = db.execute("SELECT * FROM identities WHERE user_id = ? ORDER BY created_at, rowid", (user_id,))
    identities = [_identity_body(row) for row in rows]
    providers = [identity["provider"] for identity in identities]
    confirmed = user["email_confirmed_at"]
    return {
        "id": user["id"],
        "aud": AUDIENCE,
        "role": AUDIENCE,
        "email": user["email"],
        **({"email_confirmed_at": confirmed, "confirmed_at": confirmed} if confirmed else {}),
        "phone": "",
        "last_sign_in_at": user["last_sign_in_at"],
        "app_metadata": {"provider": providers[0], "providers": providers},
        "user_metadata": json.loads(user["user_metadata"]),
        "identities": identities,
        "created_at": user["created_at"],
        "updated_at": user["updated_at"],
        "is_anonymous": False,
    }


def _identity_body(row: sqlite3.Row) -> dict[str, Any]:
    return {
        "identity_id": row["id"],
        "id": row["provider_id"],
        "user_id": row["user_id"],
        "identity_data": json.loads(row["data"]),
        "provider": row["provider"],
        "last_sign_in_at": row["last_sign_in_at"],
        "created_at": row["created_at"],
        "updated_at": row["updated_at"],
        "email": row["email"],
    }
