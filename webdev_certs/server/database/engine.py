"""The engine and the transaction scope: SQLite in WAL mode, or PostgreSQL."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry
from sqlmodel import Session
from sqlmodel.ext.asyncio.session import AsyncSession

from webdev_certs.server.database.clock import DatabaseClock, read_clock
from webdev_certs.server.database.outage import DRIVER_ERRORS, DatabaseUnavailable, Outage
from webdev_certs.shared.clock import Clock, utc_now

T = TypeVar("T")

PATIENCE_SECONDS = 4
"""How long to wait for PostgreSQL: to connect, and for each statement."""
_POOL_SECONDS = 2
"""How long to wait for a free connection; less than in `readiness`, where a longer wait is an outage."""
_REST_SECONDS = 30
"""After so long without use, a connection is asked whether it still answers before it is used."""
_STATEMENTS = 500
"""How many prepared statements a connection keeps; preparing one is a round trip of its own."""
_FILE, _USED = "database_file", "used_at"


class PoolUse(NamedTuple):
    """How the connections of a pool are used.

    Attributes:
        in_use: Connections that are in use.
        most: The most connections at once.
        waiting: Calls that wait for a connection.
    """

    in_use: int
    most: int
    waiting: int


class _CountingPool(AsyncAdaptedQueuePool):
    """Counts the calls that wait for a connection, or for a new one to connect."""

    waiting = 0

    def _do_get(self) -> ConnectionPoolEntry:
        self.waiting += 1
        try:
            return super()._do_get()
        finally:
            self.waiting -= 1


class _SqliteThread:
    """Runs transactions one after the other in a thread, because SQLite has one writer at a time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self.calls = 0
        """How many transactions run or wait to run."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        # In the caller's context, which knows the language of error messages.
        context = copy_context()
        loop = asyncio.get_running_loop()
        self.calls += 1
        running = loop.run_in_executor(self._thread, lambda: context.run(self._transact, work))
        running.add_done_callback(self._count_end)
        return await running

    def close(self) -> None:
        """Wait for the running transaction and close the connection."""
        self._thread.submit(self._disconnect)
        self._thread.shutdown()

    def _count_end(self, _done: asyncio.Future[Any]) -> None:
        self.calls -= 1

    def _transact(self, work: Callable[[Connection], T]) -> T:
        # Kept open, because taking a connection from the engine takes as long as a query.
        self._connection = self._connection or self._engine.connect()
        with self._connection.begin():
            return work(self._connection)

    def _disconnect(self) -> None:
        if self._connection:
            # Not back to the pool, which may be disposed of already: that would leave the file open.
            self._connection.detach()
            self._connection.close()
        self._engine.dispose()


class Database:
    """One engine and its transactions; nothing connects before the first use."""

    def __init__(
        self,
        url: str,
        *,
        connections: int = 30,
        patience_seconds: float | None = PATIENCE_SECONDS,
        machine_clock: Clock = utc_now,
    ) -> None:
        """Create the engine.

        Args:
            url: Async SQLAlchemy URL (`sqlite+aiosqlite:///…` or `postgresql+asyncpg://…`).
            connections: The most connections to PostgreSQL at once.
            patience_seconds: How long a statement may take on PostgreSQL; None for as long as it needs.
            machine_clock: The clock that the database's is compared with.
        """
        self.url = make_url(url)
        self.outage = Outage()
        is_sqlite = self.url.get_backend_name() == "sqlite"
        self.clock = DatabaseClock(machine_clock, None if is_sqlite else lambda: self.read(read_clock))
        self.sqlite_file: Path | None = None
        self._sqlite_writes: _SqliteThread | None = None
        self._sqlite_reads: _SqliteThread | None = None
        self.session_class = type("DatabaseSession", (Session,), {})
        """A SQLAlchemy session class for this database only, so that listeners hear no other database."""
        self.sqlite_engine: Engine | None = None
        """The blocking engine, for threads; None on PostgreSQL."""
        # hide_parameters keeps emails and password hashes out of error messages, which are logged.
        if is_sqlite:
            if self.url.database and not self.url.database.startswith((":memory:", "file:")):
                self.sqlite_file = Path(self.url.database)
                # The file holds the emails and answers of all users.
                self.sqlite_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.engine = create_async_engine(self.url, hide_parameters=True, connect_args={"timeout": 30})
            self._listen_to_sqlite(self.engine.sync_engine)
            self.sqlite_engine = self._create_sqlite_engine()
            self._sqlite_writes = _SqliteThread(self.sqlite_engine)
            self._sqlite_reads = _SqliteThread(self.sqlite_engine)
        else:
            self.engine = create_async_engine(
                self.url,
                hide_parameters=True,
                poolclass=_CountingPool,
                # Without overflow, whose connections would be made anew under load.
                pool_size=connections,
                max_overflow=0,
                # The connection that was used last has the most statements prepared.
                pool_use_lifo=True,
                pool_timeout=_POOL_SECONDS,
                connect_args={
                    "timeout": PATIENCE_SECONDS,
                    "command_timeout": patience_seconds,
                    "prepared_statement_cache_size": _STATEMENTS,
                },
            )
            self._listen_to_postgresql(self.engine.sync_engine)
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")

    @property
    def engines(self) -> list[Engine]:
        """All engines of this database, for listeners."""
        return [self.engine.sync_engine, *([self.sqlite_engine] if self.sqlite_engine else [])]

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """Open a transaction: it commits when the block ends and rolls back when the block raises.

        Raises:
            DatabaseOverloaded: No connection was free in time.
            DatabaseUnavailable: The database cannot serve now.
        """
        with self.outage.watch():
            async with AsyncSession(
                self.engine, expire_on_commit=False, sync_session_class=self.session_class
            ) as db:
                yield db
                asked = db.in_transaction()
                await db.commit()
        if asked:
            self.outage.end()

    async def run(self, work: Callable[[Connection], T], *, autocommit: bool = False) -> T:
        """Run plain statements as one transaction: a fast path for the most frequent calls.

        With `transaction`, SQLite changes threads at every step of every statement; here once. Saving an
        answer takes 2 ms of the processor's time, instead of 3.5 ms (event, call and transaction together).

        A canceled caller stops waiting; a transaction that has begun still completes.

        Args:
            work: Is called with a connection, on SQLite in a thread. If it raises, the transaction rolls
                back.
            autocommit: Whether each statement may be a transaction of its own, which saves two round trips
                to PostgreSQL.

        Returns:
            What `work` returned, once it is committed.

        Raises:
            DatabaseOverloaded: No connection was free in time.
            DatabaseUnavailable: The database cannot serve now.
        """
        return await self._run(self._sqlite_writes, work, autocommit=autocommit)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run plain queries, as `run` with `autocommit`.

        On SQLite they have a thread of their own, so they never wait for a write that waits for a lock.
        """
        return await self._run(self._sqlite_reads, work, autocommit=True)

    def pool_use(self) -> PoolUse:
        """Return how the connections are used; on SQLite, how the one thread that writes is."""
        if self._sqlite_writes:
            calls = self._sqlite_writes.calls
            return PoolUse(min(calls, 1), 1, max(calls - 1, 0))
        pool = self.engine.sync_engine.pool
        assert isinstance(pool, _CountingPool)
        return PoolUse(pool.checkedout(), pool.size(), pool.waiting)

    async def dispose(self) -> None:
        """Close all connections."""
        for sqlite in (self._sqlite_writes, self._sqlite_reads):
            if sqlite:
                sqlite.close()
        await self.engine.dispose()

    async def _run(
        self, sqlite: _SqliteThread | None, work: Callable[[Connection], T], *, autocommit: bool
    ) -> T:
        with self.outage.watch():
            if sqlite:
                result = await sqlite.run(work)
            else:
                async with (self._autocommit if autocommit else self.engine).begin() as connection:
                    result = await connection.run_sync(work)
        self.outage.end()
        return result

    def _create_sqlite_engine(self) -> Engine:
        engine = create_engine(
            self.url.set(drivername="sqlite"), hide_parameters=True, connect_args={"timeout": 30}
        )
        self._listen_to_sqlite(engine)
        return engine

    def _listen_to_postgresql(self, engine: Engine) -> None:
        event.listen(engine, "connect", _note_use)
        event.listen(engine, "checkin", _note_use)
        event.listen(engine, "checkout", _check_connection)
        event.listen(engine, "handle_error", _close_after_timeout)

    def _listen_to_sqlite(self, engine: Engine) -> None:
        event.listen(engine, "connect", _configure_sqlite)
        if self.sqlite_file:
            event.listen(engine, "begin", self._check_file)

    def _check_file(self, connection: Connection) -> None:
        """Refuse a transaction if the file was removed; open the new file if it was replaced.

        SQLite would otherwise write to the removed file, and everything written would be lost.
        """
        assert self.sqlite_file
        try:
            found = self.sqlite_file.stat()
        except OSError as error:
            connection.invalidate()
            raise DatabaseUnavailable(f"the database file is missing: {error.strerror}") from error
        file = found.st_dev, found.st_ino
        if connection.info.setdefault(_FILE, file) != file:
            connection.invalidate()
            # After `invalidate`, reading `info` reconnects, to the new file.
            connection.info[_FILE] = file


def _note_use(_connection: object, record: ConnectionPoolEntry) -> None:
    record.info[_USED] = time.monotonic()


def _check_connection(connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
    """Replace a connection that PostgreSQL has closed, or that no longer answers after a rest.

    SQLAlchemy's `pool_pre_ping` asks before each use, with three round trips.

    Raises:
        DisconnectionError: The pool then connects anew.
    """
    if connection.driver_connection.is_closed():
        raise DisconnectionError
    if time.monotonic() - record.info[_USED] > _REST_SECONDS:
        try:
            connection.run_async(lambda driver: driver.execute("SELECT 1"))
        except DRIVER_ERRORS as error:
            raise DisconnectionError from error


def _close_after_timeout(context: ExceptionContext) -> None:
    """Close a connection on which a statement was not answered in time; others may answer."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True
        context.invalidate_pool_on_disconnect = False


def _configure_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # WAL lets readers work while a writer writes. NORMAL saves an fsync for each commit; a killed process
    # loses nothing, only a power cut can lose the last commits.
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=NORMAL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()
