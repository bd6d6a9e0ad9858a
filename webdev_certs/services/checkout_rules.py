"""Which checkouts may begin."""

from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

from sqlmodel import select

from webdev_certs.server.domain.errors import Conflict, InvalidInput
from webdev_certs.server.domain.payments import LIFETIME
from webdev_certs.server.models.billing import Subscription
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.schemas.payments import CheckoutRequest
from webdev_certs.server.services.payments import already_paid, sources
from webdev_certs.settings.settings import Settings


def check_addresses(settings: Settings, wanted: CheckoutRequest) -> None:
    """Lets the provider send people back to our own pages alone.

    Raises:
        InvalidInput: `foreign_url`, `invalid_path`.
    """
    for field in ("success_url", "cancel_url"):
        if not _is_own(getattr(wanted, field), settings.allowed_origins):
            raise InvalidInput("foreign_url", "The address is not one of this site.", field=field)
    path = wanted.metadata.redirect_to
    if path is not None and not _is_own(f"{settings.origin}{path}", [settings.origin], path=path):
        raise InvalidInput("invalid_path", "This is not a path of this site.", field="metadata.redirectTo")


async def refuse_second_purchase(
    session: AsyncSession, user_id: UUID, product_type: str, now: datetime
) -> None:
    """Keeps people from paying for what they have.

    Raises:
        Conflict: `already_paid`, or `subscription_active`.
    """
    if LIFETIME in await sources(session, user_id, now):
        raise already_paid()
    states = await session.exec(
        select(Subscription.state).where(Subscription.user_id == user_id, Subscription.state != "ended")
    )
    running = set(states.all())
    # Lifetime access may follow a subscription that will charge nothing more.
    if running and not (product_type == LIFETIME and running == {"ending"}):
        raise Conflict(
            "subscription_active",
            "You have a subscription. To change to another plan, cancel it first: it stays until its end.",
        )


def _is_own(url: str, origins: list[str], path: str = "/") -> bool:
    # Browsers read backslashes as slashes, and leave out white space and control characters.
    if any(char.isspace() or not char.isprintable() or char == "\\" for char in url):
        return False
    if not path.startswith("/") or path.startswith("//"):
        return False
    try:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}".lower() in origins
    except ValueError:
        return False
