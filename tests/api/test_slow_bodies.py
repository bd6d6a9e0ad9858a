"""Requests whose body never ends."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from tests.api.accounts.test_auth import problem
from tests.factories import registration
from webdev_certs.server.api.middleware import CallRules

pytestmark = pytest.mark.one_database


async def test_a_body_that_never_ends_is_refused(api_app: FastAPI):
    """The middleware is that of the API, but with a shorter time limit."""
    api_app.user_middleware[:] = []
    api_app.add_middleware(CallRules, body_seconds=0.1)

    async def endless() -> AsyncIterator[bytes]:
        yield b'{"email": '
        await asyncio.Event().wait()

    transport = httpx.ASGITransport(api_app)
    async with httpx.AsyncClient(transport=transport, base_url="http://api.test") as client:
        headers = {"Content-Type": "application/json"}
        slow = await client.post("/api/auth/login", content=endless(), headers=headers)
        problem(slow, 408, "body_too_slow")
        assert (await client.post("/api/auth/register", json=registration())).status_code == 201
