"""Accounts for learners of a run."""

import asyncio
import itertools
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlmodel import col, update

from benchmarks.load.measurements import Failed
from webdev_certs.server.models import User

_AT_ONCE = 4
PASSWORD = "seven plain horses"


@dataclass
class Accounts:
    """Registers learners over the API, and confirms their emails in the database.

    Attributes:
        client: The client of the API.
        engine: The database of the product.
    """

    client: httpx.AsyncClient
    engine: AsyncEngine
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    _run: str = field(default_factory=lambda: os.urandom(4).hex())
    _ready: list[dict[str, Any]] = field(default_factory=list)

    async def prepare(self, number: int) -> None:
        """Register so many learners before the run; hashing their passwords takes the server a while."""
        turns = asyncio.Semaphore(_AT_ONCE)

        async def register() -> None:
            async with turns:
                self._ready.append(await self._register())

        await asyncio.gather(*(register() for _ in range(number)))

    async def take(self) -> dict[str, Any]:
        """Return an account that nobody has taken: the API's answer to its registration.

        Raises:
            Failed: None is left, and the product does not register another one.
        """
        try:
            return self._ready.pop() if self._ready else await self._register()
        except httpx.HTTPError as error:
            raise Failed(f"registration, {type(error).__name__}") from error

    async def _register(self) -> dict[str, Any]:
        """Create an account with a confirmed email."""
        email = f"learner{next(self._numbers)}-{self._run}@example.com"
        form = {"full_name": "Ada Lovelace", "email": email, "password": PASSWORD, "accept_terms": True}
        response = await self.client.post("/api/auth/register", json=form)
        account = response.raise_for_status().json()
        async with self.engine.begin() as connection:
            is_theirs = col(User.email) == email
            await connection.execute(
                update(User).where(is_theirs).values(email_confirmed_at=datetime.now(UTC))
            )
        return account
