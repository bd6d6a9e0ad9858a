"""Three sample questions for visitors without an account, and claiming their answers for an account."""

import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.practice import (
    PRACTICE_LENGTH,
    SAMPLE_LENGTH,
    ClaimSample,
    Estimate,
    ItemFeedback,
    PracticeState,
    SampleAnswer,
    SampleState,
)
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.domain.adaptive import AdaptiveAttempt, Pool, PoolItem, Rules
from webdev_certs.server.domain.errors import Conflict
from webdev_certs.server.domain.grading import check_text, grade
from webdev_certs.server.domain.score_and_interval import to_scale
from webdev_certs.server.models.practice import PracticeItem, PracticeSession, claimed_practice_session_id
from webdev_certs.server.services.exams.attempt_state import refuse_during_attempt
from webdev_certs.server.services.items.catalog import technology_names
from webdev_certs.server.services.items.practiced import rate_answers
from webdev_certs.server.services.items.shown_without_key import freeze, presentation, without_key
from webdev_certs.server.services.practice.choosing_practice_items import put_next_item
from webdev_certs.server.services.practice.feedback import feedback
from webdev_certs.server.services.practice.practice_session import (
    end_early,
    load_practice_session,
    read_practice_session,
)
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.inserts import insert_ignoring
from webdev_certs.shared.translation import _

_FORMATS = ("single_choice", "output", "true_false")
"""Formats that need no explanation of how to answer. Public pages can show no others."""
_LINES = 12
"""The most lines of code that fit beside the text of the home page."""


@dataclass
class SampleItem:
    """A sample question as everybody sees it; its fields are those of a `FrozenItem`."""

    item_id: str
    item_version: int
    option_order: list[str]
    match_order: list[str]


@dataclass(frozen=True)
class GradedAnswer:
    """An answer with its item."""

    item: Item
    frozen: SampleItem
    given: dict[str, Any]
    """The answer in the bank's ids."""
    correct: bool

    def feedback(self) -> ItemFeedback:
        """Return what the visitor gets to see."""
        return feedback(self.item, self.frozen, self.given, correct=self.correct)


def answer_sample_questions(bank: Bank, technology: str, answers: Sequence[SampleAnswer]) -> SampleState:
    """Grade the answers and return the estimate, the feedback on the last one, and the next question.

    The same answers always lead to the same question, so nothing is stored.

    Args:
        bank: The question bank.
        technology: The technology's id.
        answers: All answers so far, in their order.

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `sample_changed`: an answer is to another question than its position has.
        InvalidInput: An answer does not fit its item (`domain.presentation`, `domain.grading`).
    """
    return _grade_answers(bank, technology, answers)[1]


def _grade_answers(
    bank: Bank, technology: str, answers: Sequence[SampleAnswer]
) -> tuple[list[GradedAnswer], SampleState]:
    part = bank.get(technology)
    items = _sample_items(part)
    attempt, chosen = _start(part, items)
    graded: list[GradedAnswer] = []
    for given in answers:
        if chosen is None or given.item_id != items[chosen].id:
            raise Conflict("sample_changed", _("The sample questions have changed. Start again."))
        graded.append(_grade(items[chosen], given.response))
        attempt.answer(chosen, graded[-1].correct)
        chosen = _next(attempt)
    item = None if len(answers) >= SAMPLE_LENGTH or chosen is None else items[chosen]
    estimate = to_scale(attempt.ability)
    names = technology_names(bank, technology)
    return graded, SampleState(
        technology=technology,
        name=names.name,
        cut_score=part.blueprint.cut_score,
        answered=len(answers),
        correct=sum(answer.correct for answer in graded),
        length=min(SAMPLE_LENGTH, len(items)),
        estimate=Estimate(score=estimate.score, low=estimate.low, high=estimate.high),
        feedback=graded[-1].feedback() if graded else None,
        item_id=item.id if item else None,
        item=without_key(item, _frozen(item), names) if item else None,
    )


