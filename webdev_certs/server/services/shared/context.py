"""What most use-cases of tests, practice and certificates work with."""

import random
from dataclasses import dataclass
from datetime import datetime

from webdev_certs.server.content.bank import Bank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.settings.settings import Settings


@dataclass(frozen=True)
class Context:
    """One request's surroundings.

    Attributes:
        session: the transaction; whoever opened it commits.
        bank: the question bank.
        settings: of this process.
        now: the request's moment; everything in it happens at this one time.
        rng: chooses items, orders and certificate numbers; a secure source outside tests.
    """

    session: AsyncSession
    bank: Bank
    settings: Settings
    now: datetime
    rng: random.Random
