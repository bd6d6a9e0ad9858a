"""Sync users whose webhooks are overdue.

Webhooks get lost, or were never set up. So a background job syncs users with a subscription whose period
is over, a failed renewal, or an open checkout. No request waits for it.
"""

import logging
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import CompoundSelect, literal_column, or_, union
from sqlmodel import col, select, update

from webdev_certs.server.gateways.payments import ProviderError, ProviderRefused
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.models.payments import Checkout, Customer
from webdev_certs.server.services.payments.sync import sync_payments
from webdev_certs.server.services.shared.context import Context

log = logging.getLogger(__name__)

OVERDUE_AFTER = timedelta(hours=2)
"""How long to wait for a webhook. Stripe charges a renewal about an hour after the period ends."""
RETRY_AFTER = timedelta(hours=6)
"""How long until the same user is synced again, whatever Stripe answered."""

_BATCH = 5


async def sync_overdue(context: Context) -> None:
    """Sync all users whose webhooks are overdue. Stop at the first sign that Stripe does not answer.

    Users who could not be synced keep the access that the database gives them, with its grace period.
    """
    while user_ids := await _claim(context):
        for user_id in user_ids:
            try:
                await sync_payments(context, user_id)
            except ProviderRefused as refusal:
                # This concerns one user, e.g. because their customer was deleted at Stripe.
                log.warning("An overdue user could not be synced: %s", refusal)
            except ProviderError as error:
                log.warning("Overdue users are synced later: %s: %s", type(error).__name__, error)
                return


async def _claim(context: Context) -> list[UUID]:
    """Take some overdue users, those that have waited longest first."""
    now = context.now
    is_overdue = col(Customer.user_id).in_(_overdue_users(now - OVERDUE_AFTER))
    last_claimed = col(Customer.reconciled_at)
    is_due = or_(last_claimed.is_(None), last_claimed < now - RETRY_AFTER)
    due = (
        select(Customer.user_id)
        .where(is_due, is_overdue)
        .order_by(last_claimed.asc().nulls_first())
        .limit(_BATCH)
        .with_for_update(skip_locked=True)
    )
    # As in the outbox: rows that another process is claiming are skipped, or are no longer due.
    claimed = (
        update(Customer)
        .where(col(Customer.user_id).in_(due), is_due)
        .values(reconciled_at=now)
        .returning(col(Customer.user_id))
    )
    async with context.database.transaction() as db:
        return list((await db.exec(claimed)).scalars())


def _overdue_users(since: datetime) -> CompoundSelect[Any]:
    """Select the users whose webhook is overdue since then.

    Uses three selects with literal states: otherwise the databases would not use the partial indexes.
    """
    state, checkout_state = col(Subscription.state), col(Checkout.state)
    return union(
        select(Subscription.user_id).where(
            state != literal_column("'ended'"), col(Subscription.period_end) < since
        ),
        select(Subscription.user_id).where(state == literal_column("'past_due'")),
        select(Checkout.user_id).where(
            checkout_state == literal_column("'open'"),
            col(Checkout.checkout_session_id).is_not(None),
            col(Checkout.created_at) < since,
        ),
    )
