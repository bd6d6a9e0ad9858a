"""How pages work on the account."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from webdev_certs.sandbox.stripe.account import Account, Config
from webdev_certs.sandbox.stripe.store import StoreThread

T = TypeVar("T")


@dataclass(frozen=True)
class Desk:
    """Takes work and has it done, each piece in a transaction of its own."""

    config: Config
    thread: StoreThread
    after: Callable[[], None]
    """Says that something may have changed."""

    async def do(self, work: Callable[[Account], T]) -> T:
        """Does the work and returns what it returns."""
        try:
            return await self.thread.run(lambda store: work(Account(store, self.config)))
        finally:
            self.after()
