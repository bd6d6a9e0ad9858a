"""Rules for which checkouts may start."""

from datetime import datetime
from uuid import UUID

from sqlmodel import select

from webdev_certs.schemas.payments import CheckoutRequest
from webdev_certs.schemas.return_urls import is_own_path
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.errors import Conflict, InvalidInput
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.services.payments.entitlements import already_paid, sources
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _


def check_return_urls(settings: Settings, request: CheckoutRequest) -> None:
    """Accept only URLs on the product's own origins for the way back from Stripe.

    Raises:
        InvalidInput: `foreign_url`.
    """
    for field in ("success_url", "cancel_url"):
        if not _is_own_url(getattr(request, field), settings.allowed_origins):
            raise InvalidInput("foreign_url", _("This URL doesn’t belong to this site."), field=field)


async def refuse_second_purchase(db: AsyncSession, user_id: UUID, product_type: str, now: datetime) -> None:
    """Refuse a purchase of access that the user already has.

    Raises:
        Conflict: `already_paid` or `subscription_active`.
    """
    if LIFETIME in await sources(db, user_id, now):
        raise already_paid()
    states = await db.exec(
        select(Subscription.state).where(Subscription.user_id == user_id, Subscription.state != "ended")
    )
    running = set(states.all())
    # Lifetime access can be bought while a canceled subscription runs out, because that is not charged again.
    if running and not (product_type == LIFETIME and running == {"ending"}):
        raise Conflict(
            "subscription_active",
            _(
                "You already have a subscription. To change your plan, cancel it first. "
                "You keep your access until it ends."
            ),
        )


def _is_own_url(url: str, origins: list[str]) -> bool:
    origin = next((known for known in origins if url[: len(known)].lower() == known), None)
    return origin is not None and is_own_path(url[len(origin) :] or "/")
