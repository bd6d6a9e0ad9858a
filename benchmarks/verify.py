"""How fast anyone's question about a certificate is answered."""

import asyncio
import random
from collections.abc import Callable, Sequence

from benchmarks.figures import ratio, show
from benchmarks.http_load import rate
from benchmarks.product import PORT
from benchmarks.verify_app import EMPTY_PATH

# The product is served the same way, with one worker.
SERVE = [
    *("granian", "--interface", "asgi", "--factory", "--host", "127.0.0.1", "--port", str(PORT)),
    *("--log-level", "error", "benchmarks.verify_app:create"),
]
_TARGET = 0.5
_ROUNDS = 5


def measure(numbers: Sequence[str]) -> None:
    """Shows how many certificates are looked up in the time of one request to a route that does nothing.

    Args:
        numbers: of existing certificates; they are asked for in random order.
    """
    rng = random.Random()
    show("verify_ratio", ratio(asyncio.run(_rates(lambda: rng.choice(numbers)))), _TARGET, "higher")


async def _rates(draw: Callable[[], str]) -> list[tuple[float, float]]:
    """Verifications and empty requests a second, in turn."""

    async def verifications() -> float:
        return await rate(PORT, lambda: f"/api/verify/{draw()}", b'"status":"valid"')

    async def nothings() -> float:
        return await rate(PORT, lambda: EMPTY_PATH, b"{}")

    for warm_up in (verifications, nothings):
        await warm_up()
    return [(await verifications(), await nothings()) for _ in range(_ROUNDS)]
