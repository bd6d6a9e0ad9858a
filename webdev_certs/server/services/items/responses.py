"""Read the answers that items are calibrated from: those of ended attempts, and first answers of practice."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select

from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.sample_claims import claimed_practice_session_id
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.items.parameters import subject_of

PRACTICE_ANSWERS = 60
"""How many answers of a learner count for a calibration of practice items: the first ones, because those from
which practice chose an item must be among them (decision 0025)."""


class Graded(NamedTuple):
    """An item version, and whether the answer to it is correct."""

    item_id: str
    version: int
    correct: bool


@dataclass(frozen=True)
class Answer:
    """What one learner did with one item.

    Attributes:
        item_id: The item.
        version: Its version.
        correct: Whether the answer is correct; False for an item that was left without an answer.
        response: The answer in the bank's ids; None without one.
        seconds: The time since the item was shown, or since the previous answer where that was not recorded;
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


async def read_practice(db: AsyncSession, technology: str) -> list[list[Graded]]:
    """Return each learner's first answers to the practice items of a technology.

    Of several answers to an item, or to instances of one item model, only the first counts, because its
    feedback shows the key. Of these the first `PRACTICE_ANSWERS` of each learner are returned. The practice
    session of a claimed sample is left out: visitors can take a sample again, after its keys were shown.
    """
    in_time = (col(PracticeItem.answered_at), col(PracticeSession.id), col(PracticeItem.position))
    answers = (
        select(  # pyright: ignore[reportCallIssue]
            col(PracticeSession.user_id),
            col(PracticeSession.id).label("practice_session_id"),
            col(PracticeItem.item_id),
            col(PracticeItem.item_version),
            col(PracticeItem.correct),
            func.row_number()
            .over(partition_by=(col(PracticeSession.user_id), col(PracticeItem.item_id)), order_by=in_time)
            .label("nth"),
            func.row_number()
            .over(partition_by=col(PracticeSession.user_id), order_by=in_time)
            .label("place"),
        )
        .join(PracticeSession, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(PracticeItem.technology == technology, col(PracticeItem.answered_at).is_not(None))
    ).subquery()
    columns = answers.c
    query = (
        select(  # pyright: ignore[reportCallIssue]
            columns.user_id,
            columns.practice_session_id,
            columns.item_id,
            columns.item_version,
            columns.correct,
        )
        .where(columns.nth == 1)
        .order_by(columns.user_id, columns.place)
    )
    learners: defaultdict[UUID, dict[str, Graded | None]] = defaultdict(dict)
    for user_id, practice_session_id, item_id, version, correct in await db.exec(query):
        claimed = practice_session_id == claimed_practice_session_id(user_id, technology)
        found = None if claimed else Graded(item_id, version, bool(correct))
        learners[user_id].setdefault(subject_of(item_id), found)
    known = ([found for found in first.values() if found] for first in learners.values())
    return [answers[:PRACTICE_ANSWERS] for answers in known if answers]
