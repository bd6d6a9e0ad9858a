"""The way to an API in the same process."""

import asyncio

import httpx


class InProcess(httpx.ASGITransport):
    """A request that was sent is completed, as over a network, even when whoever sent it is cancelled.

    Reflex cancels handlers when a newer event takes their place; in the middle of a transaction that would
    leave it to the garbage collector to end it.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await asyncio.shield(super().handle_async_request(request))
