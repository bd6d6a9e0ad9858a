"""An HTTP server that answers every call with the same bytes, also with such that no library would send."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


def chunk(text: str = "", *, usage: str = "null", finish: str = "null") -> bytes:
    """Return one part of a streamed chat completion.

    Args:
        text: What it adds to the answer.
        usage: The usage as JSON.
        finish: The reason to finish as JSON.
    """
    choice = f'{{"index": 0, "delta": {{"content": "{text}"}}, "finish_reason": {finish}}}'
    return f'data: {{"id": "1", "choices": [{choice}], "usage": {usage}}}\n\n'.encode()


@asynccontextmanager
async def answering(response: bytes) -> AsyncIterator[tuple[str, list[bytes]]]:
    """Serve the response, and yield the base URL and the first lines of the calls that came."""
    calls: list[bytes] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        calls.append(await reader.readline())
        writer.write(response)
        try:
            await writer.drain()
            writer.close()
            await writer.wait_closed()
        except ConnectionError:
            # The client has read enough.
            pass

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        yield f"http://127.0.0.1:{port}/v1", calls
