"""The context of account use-cases that open their own transactions."""

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.clock import Clock
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.server.gateways.supabase import SocialAuth
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.limits import Limits
from webdev_certs.settings import Settings


@dataclass(frozen=True)
class AccountContext:
    """One request about an account.

    Checking a password and asking a sign-in service take long, so no transaction is open while they run.

    Attributes:
        database: Where `transaction` begins.
        bank: The question bank; confirming an email can issue certificates.
        settings: The settings of this process.
        signing_key: Signs access tokens.
        hasher: Hashes and checks passwords.
        social_auth: Checks social sign-ins; None where they are not set up.
        clock: The time.
        rng: Chooses certificate numbers.
        limits: The rate limits for this caller.
        device: The caller's User-Agent header.
    """

    database: Database
    bank: Bank
    settings: Settings
    signing_key: SigningKey
    hasher: PasswordHasher
    social_auth: SocialAuth | None
    clock: Clock
    rng: random.Random
    limits: Limits
    device: str

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Context]:
        """Open a transaction that commits when the block ends without an error."""
        async with self.database.transaction() as db:
            yield Context(db, self.bank, self.settings, self.clock(), self.rng, self.signing_key)
