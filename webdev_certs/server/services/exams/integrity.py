"""Record what the browser reports while an exam runs, and observe attempts that have ended.

The browser reports that the exam's page was left, or that a text was pasted. Nothing here changes a result.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func
from sqlmodel import col, select, update

from webdev_certs.schemas.exams import ReportEvent
from webdev_certs.server.content.format import Item
from webdev_certs.server.database.engine import Database
from webdev_certs.server.domain.adaptive import ItemParameters, Items
from webdev_certs.server.domain.integrity import Observed, person_fit, rapid_threshold, remarks
from webdev_certs.server.models.accounts import User
from webdev_certs.server.models.exams import Attempt, AttemptEvent, AttemptItem
from webdev_certs.server.services.exams.attempt_state import (
    position_not_current,
    require_open,
    unknown_attempt,
)
from webdev_certs.server.services.items.shown_without_key import Ref, load_items
from webdev_certs.server.services.shared.cleaning import delete_old
from webdev_certs.server.services.shared.context import Context

MOST = 200
"""At most this many events are stored for an attempt; more would say nothing new."""
KEEP = timedelta(days=180)
"""How long events are kept."""


async def record_event(context: Context, user_id: UUID, attempt_id: UUID, report: ReportEvent) -> None:
    """Record an event of a running attempt. Nothing is recorded once there are `MOST`.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`: the learner has not reached
            this item yet.
    """
    query = select(Attempt).where(Attempt.id == attempt_id, Attempt.user_id == user_id)
    attempt = (await context.db.exec(query)).one_or_none()
    if attempt is None:
        raise unknown_attempt()
    require_open(attempt, context.now)
    if report.position > attempt.position:
        raise position_not_current(attempt)
    # Changes nothing but locks the attempt, so that concurrent events get different numbers.
    await context.db.exec(
        update(Attempt)
        .where(col(Attempt.id) == attempt_id)
        .values(position=col(Attempt.position))
        .execution_options(synchronize_session=False)
    )
    last = select(func.max(AttemptEvent.number)).where(AttemptEvent.attempt_id == attempt_id)
    number = ((await context.db.exec(last)).one() or 0) + 1
    if number > MOST:
        return
    context.db.add(
        AttemptEvent(
            attempt_id=attempt_id,
            number=number,
            position=report.position,
            kind=report.kind,
            at=context.now,
            seconds=report.seconds if report.kind == "left" else None,
        )
    )
    await context.db.flush()


async def remove_old_attempt_events(database: Database, now: datetime) -> None:
    """Delete the events that are no longer needed."""
    await delete_old(database, col(AttemptEvent.at), col(AttemptEvent.at) < now - KEEP)


_AT_ONCE = 200
"""How many attempts are read at once."""


@dataclass(frozen=True)
class RemarkableAttempt:
    """An attempt that is worth a look.

    Attributes:
        attempt: The attempt.
        email: Its learner's.
        remarks: Why, in words.
    """

    attempt: Attempt
    email: str
    remarks: list[str]


async def list_remarkable_attempts(
    context: Context, technologies: Sequence[str] = (), since: datetime | None = None
) -> tuple[list[RemarkableAttempt], int]:
    """Return the attempts that are worth a look, oldest first, and how many there were to look through.

    Args:
        context: The transaction's context; it needs no question bank.
        technologies: Only attempts at these exams; all if empty.
        since: Only attempts that ended at this time or later.
    """
    query = (
        select(Attempt.id)
        .where(col(Attempt.score).is_not(None))
        .order_by(col(Attempt.submitted_at), col(Attempt.id))
    )
    if technologies:
        query = query.where(col(Attempt.technology).in_(technologies))
    if since:
        query = query.where(col(Attempt.submitted_at) >= since)
    ids = list(await context.db.exec(query))
    thresholds: dict[Ref, float] = {}
    listed: list[RemarkableAttempt] = []
    for start in range(0, len(ids), _AT_ONCE):
        listed += await _look(context, ids[start : start + _AT_ONCE], thresholds)
    return listed, len(ids)


async def _look(
    context: Context, ids: Sequence[UUID], thresholds: dict[Ref, float]
) -> list[RemarkableAttempt]:
    found = await context.db.exec(
        select(Attempt, User.email)
        .join(User, col(User.id) == col(Attempt.user_id))
        .where(col(Attempt.id).in_(ids))
        .order_by(col(Attempt.submitted_at), col(Attempt.id))
    )
    attempts = found.all()
    answers, events = await _answers_and_events(context, ids)
    items = await load_items(context, [row for rows in answers.values() for row in rows])
    await _add_thresholds(context, items, thresholds)
    listed = []
    for attempt, email in attempts:
        observed = _observed(answers[attempt.id], events[attempt.id], items, thresholds)
        if words := remarks(observed):
            listed.append(RemarkableAttempt(attempt, email, words))
    return listed


async def observe_attempt(context: Context, attempt_id: UUID) -> Observed:
    """Return what is known of an attempt that was scored in this transaction.

    What is rapid follows from how long the authors of its items expect an answer to take: reading the times
    of all other learners would take longer the more of them there are.
    """
    answers, events = await _answers_and_events(context, [attempt_id])
    rows = answers[attempt_id]
    items = await load_items(context, rows)
    thresholds = {ref: rapid_threshold(item.expected_seconds, ()) for ref, item in items.items()}
    return _observed(rows, events[attempt_id], items, thresholds)


async def _answers_and_events(
    context: Context, ids: Sequence[UUID]
) -> tuple[Mapping[UUID, list[AttemptItem]], Mapping[UUID, list[AttemptEvent]]]:
    """Return the answered items, in order, and the events, by the attempt's id."""
    answers = defaultdict[UUID, list[AttemptItem]](list)
    query = (
        select(AttemptItem)
        .where(col(AttemptItem.attempt_id).in_(ids), col(AttemptItem.answered_at).is_not(None))
        .order_by(col(AttemptItem.position))
    )
    for row in await context.db.exec(query):
        answers[row.attempt_id].append(row)
    events = defaultdict[UUID, list[AttemptEvent]](list)
    for event in await context.db.exec(select(AttemptEvent).where(col(AttemptEvent.attempt_id).in_(ids))):
        events[event.attempt_id].append(event)
    return answers, events


async def _add_thresholds(context: Context, items: Mapping[Ref, Item], thresholds: dict[Ref, float]) -> None:
    """Add the seconds below which an answer is rapid, for the items that have no threshold yet.

    They follow from the times of all stored answers.
    """
    new = [ref for ref in items if ref not in thresholds]
    times = defaultdict[Ref, list[float]](list)
    query = select(
        AttemptItem.item_id, AttemptItem.item_version, AttemptItem.shown_at, AttemptItem.answered_at
    ).where(col(AttemptItem.item_id).in_({item_id for item_id, _ in new}))
    for item_id, version, shown_at, answered_at in await context.db.exec(query):
        if shown_at and answered_at:
            times[item_id, version].append((answered_at - shown_at).total_seconds())
    for ref in new:
        thresholds[ref] = rapid_threshold(items[ref].expected_seconds, times[ref])


def _observed(
    rows: Sequence[AttemptItem],
    events: Sequence[AttemptEvent],
    items: Mapping[Ref, Item],
    thresholds: Mapping[Ref, float],
) -> Observed:
    rapid = [
        row
        for row in rows
        if row.shown_at
        and row.answered_at
        and (row.answered_at - row.shown_at).total_seconds() < thresholds[row.item_id, row.item_version]
    ]
    left = {event.position for event in events if event.kind == "left"}
    pasted = {event.position for event in events if event.kind == "paste"}
    # Parameters of pretest items are a guess, so they would not show whether answers fit.
    scored = [row for row in rows if row.scored and row.correct is not None]
    parameters = [
        ItemParameters(*row.parameters)
        if row.parameters
        else items[row.item_id, row.item_version].item_parameters
        for row in scored
    ]
    return Observed(
        answered=len(rows),
        rapid=len(rapid),
        rapid_correct=sum(bool(row.correct) for row in rapid),
        left=[event.seconds or 0 for event in events if event.kind == "left"],
        pastes=sum(event.kind == "paste" for event in events),
        left_and_pasted=len(left & pasted),
        fit=person_fit(Items.of(parameters), [bool(row.correct) for row in scored]) if scored else None,
    )
