"""The engine and the transaction scope: SQLite in WAL mode, or PostgreSQL."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession


class Database:
    """One engine and the sessions on it; nothing connects before first use."""

    def __init__(self, url: str) -> None:
        """Takes an async SQLAlchemy URL (`sqlite+aiosqlite:///…` or `postgresql+asyncpg://…`)."""
        self.url = make_url(url)
        # hide_parameters: errors end in the log, where addresses and hashes have no business.
        if self.url.get_backend_name() == "sqlite":
            if self.url.database:
                # Whoever can read the file can read everybody's address and answers.
                Path(self.url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.engine = create_async_engine(self.url, hide_parameters=True, connect_args={"timeout": 30})
            event.listen(self.engine.sync_engine, "connect", _configure_sqlite)
        else:
            self.engine = create_async_engine(
                self.url, hide_parameters=True, pool_size=10, max_overflow=20, pool_pre_ping=True
            )

    @asynccontextmanager
    async def session_scope(self) -> AsyncIterator[AsyncSession]:
        """One transaction: commits when the block ends, rolls back when it raises."""
        async with AsyncSession(self.engine, expire_on_commit=False) as session:
            yield session
            await session.commit()

    async def dispose(self) -> None:
        """Closes every connection."""
        await self.engine.dispose()


def _configure_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # WAL lets readers go on beside a writer; NORMAL survives a killed process (only a power cut can take
    # the last commits), and saves an fsync per answer.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
