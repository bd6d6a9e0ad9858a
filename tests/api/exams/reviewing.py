"""Exams that are taken with unusual signs, and reviews that operators decide."""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlmodel import col, select

from tests.answering import submit, take_exam
from tests.factories import Account
from webdev_certs.schemas.exams import ReviewDecision
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import AttemptItem
from webdev_certs.server.services.exams.reviews import decide_review

CALM = 40.0
"""Seconds for an answer that nobody would call rapid; the items expect 60."""


async def take_with_times(
    account: Account, resources: Resources, *, seconds: Sequence[float] = (CALM,), wrong: Collection[int] = ()
) -> str:
    """Answer the first 20 items of the React exam, and return its id before it ends.

    Args:
        api: The API.
        account: The learner.
        resources: Of the API.
        seconds: How long the answers took, from the first item; the last number stands for all further ones.
        wrong: The positions of wrong answers.
    """
    state = await take_exam(account, right=lambda position: position not in wrong)
    async with resources.database.transaction() as db:
        query = select(AttemptItem).where(AttemptItem.attempt_id == UUID(state["test_id"]))
        for row in await db.exec(query.order_by(col(AttemptItem.position))):
            assert row.answered_at
            duration = seconds[min(row.position, len(seconds)) - 1]
            row.shown_at = row.answered_at - timedelta(seconds=duration)
    return state["test_id"]


async def make_wrong_answers_easy(resources: Resources, test_id: str, wrong: Collection[int]) -> None:
    """Make an attempt's items easy at the positions in `wrong`, and hard at all others."""
    async with resources.database.transaction() as db:
        query = select(AttemptItem).where(AttemptItem.attempt_id == UUID(test_id))
        for row in await db.exec(query):
            row.parameters = [1.5, -2.5 if row.position in wrong else 2.0, 0.0, 1.0]


async def held(account: Account, resources: Resources) -> dict[str, Any]:
    """Pass an exam with rapid answers and return its result."""
    test_id = await take_with_times(account, resources, seconds=(1,))
    result = (await submit(account, test_id)).json()
    assert result["certificate_pending"] == "under_review", result
    return result


async def decide(
    resources: Resources, test_id: str, decision: ReviewDecision, note: str | None = None
) -> str | None:
    """Decide about an attempt as the operators' commands do."""
    async with resources.database.transaction() as db:
        return await decide_review(new_context(resources, db), UUID(test_id), decision, note)
