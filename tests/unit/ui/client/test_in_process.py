"""Requests within the process complete like those over a network, whether or not the caller waits."""

import asyncio

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from webdev_certs.ui.client import InProcess


async def test_a_request_is_completed_when_its_sender_is_canceled():
    arrived, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        arrived.set()
        await go_on.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
        done.set()

    async with httpx.AsyncClient(transport=InProcess(app)) as http:
        sender = asyncio.create_task(http.post("http://api.test/"))
        await arrived.wait()
        sender.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sender
        go_on.set()
        await asyncio.wait_for(done.wait(), 5)
