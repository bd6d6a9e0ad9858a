"""Many requests at once over kept-alive connections, so cheaply that the server is what is measured."""

import asyncio
import re
import time
from collections.abc import Callable

from benchmarks.product import Unmeasurable

_CONNECTIONS = 16
_SECONDS = 3.0
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


async def rate(port: int, path: Callable[[], str], expected: bytes) -> float:
    """How many GET requests a second are answered.

    Args:
        port: of the server on this machine.
        path: the next request's.
        expected: what the body of every answer contains.

    Raises:
        Unmeasurable: an answer is not the expected one.
    """
    start = time.perf_counter()

    async def repeat() -> int:
        times = 0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        while time.perf_counter() - start < _SECONDS:
            writer.write(f"GET {path()} HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            length = _LENGTH.search(head)
            body = await reader.readexactly(int(length[1]) if length else 0)
            if not head.startswith(b"HTTP/1.1 200 ") or expected not in body:
                raise Unmeasurable(f"not the answer that was expected:\n{head.decode()}{body.decode()}")
            times += 1
        writer.close()
        return times

    times = sum(await asyncio.gather(*(repeat() for _ in range(_CONNECTIONS))))
    return times / (time.perf_counter() - start)
