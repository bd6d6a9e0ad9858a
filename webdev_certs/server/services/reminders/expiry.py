"""Reminders that a certificate expires: two months and a week before."""

from collections.abc import Sequence

from sqlalchemy import ColumnElement, exists
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from webdev_certs.server.domain.mail import EXPIRY_REMINDERS
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.certificates import Certificate
from webdev_certs.server.models.mail import Reminder
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.mail.choices import can_get, queue_for
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.reminders import remind


async def queue_expiry(context: Context, reminders: Sequence[Reminder]) -> None:
    """Queue mails about valid certificates that nothing newer replaces, and plan the next reminders.

    A reminder that was due while no process ran says how many days are left now.
    """
    query = (
        select(Certificate, User, can_get("expiry") & col(Certificate.suspended_at).is_(None))
        .join(User, col(User.id) == col(Certificate.user_id))
        .where(
            col(Certificate.attempt_id).in_([reminder.about for reminder in reminders]),
            col(Certificate.expires_at) > context.now,
            is_needed(),
        )
    )
    for certificate, user, is_wanted in (await context.db.exec(query)).all():
        left = certificate.expires_at - context.now
        attempt_id = certificate.attempt_id
        assert attempt_id is not None
        if is_wanted:
            names = technology_names(context.bank, certificate.technology)
            await queue_for(
                context,
                user,
                "expiry",
                "certificate_expires",
                attempt_id,
                title=certificate.title,
                name=names.name,
                technology=certificate.technology,
                number=certificate.number,
                expires_at=certificate.expires_at,
                days=max(1, round(left.total_seconds() / 86_400)),
            )
        following = next((before for before in EXPIRY_REMINDERS if before < left), None)
        if following:
            await remind(context.db, user.id, "expiry", attempt_id, certificate.expires_at - following)


def is_needed() -> ColumnElement[bool]:
    """Return the condition on `Certificate` that it stands, even if suspended, and none is newer."""
    newer = aliased(Certificate)
    return (
        col(Certificate.revoked_at).is_(None)
        & col(Certificate.replaced_by).is_(None)
        & ~exists().where(
            col(newer.user_id) == col(Certificate.user_id),
            col(newer.technology) == col(Certificate.technology),
            col(newer.expires_at) > col(Certificate.expires_at),
            col(newer.revoked_at).is_(None),
            col(newer.replaced_by).is_(None),
        )
    )
