"""The context of a use-case: one transaction, and what it needs."""

import random
from dataclasses import dataclass
from datetime import datetime

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.settings import Settings


@dataclass(frozen=True)
class Context:
    """One transaction, with everything that use-cases need in it.

    Attributes:
        db: The transaction; the caller that opened it commits.
        bank: The question bank.
        settings: The settings of this process.
        now: The one time at which everything in the transaction happens.
        rng: Chooses items, orders and certificate numbers; a secure source outside tests.
        signing_key: Derives the keys of hashes.
    """

    db: AsyncSession
    bank: Bank
    settings: Settings
    now: datetime
    rng: random.Random
    signing_key: SigningKey
