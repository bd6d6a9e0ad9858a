"""What the export of all own data shows of payments."""

from typing import Any
from uuid import UUID

from sqlmodel import SQLModel, select

from webdev_certs.server.models.billing import Payment, Subscription
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.payments import Checkout, Customer, Entitlement, Purchase
from webdev_certs.schemas.export_billing import ExportedBilling


async def exported_billing(session: AsyncSession, user_id: UUID) -> ExportedBilling:
    """Paid access and how it came about, each list oldest first."""
    customer = await session.get(Customer, user_id)
    return ExportedBilling.model_validate(
        {
            "customer_id": customer.customer_id if customer else None,
            "entitlements": await _rows(session, Entitlement, user_id, Entitlement.granted_at),
            "checkouts": await _rows(session, Checkout, user_id, Checkout.created_at),
            "purchases": await _rows(session, Purchase, user_id, Purchase.fulfilled_at),
            "subscriptions": await _rows(session, Subscription, user_id, Subscription.started_at),
            "payments": await _rows(session, Payment, user_id, Payment.created_at),
        }
    )


async def _rows(session: AsyncSession, table: Any, user_id: UUID, oldest_first: Any) -> list[dict[str, Any]]:
    query = select(table).where(table.user_id == user_id).order_by(oldest_first)
    found: list[SQLModel] = list(await session.exec(query))
    return [row.model_dump() for row in found]
