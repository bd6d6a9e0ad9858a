"""Mailed links: made, checked, and used once."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlmodel import col, delete, select, update

from webdev_certs.server.domain.errors import Conflict, NotFound
from webdev_certs.server.domain.one_time_tokens import CONFIRMING, KEPT, LIFETIMES, RESETTING, Purpose
from webdev_certs.server.models.accounts import User
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.one_time_tokens import OneTimeToken

Link = Literal["confirm", "reset"]
_PURPOSES: dict[Link, Sequence[Purpose]] = {"confirm": CONFIRMING, "reset": RESETTING}


@dataclass(frozen=True)
class Proof:
    """What the bearer of a link has shown: that they read the mail of this address."""

    user_id: UUID
    address: str
    purpose: str


async def issue_token(
    session: AsyncSession, purpose: Purpose, address: str, user_id: UUID | None, now: datetime
) -> str:
    """A new token for a link to `address`; it exists nowhere else, so it has to be mailed now or never.

    Args:
        session: the transaction.
        purpose: what it will be good for.
        address: where it goes.
        user_id: whose account it is for; None when there is none, and the token will be good for nothing.
        now: the present.
    """
    await session.exec(delete(OneTimeToken).where(col(OneTimeToken.expires_at) < now - KEPT))
    token = secrets.token_urlsafe(32)
    session.add(
        OneTimeToken(
            digest=_digest(token),
            purpose=purpose,
            user_id=user_id,
            address=address,
            expires_at=now + LIFETIMES[purpose],
        )
    )
    await session.flush()
    return token


async def read_token(session: AsyncSession, link: Link, token: str, now: datetime) -> Proof:
    """What a link proves; it stays as good as it is.

    Raises:
        NotFound: `<link>_link_unknown`.
        Conflict: `<link>_link_used` or `<link>_link_expired`.
    """
    query = select(OneTimeToken).where(
        OneTimeToken.digest == _digest(token), col(OneTimeToken.purpose).in_(_PURPOSES[link])
    )
    found = (await session.exec(query.execution_options(populate_existing=True))).one_or_none()
    if found is None or found.user_id is None:
        raise NotFound(f"{link}_link_unknown", "This link is not one of ours, or a part of it is missing.")
    if found.used_at is not None:
        raise Conflict(f"{link}_link_used", "This link has been used or replaced. Each works once.")
    if found.expires_at <= now:
        raise Conflict(f"{link}_link_expired", "This link has expired. Ask for a new one.")
    return Proof(found.user_id, found.address, found.purpose)


async def use_token(session: AsyncSession, link: Link, token: str, now: datetime) -> Proof:
    """What a link proves, once: of several requests at the same moment one gets an answer.

    The account is locked until the transaction ends, before its tokens are: requests with different links
    for the same account wait for each other instead of blocking each other.

    Raises:
        NotFound: `<link>_link_unknown`.
        Conflict: `<link>_link_used` or `<link>_link_expired`.
    """
    proof = await read_token(session, link, token, now)
    await session.exec(select(User.id).where(User.id == proof.user_id).with_for_update())
    used = await session.exec(
        update(OneTimeToken)
        .where(col(OneTimeToken.digest) == _digest(token), col(OneTimeToken.used_at).is_(None))
        .values(used_at=now)
        .execution_options(synchronize_session=False)
    )
    if used.rowcount == 0:
        # Another request was faster, and has left the reason for the refusal.
        return await read_token(session, link, token, now)
    return proof


async def use_up(session: AsyncSession, user_id: UUID, purposes: Sequence[Purpose], now: datetime) -> None:
    """Makes a person's other links for these purposes worthless."""
    await session.exec(
        update(OneTimeToken)
        .where(
            col(OneTimeToken.user_id) == user_id,
            col(OneTimeToken.purpose).in_(purposes),
            col(OneTimeToken.used_at).is_(None),
        )
        .values(used_at=now)
        .execution_options(synchronize_session=False)
    )


async def pending_address(session: AsyncSession, user_id: UUID, now: datetime) -> str | None:
    """The new address whose reader can still confirm it, or None."""
    query = (
        select(OneTimeToken.address)
        .where(
            OneTimeToken.user_id == user_id,
            OneTimeToken.purpose == "change_address",
            col(OneTimeToken.used_at).is_(None),
            OneTimeToken.expires_at > now,
        )
        .order_by(col(OneTimeToken.expires_at).desc())
        .limit(1)
    )
    return (await session.exec(query)).one_or_none()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
