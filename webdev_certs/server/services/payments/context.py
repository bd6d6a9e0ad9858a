"""What the use-cases of payments work with.

A provider may take seconds to answer, and a transaction that waits for it keeps a connection, and on SQLite
everybody, from working. So these use-cases get no transaction from their caller: they open short ones before
and after asking, and `settlement` makes what lies between them safe (docs/decisions/0010).
"""

import logging
from collections.abc import Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from webdev_certs.sandbox.clock import Clock
from webdev_certs.server.domain.errors import Unavailable
from webdev_certs.server.gateways.payments import PaymentProvider, ProviderError
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.services.plans import PlanList
from webdev_certs.settings.settings import Settings

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class PaymentDesk:
    """Where payments are dealt with; one for the process.

    Attributes:
        database: for short transactions.
        settings: of this process.
        clock: the time.
        connected: the provider; None when its keys are missing.
        plans: what can be bought.
    """

    database: Database
    settings: Settings
    clock: Clock
    connected: PaymentProvider | None
    plans: PlanList

    @property
    def provider(self) -> PaymentProvider:
        """The provider.

        Raises:
            Unavailable: `payments_not_configured`.
        """
        if self.connected is None:
            raise not_configured()
        return self.connected

    @property
    def grace(self) -> timedelta:
        """How long access outlives a period that was paid for."""
        return timedelta(days=self.settings.payment_grace_days)

    def now(self) -> datetime:
        return self.clock()

    def transaction(self) -> AbstractAsyncContextManager[AsyncSession]:
        """A transaction that is committed at the end of its block; the provider is never asked in it."""
        return self.database.session_scope()


def not_configured() -> Unavailable:
    """The refusal where payments are not set up (specification §5)."""
    return Unavailable("payments_not_configured", "Stripe publishable key not configured")


@contextmanager
def asking(code: str, message: str) -> Iterator[None]:
    """Says in the words of a use-case that the provider did not do what it was asked.

    Raises:
        Unavailable: `code`, with the message for people.
    """
    try:
        yield
    except ProviderError as error:
        log.warning("%s: %s: %s", code, type(error).__name__, error)
        raise Unavailable(code, message) from error
