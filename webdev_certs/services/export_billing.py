"""What is stored about a person's payments, for themselves."""

from typing import Any, TypeVar
from uuid import UUID

from sqlmodel import SQLModel, col, select

from webdev_certs.models.billing import Payment, Subscription
from webdev_certs.models.database import AsyncSession
from webdev_certs.models.payments import Checkout, Customer, Entitlement, Purchase
from webdev_certs.schemas.base import Response
from webdev_certs.schemas.export import (
    ExportedBilling,
    ExportedCheckout,
    ExportedEntitlement,
    ExportedPayment,
    ExportedPurchase,
    ExportedSubscription,
)

Shown = TypeVar("Shown", bound=Response)


async def export_billing(session: AsyncSession, user_id: UUID) -> ExportedBilling:
    """All of it, the oldest first; card numbers are the provider's alone."""
    customer = await session.get(Customer, user_id)
    return ExportedBilling(
        customer_id=customer.customer_id if customer else None,
        entitlements=await _rows(
            session, user_id, Entitlement, col(Entitlement.granted_at), ExportedEntitlement
        ),
        checkouts=await _rows(session, user_id, Checkout, col(Checkout.created_at), ExportedCheckout),
        purchases=await _rows(session, user_id, Purchase, col(Purchase.fulfilled_at), ExportedPurchase),
        subscriptions=await _rows(
            session, user_id, Subscription, col(Subscription.started_at), ExportedSubscription
        ),
        payments=await _rows(session, user_id, Payment, col(Payment.created_at), ExportedPayment),
    )


async def _rows(
    session: AsyncSession, user_id: UUID, table: type[Any], order: Any, shown: type[Shown]
) -> list[Shown]:
    """A person's rows of a table, as they are shown."""
    found = await session.exec(select(table).where(table.user_id == user_id).order_by(order))
    rows: list[SQLModel] = list(found)
    return [shown.model_validate(row.model_dump()) for row in rows]
