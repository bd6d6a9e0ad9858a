"""Tokens of mailed links: what they are for and how long they are valid; issued, checked, and used once."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal
from uuid import UUID

from sqlmodel import col, select, update

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.errors import Conflict, ConflictCode, NotFound, NotFoundCode
from webdev_certs.server.models.accounts import OneTimeToken, User
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.shared.translation import _

Purpose = Literal["confirm_email", "change_email", "reset_password"]

_LIFETIMES: dict[Purpose, timedelta] = {
    "confirm_email": timedelta(days=1),
    "change_email": timedelta(days=1),
    # This link grants access to the account, so it expires soon.
    "reset_password": timedelta(minutes=30),
}
KEPT = timedelta(days=7)
"""How long a token is kept after it expires, so that expired and unknown links get different errors."""

CONFIRMING: tuple[Purpose, ...] = ("confirm_email", "change_email")
RESETTING: tuple[Purpose, ...] = ("reset_password",)
Link = Literal["confirm", "reset"]
_PURPOSES: dict[Link, Sequence[Purpose]] = {"confirm": CONFIRMING, "reset": RESETTING}
_UNKNOWN: dict[Link, NotFoundCode] = {"confirm": "confirm_link_unknown", "reset": "reset_link_unknown"}
_USED: dict[Link, ConflictCode] = {"confirm": "confirm_link_used", "reset": "reset_link_used"}
_EXPIRED: dict[Link, ConflictCode] = {"confirm": "confirm_link_expired", "reset": "reset_link_expired"}


def lifetime_minutes(purpose: Purpose) -> int:
    """Return how many minutes a link is valid."""
    return int(_LIFETIMES[purpose].total_seconds() // 60)


def lifetime_hours(purpose: Purpose) -> int:
    """Return how many whole hours a link is valid."""
    return lifetime_minutes(purpose) // 60


@dataclass(frozen=True)
class Proof:
    """What a link proves about its user: that they receive the mail sent to this email."""

    user_id: UUID
    email: str
    purpose: str


async def issue_token(
    db: AsyncSession, purpose: Purpose, email: str, user_id: UUID | None, now: datetime
) -> str:
    """Return a new token for a link to be mailed; only its hash is stored.

    Args:
        db: The transaction.
        purpose: What the link does.
        email: Where it is mailed to.
        user_id: The account it is for; None if there is none, and the token will be refused.
        now: The current time.
    """
    token = secrets.token_urlsafe(32)
    db.add(
        OneTimeToken(
            digest=_digest(token),
            purpose=purpose,
            user_id=user_id,
            email=email,
            expires_at=now + _LIFETIMES[purpose],
        )
    )
    await db.flush()
    return token


async def remove_old_tokens(database: Database, now: datetime) -> None:
    """Delete the tokens that expired some days ago."""
    await delete_old(database, OneTimeToken.digest, col(OneTimeToken.expires_at) < now - KEPT)


async def read_token(db: AsyncSession, link: Link, token: str, now: datetime) -> Proof:
    """Return what a link proves, without using it up.

    Raises:
        NotFound: `<link>_link_unknown`.
        Conflict: `<link>_link_used` or `<link>_link_expired`.
    """
    query = select(OneTimeToken).where(
        OneTimeToken.digest == _digest(token), col(OneTimeToken.purpose).in_(_PURPOSES[link])
    )
    found = (await db.exec(query.execution_options(populate_existing=True))).one_or_none()
    if found is None or found.user_id is None:
        raise NotFound(_UNKNOWN[link], _("This link isn’t valid, or part of it is missing."))
    if found.used_at is not None:
        raise Conflict(_USED[link], _("This link was already used or replaced. Each link works once."))
    if found.expires_at <= now:
        raise Conflict(_EXPIRED[link], _("This link has expired. Request a new one."))
    return Proof(found.user_id, found.email, found.purpose)


async def use_token(db: AsyncSession, link: Link, token: str, now: datetime) -> Proof:
    """Use a link up and return what it proves; of several simultaneous requests only one succeeds.

    Locks the account until the transaction ends, and does so before it changes the token: requests with
    different links for one account then wait for each other instead of deadlocking.

    Raises:
        NotFound: `<link>_link_unknown`.
        Conflict: `<link>_link_used` or `<link>_link_expired`.
    """
    proof = await read_token(db, link, token, now)
    await db.exec(select(User.id).where(User.id == proof.user_id).with_for_update())
    used = await db.exec(
        update(OneTimeToken)
        .where(col(OneTimeToken.digest) == _digest(token), col(OneTimeToken.used_at).is_(None))
        .values(used_at=now)
        .execution_options(synchronize_session=False)
    )
    if used.rowcount == 0:
        # Another request has used or deleted the token since: reading it again raises the right error.
        return await read_token(db, link, token, now)
    return proof


async def void_tokens(db: AsyncSession, user_id: UUID, purposes: Sequence[Purpose], now: datetime) -> None:
    """Mark all unused links of a user for these purposes as used."""
    await db.exec(
        update(OneTimeToken)
        .where(
            col(OneTimeToken.user_id) == user_id,
            col(OneTimeToken.purpose).in_(purposes),
            col(OneTimeToken.used_at).is_(None),
        )
        .values(used_at=now)
        .execution_options(synchronize_session=False)
    )


async def find_pending_email(db: AsyncSession, user_id: UUID, now: datetime) -> str | None:
    """Return the new email that the user has asked for and can still confirm, or None."""
    query = (
        select(OneTimeToken.email)
        .where(
            OneTimeToken.user_id == user_id,
            OneTimeToken.purpose == "change_email",
            col(OneTimeToken.used_at).is_(None),
            OneTimeToken.expires_at > now,
        )
        .order_by(col(OneTimeToken.expires_at).desc())
        .limit(1)
    )
    return (await db.exec(query)).one_or_none()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
