"""Save the answer to the current item of an attempt, and advance the attempt to its next item.

Saving is the most frequent call. It uses statements that are compiled once, with `Database.run`, because
mapping objects and compiling statements at each call took longer than the database itself
(`answers_saved_ratio` of `make bench`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray
from sqlalchemy import Connection, Integer, and_, bindparam, func, or_
from sqlmodel import SQLModel, col, select, update

from webdev_certs.schemas.exams import AttemptState, SaveAnswer, SavedAnswer
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.adaptive import AdaptiveAttempt, Exposure, Pool, Row, StopReason
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.exams import seconds_left
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.domain.grading import check_text
from webdev_certs.server.models.exams import Attempt, AttemptItem
from webdev_certs.server.models.items import ItemVersion
from webdev_certs.server.services.exams.attempt_state import (
    attempt_state,
    load_current,
    lock_account,
    position_not_current,
    require_open,
    unknown_attempt,
)
from webdev_certs.server.services.exams.closing import close, close_overdue
from webdev_certs.server.services.exams.item_pool import (
    attempt_rules,
    count_family,
    current_pool,
    load_exposure,
    new_instance,
    seen_before,
)
from webdev_certs.server.services.exams.mock_exams import practice_instance
from webdev_certs.server.services.items.practiced import count_practiced
from webdev_certs.server.services.items.regraded_keys import regrades_of, verdict
from webdev_certs.server.services.items.shown_without_key import freeze, load_items, presentation
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.metrics import ANSWERS_SAVED, NEXT_QUESTION_SECONDS
from webdev_certs.shared.translation import _

_SEED_BITS = 62
_SAVED = ANSWERS_SAVED.labels("exam")
_ATTEMPTS = SQLModel.metadata.tables["attempts"].c
_ITEMS = SQLModel.metadata.tables["attempt_items"].c
_CURRENT = (
    sa.select(
        _ATTEMPTS.position,
        _ATTEMPTS.deadline,
        _ATTEMPTS.submitted_at,
        _ATTEMPTS.ended_by,
        _ITEMS.item_id,
        _ITEMS.item_version,
        _ITEMS.option_order,
        _ITEMS.match_order,
        _ITEMS.sequence,
    )
    .join_from(
        _ATTEMPTS.id.table,
        _ITEMS.position.table,
        and_(_ITEMS.attempt_id == _ATTEMPTS.id, _ITEMS.position == _ATTEMPTS.position),
    )
    .where(_ATTEMPTS.id == bindparam("attempt"), _ATTEMPTS.user_id == bindparam("user_id"))
)
_SENT: Any = bindparam("sent", type_=Integer())
_SAVE = (
    sa.update(_ITEMS.position.table)
    .where(
        # Repeats the check of the SELECT, which is a transaction of its own. The lock makes PostgreSQL wait
        # for a request that advances or submits the attempt, and then check again.
        _ITEMS.attempt_id.in_(
            sa.select(_ATTEMPTS.id)
            .where(
                _ATTEMPTS.id == bindparam("attempt"),
                _ATTEMPTS.position == bindparam("current"),
                _ATTEMPTS.submitted_at.is_(None),
            )
            .with_for_update(read=True)
        ),
        _ITEMS.position == bindparam("current"),
        or_(_SENT.is_(None), _ITEMS.sequence < _SENT),
    )
    .values(
        response=bindparam("given"),
        answered_at=bindparam("now"),
        sequence=func.coalesce(_SENT, _ITEMS.sequence + 1),
    )
)


async def save_answer(
    context: Context, user_id: UUID, attempt_id: UUID, position: int, answer: SaveAnswer
) -> SavedAnswer:
    """Save or replace the answer to the current item, unless a newer answer is saved.

    If the time is up, close the learner's overdue attempts.

    Args:
        context: The request's context.
        user_id: The learner.
        attempt_id: The attempt.
        position: The item that is answered.
        answer: The answer, in the ids that the learner saw, with the client's sequence number.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `answer_outdated`, with the `sequence` of the saved answer.
        InvalidInput: The answer does not fit the item (`domain.presentation`, `domain.grading`).
    """
    now = context.now

    def save(connection: Connection) -> SavedAnswer:
        return _save(connection, context.bank, now, user_id, attempt_id, position, answer)

    # Overdue attempts are closed only after a refusal, so that saving needs no more than two statements.
    try:
        saved = await context.database.run(save, autocommit=True)
    except Conflict as refusal:
        if refusal.code == "deadline_passed":
            async with context.transaction() as transaction:
                await close_overdue(transaction, user_id)
        raise
    _SAVED.inc()
    return saved


def _save(
    connection: Connection,
    bank: Bank,
    now: datetime,
    user_id: UUID,
    attempt_id: UUID,
    position: int,
    answer: SaveAnswer,
) -> SavedAnswer:
    """Save the answer with one SELECT and one UPDATE, each a transaction of its own on PostgreSQL."""
    sequence = answer.sequence
    while True:
        current = _current(connection, user_id, attempt_id)
        require_open(current, now)
        if position != current.position:
            raise position_not_current(current)
        if sequence is not None and sequence <= current.sequence:
            raise Conflict(
                "answer_outdated", _("A newer answer is already saved."), sequence=current.sequence
            )
        item = _item(connection, bank, current)
        given = presentation(item, current).to_bank(answer.response.model_dump())
        check_text(item, given)
        saved = connection.execute(
            _SAVE,
            {"attempt": attempt_id, "current": position, "given": given, "now": now, "sent": sequence},
        )
        if saved.rowcount:
            left = seconds_left(current.deadline, now)
            return SavedAnswer(position=position, saved_at=now, seconds_left=left)
        # Another request advanced or ended the attempt, or saved a newer answer, so checking again raises the
        # error that fits.


def _current(connection: Connection, user_id: UUID, attempt_id: UUID) -> Any:
    parameters = {"attempt": attempt_id, "user_id": user_id}
    row = connection.execute(_CURRENT, parameters).first()
    if row is None:
        raise unknown_attempt()
    return row


def _item(connection: Connection, bank: Bank, current: Any) -> Item:
    item = bank.item(current.item_id, current.item_version)
    if item is None:
        # Another process made it, or the bank no longer holds this version.
        query = sa.select(col(ItemVersion.content)).where(
            col(ItemVersion.item_id) == current.item_id, col(ItemVersion.version) == current.item_version
        )
        item = Item.model_validate(connection.execute(query).scalar_one())
        bank.remember(item)
    return item


async def advance(context: Context, user_id: UUID, attempt_id: UUID, position: int) -> AttemptState:
    """Move on from an answered item, for good: to the next item or the end of the attempt.

    Repeating the request changes nothing.

    Args:
        context: The request's context.
        user_id: The learner.
        attempt_id: The attempt.
        position: The item to leave. If the learner has left it already, the current state is returned.

    Raises:
        NotFound: `test_not_found`.
        Conflict: `test_submitted`; `deadline_passed`; `position_not_current`, with `position`;
            `answer_required`.
    """
    attempt, row = await load_current(context, user_id, attempt_id)
    try:
        require_open(attempt, context.now)
    except Conflict as refusal:
        if refusal.code == "deadline_passed" and await close_overdue(context, user_id):
            # Committed at once, because the refusal rolls the request back.
            await context.db.commit()
        raise
    if position > attempt.position:
        raise position_not_current(attempt)
    if position < attempt.position:
        return await attempt_state(context, attempt, row)
    if row.answered_at is None:
        raise Conflict("answer_required", _("Answer this question before you continue."))
    await lock_account(context, user_id)
    following = None
    if await _move(context, attempt_id, position, by=1):
        with NEXT_QUESTION_SECONDS.labels("exam").time():
            following = await _leave(context, attempt)
    if following is None:
        # The attempt has ended, or another request has moved it on.
        attempt, following = await load_current(context, user_id, attempt_id)
    return await attempt_state(context, attempt, following)


async def _leave(context: Context, attempt: Attempt) -> AttemptItem | None:
    """Add the next item or end the attempt, which is locked, so its answers no longer change.

    Returns:
        The next item; None if the attempt has ended, at the item before.
    """
    query = (
        select(AttemptItem)
        .where(AttemptItem.attempt_id == attempt.id)
        .order_by(col(AttemptItem.position))
        .execution_options(populate_existing=True)
    )
    rows = (await context.db.exec(query)).all()
    bank = context.bank.technologies.get(attempt.technology)
    following = await put_next_item(context, bank, attempt, rows) if bank else "no_items"
    if isinstance(following, AttemptItem):
        return following
    await _move(context, attempt.id, attempt.position, by=-1)
    await close(context, attempt, context.now, following)
    return None


async def _move(context: Context, attempt_id: UUID, position: int, by: int) -> bool:
    """Move an open attempt on from a position, and lock it until the transaction ends.

    The conditions keep the second of two concurrent requests from skipping an item. The loaded attempt moves
    too.

    Returns:
        Whether the attempt was open and at this position.
    """
    moved = await context.db.exec(
        update(Attempt)
        .where(
            col(Attempt.id) == attempt_id,
            col(Attempt.position) == position,
            col(Attempt.submitted_at).is_(None),
        )
        .values(position=position + by)
        .execution_options(synchronize_session="evaluate")
    )
    return moved.rowcount > 0


async def put_next_item(
    context: Context, bank: TechnologyBank, attempt: Attempt, rows: Sequence[AttemptItem]
) -> AttemptItem | StopReason:
    """Add the next item to an attempt, frozen, and return it, or else why the attempt ends instead.

    The caller holds the lock on the attempt and commits the item together with the new position.

    Args:
        context: The request's context.
        bank: The technology's items.
        attempt: The attempt.
        rows: All its items so far, by position, each with an answer.
    """
    pool, rules = await current_pool(context, bank, mock=attempt.mock), attempt_rules(bank, attempt)
    practiced: Mapping[str, int] = {}
    if attempt.mock:
        practiced = await count_practiced(context, attempt.user_id, attempt.technology)
        seen = {family_of(item_id) for item_id in practiced}
    else:
        seen = await seen_before(context, attempt.user_id, attempt.technology, attempt.id)
    state = AdaptiveAttempt.rebuild(pool, rules, await _graded(context, rows), seen)
    reason = state.stop()
    if reason:
        return reason
    # Everybody may see practice items.
    exposure = (
        Exposure.none(len(pool)) if attempt.mock else await load_exposure(context, attempt.technology, pool)
    )
    seed = context.rng.getrandbits(_SEED_BITS)
    rng = np.random.default_rng(seed)
    position = len(rows) + 1
    overexposed = exposure.over(rules.exposure_limit)
    choices = _choices(state, rng, overexposed, is_pretest=position in attempt.pretest_positions)
    if attempt.mock:
        found = next(
            (
                (index, scored, practice_instance(bank, pool.ids[index], practiced, context.rng))
                for index, scored in choices
            ),
            None,
        )
    else:
        found = await _first_new(context, bank, attempt, pool, choices, position)
    if found is None:
        return "no_items"
    index, scored, item = found
    row = AttemptItem(
        attempt_id=attempt.id,
        position=position,
        scored=scored,
        **freeze(item, context.rng),
        shown_at=context.now,
        theta=state.ability.theta,
        sd=state.ability.sd,
        seed=seed,
        exposure_rate=float(exposure.rates[index]),
        parameters=list(pool.items[index]),
    )
    context.db.add(row)
    await context.db.flush()
    if not attempt.mock:
        await count_family(context, attempt.technology, pool.ids[index])
    return row


async def _first_new(
    context: Context,
    bank: TechnologyBank,
    attempt: Attempt,
    pool: Pool,
    choices: Iterable[tuple[int, bool]],
    position: int,
) -> tuple[int, bool, Item] | None:
    """Return the first choice that has a new instance, with whether it is scored, and this instance.

    If all families are used up, the first choice is asked again rather than ending the exam.
    """
    first: tuple[int, bool] | None = None
    for index, scored in choices:
        first = first or (index, scored)
        family = bank.families[pool.ids[index]]
        if item := await new_instance(context, attempt.technology, family, attempt.id, position):
            return index, scored, item
    if first is None:
        return None
    family = bank.families[pool.ids[first[0]]]
    item = await new_instance(context, attempt.technology, family, attempt.id, position, again=True)
    return (*first, item) if item else None


def _choices(
    state: AdaptiveAttempt, rng: np.random.Generator, overexposed: NDArray[np.bool_], *, is_pretest: bool
) -> Iterator[tuple[int, bool]]:
    """Yield the families that may come next, the best first, and whether they are scored."""
    while True:
        index = state.choose_pretest(rng) if is_pretest else None
        scored = index is None
        if index is None:
            index = state.choose(rng, overexposed)
        if index is None:
            return
        yield index, scored
        state.bar(index)


async def _graded(context: Context, rows: Sequence[AttemptItem]) -> list[Row]:
    items, regrades = await load_items(context, rows), await regrades_of(context, rows)
    graded = []
    for row in rows:
        ref = row.item_id, row.item_version
        correct = False if row.response is None else verdict(items[ref], row.response, regrades.get(ref))
        graded.append(Row(family_of(row.item_id), bool(correct), row.scored, counted=correct is not None))
    return graded
