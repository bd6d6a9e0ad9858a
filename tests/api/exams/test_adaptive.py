"""Certification tests adapt: which item comes next, when the test ends, and that no request skips an item."""

import asyncio
from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.answering import advance, save, start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.conftest import FakeClock
from tests.factories import Account, register, sign_in
from tests.mailbox import confirm
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models import Attempt, AttemptItem, Certificate, ItemExposure
from webdev_certs.server.services.exams.item_pool import current_pool, load_exposure, seen_before


async def go_on(account: Account, state: dict[str, Any], right: bool) -> dict[str, Any]:
    """Answer the current item and leave it; return the next state."""
    assert (await save(account, state, right=right)).status_code == 200
    response = await advance(account, state)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.one_database
async def test_the_estimate_follows_the_answers(account: Account, resources: Resources):
    state = await start_exam(account)
    for _ in range(5):
        state = await go_on(account, state, right=True)
    rows = sorted(await stored(resources, AttemptItem), key=lambda row: row.position)
    thetas = [row.theta for row in rows]
    errors = [row.sd for row in rows]
    assert thetas == sorted(thetas)
    assert errors == sorted(errors, reverse=True)
    assert all(row.shown_at and row.seed is not None and len(row.parameters or ()) == 4 for row in rows)


@pytest.mark.one_database
async def test_a_retake_gets_items_that_the_learner_has_not_seen(
    account: Account, resources: Resources, clock: FakeClock
):
    state = await start_exam(account)
    for _ in range(19):
        state = await go_on(account, state, right=False)
    await submit(account, state["test_id"])
    seen = {row.item_id for row in await stored(resources, AttemptItem)}
    clock.advance(days=15)
    await start_exam(await sign_in(account))
    (latest,) = [
        row
        for row in await stored(resources, AttemptItem)
        if row.attempt_id.hex != state["test_id"].replace("-", "")
    ]
    assert latest.item_id not in seen
    async with new_context(resources).transaction() as context:
        avoided = await seen_before(context, UUID(account.user["id"]), "react", latest.attempt_id)
    assert avoided == {family_of(item_id) for item_id in seen}


async def test_exposures_are_counted_once_for_each_item(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(account)
    await save(account, state)
    await asyncio.gather(*(advance(account, state) for _ in range(5)))
    await start_exam(await register(api))
    rows = await stored(resources, AttemptItem)
    counts = {row.item_id: row.attempts for row in await stored(resources, ItemExposure)}
    assert sum(counts.values()) == len(rows) == 3
    async with new_context(resources).transaction() as context:
        pool = await current_pool(context, context.bank.get("react"))
        exposure = await load_exposure(context, "react", pool)
    assert exposure.attempts == 2
    assert {pool.ids[index]: exposure.counts[index] for index in exposure.counts.nonzero()[0]} == counts


async def test_a_clear_pass_ends_once_after_twenty_items_though_the_last_advances_come_at_once(
    account: Account, resources: Resources
):
    await confirm(account)
    state = await start_exam(account)
    for _ in range(19):
        state = await go_on(account, state, right=True)
        assert state["status"] == "open"
    await save(account, state)
    responses = await asyncio.gather(*(advance(account, state) for _ in range(5)))
    assert {response.status_code for response in responses} <= {200, 409}
    assert 200 in {response.status_code for response in responses}
    (attempt,) = await stored(resources, Attempt)
    assert (attempt.ended_by, attempt.position) == ("decided", 20)
    assert len(await stored(resources, AttemptItem)) == 20
    assert len(await stored(resources, Certificate)) == 1
    result = (await submit(account, state["test_id"])).json()
    assert (result["answered"], result["passed"]) == (20, True)
    assert result["low"] > result["cut_score"]
