"""The context of the payment use-cases.

Stripe may take seconds to answer. A transaction that stays open for that long holds a database connection
and, on SQLite, blocks every other writer. So these use-cases do not get a transaction from their caller: they
open short ones before and after each call to Stripe. `sync` makes that safe (docs/decisions/0010).
"""

import logging
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.clock import Clock
from webdev_certs.server.domain.error_codes import UnavailableCode
from webdev_certs.server.domain.errors import Unavailable
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderError
from webdev_certs.server.services.payments.plan_cache import PlanCache
from webdev_certs.settings import Settings
from webdev_certs.shared.translation import _

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PaymentContext:
    """What the payment use-cases work with; one for the process.

    Attributes:
        database: opens the transactions.
        settings: the settings of this process.
        clock: the current time.
        configured_provider: the payment provider; None if its keys are not set.
        plans: the plans on offer.
    """

    database: Database
    settings: Settings
    clock: Clock
    configured_provider: PaymentProvider | None
    plans: PlanCache

    @property
    def provider(self) -> PaymentProvider:
        """The payment provider.

        Raises:
            Unavailable: `payments_not_configured`.
        """
        if self.configured_provider is None:
            raise not_configured()
        return self.configured_provider

    @property
    def grace_period(self) -> timedelta:
        """How long access lasts after a paid period whose renewal is due."""
        return timedelta(days=self.settings.payment_grace_days)

    def now(self) -> datetime:
        return self.clock()

    def transaction(self) -> AbstractAsyncContextManager[AsyncSession]:
        """Open a transaction that commits at the end of its block. Never call the provider inside it."""
        return self.database.transaction()


def not_configured() -> Unavailable:
    """Return the error for an installation without payment keys (specification §5)."""
    return Unavailable("payments_not_configured", _("Stripe publishable key not configured"))


@contextmanager
def provider_errors_as(code: UnavailableCode, message: str) -> Iterator[None]:
    """Turn errors of the payment provider into one domain error.

    Args:
        code: the code of the domain error.
        message: what the user reads, marked with `N_`.

    Raises:
        Unavailable: `code`, if the block raises a `ProviderError`.
    """
    try:
        yield
    except ProviderError as error:
        log.warning("%s: %s: %s", code, type(error).__name__, error)
        raise Unavailable(code, _(message)) from error
