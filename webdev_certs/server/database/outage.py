"""Recognize that the database is unavailable: stopped, frozen, unreachable, or not writable."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import asyncpg
from sqlalchemy import exc

log = logging.getLogger(__name__)

# SQLSTATE classes (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection failures,
# resources such as a full disk, a shutdown by an operator, system errors, refused logins. Then two single
# codes: a read-only server, and a lock that was not released in time.
_UNAVAILABLE = ("08", "53", "57", "58", "28", "25006", "55P03")
_DRIVER_ERRORS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class DatabaseUnavailable(Exception):
    """The database cannot serve now. Its message names the reason, without personal data."""


class Outage:
    """Logs one line when the database becomes unavailable and one when it is back, not one for each call."""

    def __init__(self) -> None:
        self._lasts = False

    @contextmanager
    def watch(self) -> Iterator[None]:
        """Raise every failure of the database inside the block as `DatabaseUnavailable`.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """
        try:
            yield
        except DatabaseUnavailable as error:
            self._begin(error)
            raise
        except (exc.SQLAlchemyError, *_DRIVER_ERRORS) as error:
            if not is_unavailable(error):
                raise
            unavailable = DatabaseUnavailable(_reason(error))
            self._begin(unavailable)
            raise unavailable from error

    def end(self) -> None:
        """Note that a statement was answered. That a block ended well says less: it may have run none."""
        if self._lasts:
            self._lasts = False
            log.warning("The database answers again")

    def _begin(self, error: DatabaseUnavailable) -> None:
        if not self._lasts:
            self._lasts = True
            log.error("The database does not answer: %s", error)


def is_unavailable(error: Exception) -> bool:
    """Return whether an error of SQLAlchemy or a driver says that the database cannot serve now.

    Errors in the product's own statements, such as an unknown table or a broken constraint, do not.
    """
    if isinstance(error, exc.TimeoutError):
        # All connections are in use.
        return True
    if not isinstance(error, exc.DBAPIError):
        return isinstance(error, _DRIVER_ERRORS)
    if error.connection_invalidated or isinstance(error, exc.InterfaceError):
        return True
    if isinstance(error.orig, sqlite3.OperationalError):
        # SQLITE_ERROR is a fault of the statement; the others are locks, files and disks.
        return getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR
    return str(getattr(error.orig, "sqlstate", None) or "").startswith(_UNAVAILABLE)


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, exc.DBAPIError) and error.orig else error
    text = str(cause).partition("\n")[0]
    return f"{type(cause).__name__}: {text}" if text else type(cause).__name__
