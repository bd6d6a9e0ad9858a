"""How fast certificates are verified."""

import asyncio
import random
from collections.abc import Callable, Sequence

from benchmarks.figures import ratio, show
from benchmarks.http_load import rate
from benchmarks.product import PORT
from benchmarks.verify_app import EMPTY_PATH

# The same server as the product's, with one worker.
SERVE = [
    *("granian", "--interface", "asgi", "--factory", "--host", "127.0.0.1", "--port", str(PORT)),
    *("--log-level", "error", "benchmarks.verify_app:create"),
]
_TARGET = 0.25
_ROUNDS = 5


def measure(numbers: Sequence[str]) -> None:
    """Show how many certificates are verified in the time of one request to a route that does nothing.

    Args:
        numbers: The numbers of existing certificates, which are requested in random order.
    """
    rng = random.Random()
    show("verify_ratio", ratio(asyncio.run(_rates(lambda: rng.choice(numbers)))), _TARGET, "higher")


async def _rates(draw: Callable[[], str]) -> list[tuple[float, float]]:
    """Return pairs of verifications and empty requests per second, measured in turn."""

    async def verifications() -> float:
        return await rate(PORT, lambda: f"/api/verify/{draw()}", b'"status":"valid"')

    async def nothings() -> float:
        return await rate(PORT, lambda: EMPTY_PATH, b"{}")

    for warm_up in (verifications, nothings):
        await warm_up()
    return [(await verifications(), await nothings()) for _ in range(_ROUNDS)]
