"""The database's time, which all processes that share it go by."""

import logging
import time
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from webdev_certs.server.database.outage import DatabaseUnavailable
from webdev_certs.shared.clock import Clock

log = logging.getLogger(__name__)
MOST_DIFFERENCE = timedelta(seconds=5)
"""How far a machine's clock may be from the database's before somebody has to set it."""


class Reading(NamedTuple):
    """One look at the database's clock.

    Attributes:
        before: This process's monotonic time in seconds, before the question was sent.
        shown: What the database's clock showed.
        after: The monotonic time when the answer was there.
    """

    before: float
    shown: datetime
    after: float


class DatabaseClock:
    """Shows the database's time without a round trip.

    It is the monotonic time of this process plus an offset, which `measure` learns from the database. So a
    machine whose clock is wrong, or is set while the process runs, has the same time as all others. SQLite
    has no clock of its own: there the time is the machine's.
    """

    def __init__(
        self,
        machine: Clock,
        read: Callable[[], Awaitable[Reading]] | None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Start a clock that does not know the time until it is measured.

        Args:
            machine: The machine's clock.
            read: Asks the database for its time; None if that is the machine's.
            monotonic: The monotonic time in seconds.
        """
        self._machine = machine
        self._read = read
        self._monotonic = monotonic
        self._zero: datetime | None = None
        """The database's time when the monotonic time was 0."""
        self._differs = False

    def __call__(self) -> datetime:
        """Return the time, timezone-aware in UTC.

        Raises:
            DatabaseUnavailable: The database has never answered, so its time is unknown.
        """
        if self._read is None:
            return self._machine()
        if self._zero is None:
            raise DatabaseUnavailable("it has not told the time yet")
        return self._zero + timedelta(seconds=self._monotonic())

    def difference(self) -> timedelta | None:
        """Return how far the machine's clock is ahead of the database's; None while that is unknown."""
        if self._read is None:
            return timedelta()
        return None if self._zero is None else self._machine() - self()

    async def measure(self) -> None:
        """Ask the database for its time, correct this clock, and log when the machine's begins to differ.

        The database read its clock after the question left and before the answer came. This clock moves only
        as far as that requires, so slow answers do not make it jump. It begins with the machine's time.

        Raises:
            DatabaseUnavailable: The database does not answer.
        """
        if self._read is None:
            return
        before, shown, after = await self._read()
        zero = self._zero or self._machine() - timedelta(seconds=self._monotonic())
        self._zero = min(max(zero, shown - timedelta(seconds=after)), shown - timedelta(seconds=before))
        difference = self._machine() - self()
        if (abs(difference) > MOST_DIFFERENCE) != self._differs:
            self._differs = not self._differs
            log.warning(
                "The clock of this machine is %+.1f s from the database's", difference.total_seconds()
            )


def read_clock(connection: Connection) -> Reading:
    """Ask PostgreSQL for its time, not for that at which the transaction began."""
    before = time.monotonic()
    shown = connection.exec_driver_sql("SELECT clock_timestamp()").scalar_one()
    return Reading(before, shown, time.monotonic())
