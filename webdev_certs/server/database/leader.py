"""One leader among the processes that share a database."""

import fcntl
from contextlib import AsyncExitStack, suppress
from typing import IO, Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from webdev_certs.server.database.engine import Database

_LOCK = 7_239_842
"""The number of the lock in PostgreSQL; `migrations` has the one before."""
# Without keepalives, PostgreSQL would keep the lock of a machine that lost its power for two hours.
_TAKE = f"""
    SELECT pg_try_advisory_lock({_LOCK}), set_config('tcp_keepalives_idle', '10', false),
        set_config('tcp_keepalives_interval', '5', false), set_config('tcp_keepalives_count', '3', false)
"""


class Leader:
    """Leads while it holds a lock, which ends with the process however that ends.

    PostgreSQL has an advisory lock for this, which belongs to a connection that is kept open. For SQLite a
    file beside the database is locked, because commands may run beside the one process.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._file: IO[str] | None = None

    async def try_to_lead(self) -> bool:
        """Take the lock or confirm that it is still held, and return whether this process leads.

        Raises:
            DatabaseUnavailable: The database does not answer.
        """
        if self._database.url.get_backend_name() == "sqlite":
            return self._lock_file()
        with self._database.outage.watch():
            leads = await self._still_leads() or await self._take()
        self._database.outage.end()
        return leads

    async def resign(self) -> None:
        """Give the lock up, if it is held."""
        if self._file:
            self._file.close()
            self._file = None
        if self._connection:
            with suppress(SQLAlchemyError):
                await self._connection.close()
            # SQLAlchemy leaves a detached connection open once it has failed, and with it the lock.
            self._driver.terminate()
            self._connection = None

    async def _still_leads(self) -> bool:
        if self._connection:
            try:
                await self._connection.exec_driver_sql("SELECT 1")
            except SQLAlchemyError:
                # The lock is gone with the connection.
                await self.resign()
        return self._connection is not None

    async def _take(self) -> bool:
        async with AsyncExitStack() as stack:
            connection = await stack.enter_async_context(self._database.engine.connect())
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            if (await connection.exec_driver_sql(_TAKE)).scalar_one():
                self._driver = (await connection.get_raw_connection()).driver_connection
                # The pool keeps its size for calls, and does not get the connection back with the lock.
                await connection.run_sync(Connection.detach)
                self._connection = connection
                stack.pop_all()
        return self._connection is not None

    def _lock_file(self) -> bool:
        if self._database.sqlite_file and self._file is None:
            file = self._database.sqlite_file.with_name(f"{self._database.sqlite_file.name}.jobs").open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                return False
            self._file = file
        return True
