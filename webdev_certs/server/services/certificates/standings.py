"""How a score compares with those of everybody who took the same test here."""

import asyncio
from bisect import bisect_left
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from sqlalchemy import Connection, func, select
from sqlmodel import SQLModel

from webdev_certs.schemas.certificates import Verification
from webdev_certs.server.database.engine import Database

MIN_LEARNERS = 200
"""With fewer learners nothing is said: a share of them would be mostly chance."""
_KEPT = timedelta(hours=1)
_ATTEMPTS = SQLModel.metadata.tables["attempts"].c
_BEST = (
    select(_ATTEMPTS.technology, func.max(_ATTEMPTS.score).label("best"))
    .where(_ATTEMPTS.score.is_not(None), _ATTEMPTS.submitted_at.is_not(None), _ATTEMPTS.mock.is_(False))
    # Everybody counts once, however often they tried.
    .group_by(_ATTEMPTS.technology, _ATTEMPTS.user_id)
    .subquery()
)
_COUNTS = select(_BEST.c.technology, _BEST.c.best, func.count()).group_by(_BEST.c.technology, _BEST.c.best)


@dataclass(frozen=True)
class Standing:
    """A score among the best scores of all learners."""

    higher_than_percent: int
    """The share of learners whose best score is lower, rounded down."""
    learners: int


class ScoreStandings:
    """Counts the best scores of the learners of each technology, once an hour."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._scores: dict[str, tuple[list[int], list[int]]] = {}
        """Technology → scores in order, and how many learners have a lower one than each; at the end, all."""
        self._read_at: datetime | None = None
        self._lock = asyncio.Lock()

    async def find(self, technology: str, score: int, now: datetime) -> Standing | None:
        """Return how a score compares, or None if too few learners have one.

        Raises:
            DatabaseUnavailable: The database cannot serve now.
        """
        async with self._lock:
            if self._read_at is None or now - self._read_at >= _KEPT:
                self._scores, self._read_at = await self._database.read(_read), now
        scores, below = self._scores.get(technology, ([], [0]))
        learners = below[-1]
        if learners < MIN_LEARNERS:
            return None
        place = bisect_left(scores, score)
        return Standing(100 * below[place] // learners, learners)


def _read(connection: Connection) -> dict[str, tuple[list[int], list[int]]]:
    counts: dict[str, dict[int, int]] = {}
    for technology, score, learners in connection.execute(_COUNTS):
        counts.setdefault(technology, {})[score] = learners
    return {
        technology: (sorted(found), [0, *accumulate(found[score] for score in sorted(found))])
        for technology, found in counts.items()
    }


async def with_standing(standings: ScoreStandings, found: Verification, now: datetime) -> Verification:
    """Return a certificate with how its score compares, if it shows its score and enough learners have one.

    Raises:
        DatabaseUnavailable: As `ScoreStandings.find`.
    """
    # A specimen has taken no test.
    if found.score is None or found.score_meaning is None or found.status == "sample":
        return found
    standing = await standings.find(found.technology, found.score, now)
    if standing is None:
        return found
    compared = {"higher_than_percent": standing.higher_than_percent, "learners": standing.learners}
    return found.model_copy(update={"score_meaning": found.score_meaning.model_copy(update=compared)})