def _sample_items(part: TechnologyBank) -> list[Item]:
    """Return practice items that fit the home page: with short code if there are enough of them."""
    known = [item for item in part.practice if item.format in _FORMATS]
    fitting = [item for item in known if item.model is None and _lines(item) <= _LINES]
    for items in ([item for item in fitting if item.code], fitting):
        if len(items) >= SAMPLE_LENGTH:
            return items
    return known[:SAMPLE_LENGTH]


def _lines(item: Item) -> int:
    return item.code.text.count("\n") + 1 if item.code else 0


def _start(part: TechnologyBank, items: Sequence[Item]) -> tuple[AdaptiveAttempt, int | None]:
    pool = Pool([PoolItem(item.id, item.topic, item.item_parameters, item.enemies) for item in items])
    rules = Rules(
        quotas={topic.id: 1 for topic in part.blueprint.topics},
        min_items=SAMPLE_LENGTH,
        max_items=SAMPLE_LENGTH,
        randomness=0,
    )
    attempt = AdaptiveAttempt(pool, rules)
    return attempt, _next(attempt)


def _next(attempt: AdaptiveAttempt) -> int | None:
    index = attempt.choose()
    if index is not None:
        attempt.put(index)
    return index


def _grade(item: Item, response: ItemResponse) -> GradedAnswer:
    frozen = _frozen(item)
    given = presentation(item, frozen).to_bank(response.model_dump())
    check_text(item, given)
    return GradedAnswer(item, frozen, given, grade(item, given))


def _frozen(item: Item) -> SampleItem:
    """Return the item with an order of its options that depends only on the item."""
    return SampleItem(**freeze(item, random.Random(item.id)))


async def claim_sample_questions(context: Context, user_id: UUID, form: ClaimSample) -> PracticeState:
    """Start an adaptive practice session with the answers to sample questions, which are graded again here.

    A learner can claim sample questions once for each technology, because the id of the practice session is
    derived from both. A second claim, even a simultaneous one, changes nothing and returns the same practice
    session. The answers count like all practice: only the first answer to an item counts for the ability.

    Args:
        form: The technology and the answers.

    Raises:
        NotFound: `unknown_technology`.
        Conflict: `sample_changed`: the sample questions are others now. `test_running`.
        InvalidInput: An answer does not fit its item (`domain.presentation`, `domain.grading`).
    """
    graded, _state = _grade_answers(context.bank, form.technology, form.answers)
    await refuse_during_attempt(context, user_id, form.technology)
    practice_session_id = claimed_practice_session_id(user_id, form.technology)
    if await _insert(context, practice_session_id, user_id, form.technology, graded):
        practice, _ = await load_practice_session(context, user_id, practice_session_id)
        await _add_answers(context, practice, graded)
        if not await put_next_item(context, practice):
            await end_early(context, practice, practice.answered)
    return await read_practice_session(context, user_id, practice_session_id)


async def _insert(
    context: Context,
    practice_session_id: UUID,
    user_id: UUID,
    technology: str,
    graded: Sequence[GradedAnswer],
) -> bool:
    """Insert the practice session; return False if it exists."""
    insert = insert_ignoring(context.db, PracticeSession).values(
        id=practice_session_id,
        user_id=user_id,
        technology=technology,
        kind="adaptive",
        length=PRACTICE_LENGTH,
        answered=len(graded),
        correct=sum(answer.correct for answer in graded),
        started_at=context.now,
    )
    return (await context.db.exec(insert)).rowcount > 0


async def _add_answers(context: Context, practice: PracticeSession, graded: Sequence[GradedAnswer]) -> None:
    rows = [
        PracticeItem(
            practice_session_id=practice.id,
            position=position,
            technology=practice.technology,
            **asdict(answer.frozen),
            response=answer.given,
            correct=answer.correct,
            answered_at=context.now,
        )
        for position, answer in enumerate(graded, start=1)
    ]
    context.db.add_all(rows)
    await context.db.flush()
    await rate_answers(context, practice.user_id, rows)
