"""Many concurrent requests over kept-alive connections, by a client that is faster than the server."""

import asyncio
import re
import time
from collections.abc import Callable

from benchmarks.product import Unmeasurable

_CONNECTIONS = 16
_SECONDS = 3.0
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


async def rate(port: int, path: Callable[[], str], expected: bytes) -> float:
    """Return how many GET requests are answered per second.

    Args:
        port: The port of the server on this machine.
        path: Returns the path of the next request.
        expected: A text that the body of every answer contains.

    Raises:
        Unmeasurable: An answer is not as expected.
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
                raise Unmeasurable(f"unexpected answer:\n{head.decode()}{body.decode()}")
            times += 1
        writer.close()
        return times

    times = sum(await asyncio.gather(*(repeat() for _ in range(_CONNECTIONS))))
    return times / (time.perf_counter() - start)
