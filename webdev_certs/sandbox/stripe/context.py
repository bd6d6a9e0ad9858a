"""How the pages read and change the account."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from webdev_certs.sandbox.stripe.account import Account, Config
from webdev_certs.sandbox.stripe.store import StoreThread

T = TypeVar("T")


@dataclass(frozen=True)
class Context:
    """Gives the pages access to the account; each call of `run` is one transaction."""

    config: Config
    thread: StoreThread
    on_change: Callable[[], None]
    """Called after each piece of work, because it may have recorded events to deliver."""

    async def run(self, work: Callable[[Account], T]) -> T:
        """Run `work` in a transaction and return its result."""
        try:
            return await self.thread.run(lambda store: work(Account(store, self.config)))
        finally:
            self.on_change()
