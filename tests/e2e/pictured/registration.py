"""Registering the accounts behind the pictures."""

from collections.abc import Iterator
from itertools import count

from tests.e2e.learning import ApiLearner
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

PASSWORD = "seven plain horses"


class Registration:
    """Registers accounts on a running product."""

    def __init__(self, product: Product) -> None:
        self.product = product
        self._numbers: Iterator[int] = count(1)

    def newcomer(self, name: str = "Grace Hopper", *, confirmed: bool = True) -> ApiLearner:
        """Register somebody."""
        email = f"pictured.{next(self._numbers)}@example.com"
        return ApiLearner.register(self.product, name, email, confirmed=confirmed)

    def member(self, name: str = "Ada Lovelace") -> ApiLearner:
        """Register somebody with access."""
        learner = self.newcomer(name)
        self.product.command("access", "grant", learner.email, "--yes")
        return learner

    def link(self, email: str, page: str) -> str:
        """Return the path of a page with the token that was mailed."""
        return mailed_link(self.product, email, page).removeprefix(self.product.url)
