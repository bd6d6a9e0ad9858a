"""The context of a request, a command, or a unit of background work."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession, Database
from webdev_certs.server.domain.errors import Unavailable
from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.server.gateways.language_model import LanguageModel
from webdev_certs.server.gateways.limits import RateLimiter
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.payments import PaymentProvider
from webdev_certs.server.gateways.plan_cache import PlanCache
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.settings import Settings
from webdev_certs.settings.limits import LimitSettings
from webdev_certs.shared.clock import Clock, utc_now
from webdev_certs.shared.translation import _


def _unlimited() -> Limits:
    return Limits(RateLimiter(b""), LimitSettings(enabled=False), ip="")


@dataclass(frozen=True, kw_only=True)
class Context:
    """What use-cases work with.

    Most use-cases get the context of a transaction, which the caller opened and commits. Some wait for
    something slow: hashing a password, or an answer of Stripe or of a sign-in service. A transaction that
    stays open for so long holds a database connection and, on SQLite, blocks every other writer. So these
    use-cases get the context without a transaction, and open short ones before and after.

    Attributes:
        database: Where `transaction` begins.
        bank: The question bank.
        settings: The settings of this process.
        signing_key: Signs access tokens, and derives the keys of hashes.
        clock: The current time.
        rng: Chooses items, orders and certificate numbers; a secure source outside tests.
        password_hasher: Hashes and checks passwords; None outside the API.
        social_auth: Checks social sign-ins; None where they are not set up.
        configured_provider: The payment provider; None if its keys are not set.
        language_model: The language model; None if none is configured.
        plans: The plans on offer.
        limits: The rate limits for the caller; outside requests, nothing is limited.
        device: The caller's User-Agent header.
        open_transaction: The transaction, if one is open.
        opened_at: When it was opened.
    """

    database: Database
    bank: Bank
    settings: Settings
    signing_key: SigningKey
    clock: Clock
    rng: random.Random
    password_hasher: PasswordHasher | None = None
    social_auth: SocialAuth | None = None
    configured_provider: PaymentProvider | None = None
    language_model: LanguageModel | None = None
    plans: PlanCache = field(default_factory=lambda: PlanCache(utc_now))
    limits: Limits = field(default_factory=_unlimited)
    device: str = ""
    open_transaction: AsyncSession | None = None
    opened_at: datetime | None = None

    @property
    def db(self) -> AsyncSession:
        """The open transaction.

        Raises:
            RuntimeError: None is open.
        """
        if self.open_transaction is None:
            raise RuntimeError("No transaction is open. Use `async with context.transaction() as …`.")
        return self.open_transaction

    @property
    def now(self) -> datetime:
        """The time at which everything in the transaction happens; the current time without a transaction."""
        return self.opened_at or self.clock()

    @property
    def hasher(self) -> PasswordHasher:
        """The password hasher, where callers from one network take turns with others.

        Raises:
            RuntimeError: Outside the API.
        """
        if self.password_hasher is None:
            raise RuntimeError("Passwords are hashed in requests only.")
        return self.password_hasher.for_caller(self.limits.network)

    @property
    def provider(self) -> PaymentProvider:
        """The payment provider. Never call it inside a transaction.

        Raises:
            Unavailable: `payments_not_configured`.
        """
        if self.configured_provider is None:
            raise payments_not_configured()
        return self.configured_provider

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator["Context"]:
        """Open a transaction that commits when the block ends without an error.

        Raises:
            RuntimeError: A transaction is open already.
        """
        if self.open_transaction is not None:
            raise RuntimeError("A transaction is open already. On SQLite, a second one would wait for it.")
        async with self.database.transaction() as db:
            yield self.within(db)

    def within(self, db: AsyncSession) -> "Context":
        """Return the context of a transaction that the caller opened and commits."""
        return replace(self, open_transaction=db, opened_at=self.clock())


def payments_not_configured() -> Unavailable:
    """Return the error for an installation without payment keys."""
    return Unavailable("payments_not_configured", _("Stripe publishable key not configured"))
