"""Start practice sessions: adaptive, of one difficulty or topic, reviews, retries, mistakes, one question."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from webdev_certs.schemas.practice import (
    PRACTICE_LENGTH,
    PracticeState,
    StartMistakes,
    StartPractice,
    StartQuestion,
    StartReview,
)
from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.choosing_practice_items import draw_practice, one_of_each_model
from webdev_certs.server.domain.errors import Conflict, InvalidInput, NotFound
from webdev_certs.server.models.items import is_item_or_instance
from webdev_certs.server.models.practice import PracticeItem, PracticeSession
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.exams.mock_exams import practice_instance
from webdev_certs.server.services.items.shown_without_key import load_items
from webdev_certs.server.services.practice.choosing_practice_items import (
    count_practiced,
    is_adaptive,
    pool_of,
    practice_item,
    put_next_item,
    require_topic,
)
from webdev_certs.server.services.practice.choosing_review_items import choose_review_items, parse_zone
from webdev_certs.server.services.practice.mistakes import current_mistakes, require_paid
from webdev_certs.server.services.practice.practice_session import (
    load_practice_session,
    practice_state,
    require_finished,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import DIFFICULTIES


async def start_practice(context: Context, user_id: UUID, form: StartPractice) -> PracticeState:
    """Start a practice session with items that the learner has seen least often.

    Without a difficulty it adapts: each item is chosen for the learner's ability after the answer before.

    Args:
        form: The technology, and optionally a difficulty, a topic and a length.

    Raises:
        NotFound: `unknown_technology`; `no_items`: the bank has no such items.
        InvalidInput: `unknown_difficulty`, with the list of `difficulties`; `unknown_topic`, with the list of
            `topics`.
        Conflict: `test_running`.
    """
    bank = context.bank.get(form.technology)
    _check(bank, form)
    pool = pool_of(bank, form.difficulty, form.topic)
    if not pool:
        raise NotFound("no_items", _("There aren’t any questions like that yet."))
    await refuse_during_attempt(context, user_id, form.technology)
    seen = await count_practiced(context, user_id, form.technology)
    practice = PracticeSession(
        user_id=user_id,
        technology=form.technology,
        kind="topic" if form.topic else "difficulty" if form.difficulty else "adaptive",
        difficulty=form.difficulty,
        topic=form.topic,
        length=min(form.length, len(one_of_each_model(pool, seen, context.rng))),
        started_at=context.now,
    )
    if is_adaptive(practice):
        context.db.add(practice)
        await context.db.flush()
        await put_next_item(context, practice)
        return await _state(context, practice)
    drawn = draw_practice(pool, seen, practice.length, context.rng)
    return await _start(context, practice, [(form.technology, item) for item in drawn])


async def start_review(context: Context, user_id: UUID, form: StartReview) -> PracticeState:
    """Start a practice session with items that were missed before and are due today.

    Technologies with a running attempt are left out of a review across technologies.

    Raises:
        NotFound: `unknown_technology`.
        InvalidInput: `unknown_time_zone`.
        Conflict: `nothing_due`; `test_running`.
    """
    zone = parse_zone(form.time_zone)
    due = await choose_review_items(context, user_id, form.technology, zone, form.length)
    practice = _new(user_id, form.technology, "review", len(due), context.now)
    return await _start(context, practice, due)


async def retry(context: Context, user_id: UUID, practice_session_id: UUID) -> PracticeState:
    """Ask the missed items of a finished practice session again, or resume the unfinished retry of it.

    Raises:
        NotFound: `practice_not_found`.
        Conflict: `practice_not_finished`; `nothing_missed`; `test_running`.
    """
    practice, _row = await load_practice_session(context, user_id, practice_session_id)
    require_finished(practice)
    missed = (
        select(PracticeItem)
        .where(PracticeItem.practice_session_id == practice.id, col(PracticeItem.correct).is_(False))
        .order_by(col(PracticeItem.position))
    )
    rows = (await context.db.exec(missed)).all()
    if not rows:
        raise Conflict("nothing_missed", _("You answered all questions of this round correctly."))
    await refuse_during_attempt(context, user_id, *{row.technology for row in rows})
    unfinished = select(PracticeSession).where(
        PracticeSession.user_id == user_id,
        PracticeSession.retry_of == practice.id,
        col(PracticeSession.finished_at).is_(None),
    )
    resumed = (await context.db.exec(unfinished.limit(1))).one_or_none()
    if resumed:
        return await _state(context, resumed)
    frozen = await load_items(context, rows)
    items = [(row.technology, _current(context, row, frozen[row.item_id, row.item_version])) for row in rows]
    context.rng.shuffle(items)
    again = _new(user_id, practice.technology, "retry", len(items), context.now, retry_of=practice.id)
    return await _start(context, again, items)


async def start_mistakes(context: Context, user_id: UUID, form: StartMistakes) -> PracticeState:
    """Ask the items whose latest answer is wrong, oldest answers first, or resume unfinished practice.

    Raises:
        NotFound: `unknown_technology`.
        InvalidInput: `unknown_topic`, with the list of `topics`.
        PaymentRequired: `payment_required`.
        Conflict: `no_mistakes`; `test_running`.
    """
    bank = context.bank.get(form.technology)
    require_topic(bank, form.topic)
    await require_paid(context, user_id)
    await refuse_during_attempt(context, user_id, form.technology)
    unfinished = select(PracticeSession).where(
        PracticeSession.user_id == user_id,
        PracticeSession.kind == "mistakes",
        PracticeSession.technology == form.technology,
        col(PracticeSession.topic).is_not_distinct_from(form.topic),
        col(PracticeSession.finished_at).is_(None),
    )
    resumed = (await context.db.exec(unfinished.limit(1))).one_or_none()
    if resumed:
        return await _state(context, resumed)
    newest_first = await current_mistakes(context, user_id, form.technology, topic=form.topic)
    if not newest_first:
        raise Conflict("no_mistakes", _("You have no mistakes left in {name}.", name=bank.blueprint.name))
    items = [(row.technology, row.item) for row in newest_first[::-1][:PRACTICE_LENGTH]]
    practice = _new(user_id, form.technology, "mistakes", len(items), context.now, topic=form.topic)
    return await _start(context, practice, items)


async def start_question(context: Context, user_id: UUID, form: StartQuestion) -> PracticeState:
    """Ask one practice question that the learner has chosen, or resume it without an answer.

    Of a question family, it is the instance that the learner has practiced least.

    Raises:
        NotFound: `unknown_technology`; `no_items`: practice has no such question.
        Conflict: `test_running`.
    """
    bank = context.bank.get(form.technology)
    if form.question not in bank.practice_families:
        raise NotFound("no_items", _("This question is no longer part of practice."))
    await refuse_during_attempt(context, user_id, form.technology)
    unanswered = (
        select(PracticeSession)
        .join(PracticeItem, col(PracticeItem.practice_session_id) == col(PracticeSession.id))
        .where(
            PracticeSession.user_id == user_id,
            PracticeSession.kind == "question",
            col(PracticeSession.finished_at).is_(None),
            is_item_or_instance(col(PracticeItem.item_id), form.question),
        )
    )
    resumed = (await context.db.exec(unanswered.limit(1))).one_or_none()
    if resumed:
        return await _state(context, resumed)
    seen = await count_practiced(context, user_id, form.technology)
    item = practice_instance(bank, form.question, seen, context.rng)
    practice = _new(user_id, form.technology, "question", 1, context.now)
    return await _start(context, practice, [(form.technology, item)])


def _check(bank: TechnologyBank, form: StartPractice) -> None:
    if form.difficulty not in (None, *DIFFICULTIES):
        raise InvalidInput(
            "unknown_difficulty",
            _("This difficulty doesn’t exist. Choose one from the list, or none."),
            field="difficulty",
            difficulties=list(DIFFICULTIES),
        )
    require_topic(bank, form.topic)


def _new(
    user_id: UUID, technology: str, kind: str, length: int, now: datetime, **more: Any
) -> PracticeSession:
    return PracticeSession(
        user_id=user_id, technology=technology, kind=kind, length=length, started_at=now, **more
    )


def _current(context: Context, row: PracticeItem, frozen: Item) -> Item:
    """Return the bank's version of a missed item, or the frozen one if the bank no longer has it."""
    bank = context.bank.technologies.get(row.technology)
    return bank.by_id.get(row.item_id, frozen) if bank else frozen


async def _start(
    context: Context, practice: PracticeSession, items: Sequence[tuple[str, Item]]
) -> PracticeState:
    context.db.add(practice)
    await context.db.flush()
    context.db.add_all(
        practice_item(context, practice, position, technology, item)
        for position, (technology, item) in enumerate(items, start=1)
    )
    await context.db.flush()
    return await _state(context, practice)


async def _state(context: Context, practice: PracticeSession) -> PracticeState:
    return await practice_state(context, *await load_practice_session(context, practice.user_id, practice.id))
