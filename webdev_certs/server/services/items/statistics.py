"""Stored answers of ended exams and of practice, from which items are calibrated, and statistics of items."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any, NamedTuple
from uuid import UUID

import numpy as np
from sqlalchemy import func, or_
from sqlmodel import col, select

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.server.domain.calibration import Responses
from webdev_certs.server.domain.calibration.classical import alpha, item_statistics
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.integrity import RAPID_SHARE, rapid_threshold
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptItem, ExamStart
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, claimed_practice_session_id

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
        position: Where in the attempt, from 1.
    """

    item_id: str
    version: int
    correct: bool
    response: dict[str, Any] | None
    seconds: float | None
    position: int


@dataclass(frozen=True)
class AnsweredAttempt:
    """One attempt that has ended: its score in points and its answers in order."""

    id: UUID
    user_id: UUID
    started_at: datetime
    score: int
    answers: tuple[Answer, ...]


async def read_attempts(db: AsyncSession, technology: str) -> list[AnsweredAttempt]:
    """Return all attempts at a technology's exam that have ended and been scored.

    Items after the last position that an attempt reached were never shown, so they are left out.
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
        AnsweredAttempt(
            attempt.id,
            attempt.user_id,
            attempt.started_at,
            attempt.score or 0,
            tuple(_answers(attempt.started_at, rows)),
        )
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
        answers.append(
            Answer(row.item_id, row.item_version, bool(row.correct), row.response, seconds, row.position)
        )
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
        learners[user_id].setdefault(family_of(item_id), found)
    known = ([found for found in first.values() if found] for first in learners.values())
    return [answers[:PRACTICE_ANSWERS] for answers in known if answers]


async def read_trustworthy_attempts(db: AsyncSession, part: TechnologyBank) -> list[AnsweredAttempt]:
    """Return the attempts from which items may be calibrated.

    Otherwise accounts that nobody needs to prove could move the parameters of items. So these count: attempts
    of confirmed accounts, that went to their end, without rapid guessing, and of each person the first.
    """
    technology = part.blueprint.technology
    ended = or_(col(Attempt.ended_by).is_(None), col(Attempt.ended_by).not_in(("submitted", "time_up")))
    query = (
        select(Attempt.id, Attempt.user_id, ExamStart.mailbox_hash)
        .join(User, col(User.id) == col(Attempt.user_id))
        .join(ExamStart, col(ExamStart.attempt_id) == col(Attempt.id), isouter=True)
        .where(Attempt.technology == technology, col(User.email_confirmed_at).is_not(None), ended)
        .order_by(col(Attempt.started_at), col(Attempt.id))
    )
    first: set[UUID] = set()
    people: set[UUID | str] = set()
    for attempt_id, *person in (await db.exec(query)).all():
        known = {each for each in person if each is not None}
        if attempt_id in first or not known & people:
            first.add(attempt_id)
        people |= known
    expected = {family.id: family.expected_seconds for family in part.families.values()}
    attempts = [attempt for attempt in await read_attempts(db, technology) if attempt.id in first]
    return [attempt for attempt in attempts if not _guesses_rapidly(attempt, expected)]


def _guesses_rapidly(attempt: AnsweredAttempt, expected: Mapping[str, int]) -> bool:
    rapid = sum(
        answer.seconds is not None
        and answer.seconds < rapid_threshold(expected.get(family_of(answer.item_id), 0), ())
        for answer in attempt.answers
    )
    return rapid >= RAPID_SHARE * len(attempt.answers)


@dataclass(frozen=True)
class AnsweredItem:
    """The statistics of one item version; NaN where there are too few answers.

    Attributes:
        id: The item.
        version: Its version.
        answers: How many attempts had it.
        facility: The share of correct answers.
        discrimination: Facility among the best 27% of the learners minus that among the weakest 27%.
        point_biserial: Correlation with the score.
        exposure: The share of attempts with it.
        seconds: Median time for an answer; None without one.
        choices: Option id → the share of its answers that chose it; empty for formats without options to
            choose.
        key: The ids of the right options.
    """

    id: str
    version: int
    answers: int
    facility: float
    discrimination: float
    point_biserial: float
    exposure: float
    seconds: float | None
    choices: Mapping[str, float]
    key: frozenset[str]


@dataclass(frozen=True)
class StatisticsReport:
    """The statistics of one technology: attempts that have ended, Cronbach's α, and one row for each item."""

    attempts: int
    alpha: float
    items: tuple[AnsweredItem, ...]


async def read_statistics(db: AsyncSession, part: TechnologyBank) -> StatisticsReport:
    """Return the statistics of all families that were in an attempt which has ended, by version.

    Instances of an item model count together. Their options differ, so a model has no shares of choices.
    """
    attempts = await read_attempts(db, part.blueprint.technology)
    records = [
        {f"{family_of(answer.item_id)}@{answer.version}": answer.correct for answer in attempt.answers}
        for attempt in attempts
    ]
    responses = Responses.of_records(records)
    if not responses.names:
        return StatisticsReport(len(attempts), float("nan"), ())
    scores = np.array([attempt.score for attempt in attempts], dtype=np.float64)
    found = item_statistics(responses, scores)
    by_name: dict[str, list[Answer]] = {}
    for attempt in attempts:
        for answer in attempt.answers:
            by_name.setdefault(f"{family_of(answer.item_id)}@{answer.version}", []).append(answer)
    items = []
    for place, name in enumerate(responses.names):
        answers = by_name[name]
        first = answers[0]
        seconds = [answer.seconds for answer in answers if answer.seconds is not None]
        items.append(
            AnsweredItem(
                id=family_of(first.item_id),
                version=first.version,
                answers=len(answers),
                facility=float(found.facility[place]),
                discrimination=float(found.discrimination[place]),
                point_biserial=float(found.point_biserial[place]),
                exposure=float(found.exposure[place]),
                seconds=median(seconds) if seconds else None,
                choices=_choices(part, answers),
                key=_key(part, first),
            )
        )
    return StatisticsReport(len(attempts), alpha(responses), tuple(items))


def _choices(part: TechnologyBank, answers: Sequence[Answer]) -> dict[str, float]:
    """Return the share of answers that chose each option of an item, including options that nobody chose."""
    if family_of(answers[0].item_id) != answers[0].item_id:
        return {}
    counts: Counter[str] = Counter()
    given = [response["choices"] for answer in answers if "choices" in (response := answer.response or {})]
    for choices in given:
        counts.update(choices)
    item = next((item for item in part.items if item.id == answers[0].item_id), None)
    options = [option.id for option in item.options] if item else sorted(counts)
    return {option: counts[option] / len(given) for option in options} if given else {}


def _key(part: TechnologyBank, answer: Answer) -> frozenset[str]:
    for item in part.items:
        if (item.id, item.version) == (answer.item_id, answer.version) and isinstance(item.key, tuple):
            return frozenset(item.key)
    return frozenset()
