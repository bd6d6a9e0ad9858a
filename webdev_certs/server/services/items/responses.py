"""Read the answers to certification items from the attempts that have ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.models.exams import Attempt, AttemptItem


@dataclass(frozen=True)
class Answer:
    """What one learner did with one item.

    Attributes:
        item_id: The item.
        version: Its version.
        correct: Whether the answer is correct; False for an item that was left without an answer.
        response: The answer in the bank's ids; None without one.
        seconds: The time since the item was shown, or since the answer before where that was not recorded;
            None without an answer.
    """

    item_id: str
    version: int
    correct: bool
    response: dict[str, Any] | None
    seconds: float | None


@dataclass(frozen=True)
class AnsweredAttempt:
    """One attempt that has ended: its score in points and its answers in order."""

    score: int
    answers: tuple[Answer, ...]


async def read_attempts(db: AsyncSession, technology: str) -> list[AnsweredAttempt]:
    """Return all attempts at a technology's exam that have ended and been scored.

    Items after the one at which an attempt ended were never shown, so they are left out.
    """
    query = (
        select(Attempt, AttemptItem)
        .join(AttemptItem, col(AttemptItem.attempt_id) == col(Attempt.id))
        .where(
            Attempt.technology == technology,
            col(Attempt.score).is_not(None),
            col(AttemptItem.position) <= col(Attempt.position),
            col(AttemptItem.correct).is_not(None),
        )
        .order_by(col(Attempt.started_at), col(Attempt.id), col(AttemptItem.position))
    )
    attempts: dict[UUID, tuple[Attempt, list[AttemptItem]]] = {}
    for attempt, row in await db.exec(query):
        attempts.setdefault(attempt.id, (attempt, []))[1].append(row)
    return [
        AnsweredAttempt(attempt.score or 0, tuple(_answers(attempt.started_at, rows)))
        for attempt, rows in attempts.values()
    ]


def _answers(started_at: datetime, rows: Sequence[AttemptItem]) -> list[Answer]:
    before = started_at
    answers = []
    for row in rows:
        seconds = None
        if row.answered_at is not None:
            seconds = (row.answered_at - (row.shown_at or before)).total_seconds()
            before = row.answered_at
        answers.append(Answer(row.item_id, row.item_version, bool(row.correct), row.response, seconds))
    return answers
