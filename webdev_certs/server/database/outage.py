"""Recognize that the database is unavailable (stopped, frozen, unreachable, not writable) or overloaded."""

import logging
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy import exc

log = logging.getLogger(__name__)

# SQLSTATE classes (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection failures,
# resources such as a full disk, a shutdown by an operator, system errors, refused logins. Then single
# codes: a read-only server, a lock that was not released in time, and a deadlock, such as with a migration.
_UNAVAILABLE = ("08", "53", "57", "58", "28", "25006", "55P03", "40P01")
DRIVER_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
"""What the drivers raise themselves."""
QUIET_SECONDS = 60
"""An overload ends when no call was refused for so long, because until then some are served and some not."""


class DatabaseUnavailable(Exception):
    """The database cannot serve now. Its message names the reason, without personal data."""


class DatabaseOverloaded(DatabaseUnavailable):
    """No connection was free in time; those in use are answered."""


class Outage:
    """Logs one line when the database becomes unavailable and one when it is back, not one for each call.

    The same for an overload, which is no outage.

    Attributes:
        lasts: Whether the database is unavailable.
        is_overloaded: Whether calls are refused, or were in the last minute, because no connection is free.
    """

    def __init__(self, seconds: Callable[[], float] = time.monotonic) -> None:
        """Begin without an outage.

        Args:
            seconds: A monotonic clock.
        """
        self.lasts = False
        self.is_overloaded = False
        self._seconds = seconds
        self._refused_at = 0.0

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Raise every failure of the database inside the block as `DatabaseUnavailable`.

        Raises:
            DatabaseOverloaded: No connection was free in time.
            DatabaseUnavailable: The database cannot serve now.
        """
        try:
            yield
        except DatabaseUnavailable as error:
            self._begin(error)
            raise
        except (exc.SQLAlchemyError, *DRIVER_ERRORS) as error:
            if not is_unavailable(error):
                raise
            kind = DatabaseOverloaded if _is_overload(error) else DatabaseUnavailable
            unavailable = kind(_reason(error))
            self._begin(unavailable)
            raise unavailable from error

    def end(self) -> None:
        """Note that a statement was answered. That a block ended well says less: it may have run none."""
        if self.lasts:
            self.lasts = False
            log.warning("The database answers again")
        if self.is_overloaded and self._seconds() - self._refused_at >= QUIET_SECONDS:
            self.is_overloaded = False
            log.warning("No longer overloaded: for a minute, connections to the database were free in time")

    def _begin(self, error: DatabaseUnavailable) -> None:
        if isinstance(error, DatabaseOverloaded):
            self._refuse(error)
        elif not self.lasts:
            self.lasts = True
            log.error("The database does not answer: %s", error)

    def _refuse(self, error: DatabaseOverloaded) -> None:
        if not self.is_overloaded:
            self.is_overloaded = True
            log.error("Overloaded: no connection to the database is free: %s", error)
        self._refused_at = self._seconds()


def is_unavailable(error: Exception) -> bool:
    """Return whether an error of SQLAlchemy or a driver says that the database cannot serve now.

    Errors in the product's own statements, such as an unknown table or a broken constraint, do not.
    """
    if _is_overload(error):
        return True
    if not isinstance(error, exc.DBAPIError):
        return isinstance(error, DRIVER_ERRORS)
    if error.connection_invalidated or isinstance(error, exc.InterfaceError):
        return True
    if isinstance(error.orig, sqlite3.OperationalError):
        # SQLITE_ERROR is a fault of the statement; the others are locks, files and disks.
        return getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR
    return str(getattr(error.orig, "sqlstate", None) or "").startswith(_UNAVAILABLE)


def _is_overload(error: Exception) -> bool:
    """Return whether all connections are in use: those of the pool, or those that PostgreSQL allows."""
    return isinstance(error, exc.TimeoutError | asyncpg.TooManyConnectionsError)


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, exc.DBAPIError) and error.orig else error
    text = str(cause).partition("\n")[0]
    return f"{type(cause).__name__}: {text}" if text else type(cause).__name__
