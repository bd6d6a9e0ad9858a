"""The transport to an API in the same process."""

import asyncio

import httpx


class InProcess(httpx.ASGITransport):
    """Completes every request it has sent, as a network would, even if the caller is canceled.

    Reflex cancels event handlers that a newer event replaces. Canceling the API in the middle of a
    transaction would leave the transaction to the garbage collector.
    """

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await asyncio.shield(super().handle_async_request(request))
