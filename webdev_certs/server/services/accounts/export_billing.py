"""The billing part of a user's data export."""

from typing import Any
from uuid import UUID

from sqlmodel import SQLModel, select

from webdev_certs.schemas.export_billing import ExportedBilling
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.billing import Payment, Receipt, Subscription
from webdev_certs.server.models.payments import Checkout, Customer, Entitlement, Purchase
from webdev_certs.server.services.payments.billing import to_payment_record, to_subscription


async def exported_billing(db: AsyncSession, user_id: UUID) -> ExportedBilling:
    """Return a user's paid access, orders and payments, each list oldest first."""
    customer = await db.get(Customer, user_id)
    subscriptions = await _rows(db, Subscription, user_id, Subscription.started_at)
    payments = await _rows(db, Payment, user_id, Payment.created_at)
    return ExportedBilling.model_validate(
        {
            "customer_id": customer.customer_id if customer else None,
            "entitlements": await _dumped(db, Entitlement, user_id, Entitlement.granted_at),
            "checkouts": await _dumped(db, Checkout, user_id, Checkout.created_at),
            "purchases": await _dumped(db, Purchase, user_id, Purchase.fulfilled_at),
            "subscriptions": list(map(to_subscription, subscriptions)),
            "payments": list(map(to_payment_record, payments)),
            "receipts": await _dumped(db, Receipt, user_id, Receipt.queued_at),
        }
    )


async def _dumped(db: AsyncSession, table: Any, user_id: UUID, order: Any) -> list[dict[str, Any]]:
    rows: list[SQLModel] = await _rows(db, table, user_id, order)
    return [row.model_dump() for row in rows]


async def _rows(db: AsyncSession, table: Any, user_id: UUID, order: Any) -> list[Any]:
    query = select(table).where(table.user_id == user_id)
    # The primary key orders rows with the same time.
    return list(await db.exec(query.order_by(order, *table.__table__.primary_key)))
