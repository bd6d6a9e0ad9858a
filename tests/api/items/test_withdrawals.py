"""Withdrawn items leave future exams; running ones keep what they have."""

import httpx
import pytest

from tests.answering import advance, save, start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.models import AttemptItem
from webdev_certs.server.services.items.faulty_items import reinstate, withdraw
from webdev_certs.server.services.items.regraded_keys import RegradeFault


async def take_out(resources: Resources, item_id: str) -> bool:
    async with resources.database.transaction() as db:
        return await withdraw(new_context(resources, db), item_id, "faulty")


async def put_back(resources: Resources, item_id: str) -> bool:
    async with resources.database.transaction() as db:
        return await reinstate(new_context(resources, db), item_id)


async def items_of_a_test(account: Account, resources: Resources) -> set[str]:
    """Return the ids of the twenty items of a test with right answers only."""
    state = await start_exam(account)
    while state["status"] == "open":
        await save(account, state)
        state = (await advance(account, state)).json()
    rows = await stored(resources, AttemptItem)
    return {row.item_id for row in rows if str(row.attempt_id) == state["test_id"]}


async def test_a_withdrawn_item_is_in_no_later_exam_until_it_is_reinstated(
    api: httpx.AsyncClient, resources: Resources
):
    # Each exam needs five of the twelve items of a topic, so these five are in every exam.
    kept = {f"react-state-{number:03}" for number in range(1, 6)}
    gone = [f"react-state-{number:03}" for number in range(6, 13)]
    for item_id in gone:
        assert await take_out(resources, item_id)
        assert not await take_out(resources, item_id)
    for _ in range(2):
        found = await items_of_a_test(await register(api), resources)
        assert {item_id for item_id in found if "-state-" in item_id} == kept
    for item_id in gone:
        assert await put_back(resources, item_id)
        assert not await put_back(resources, item_id)
    seen: set[str] = set()
    for _ in range(4):
        seen |= await items_of_a_test(await register(api), resources)
    assert seen & set(gone)


@pytest.mark.one_database
async def test_a_running_attempt_keeps_an_item_that_is_withdrawn(account: Account, resources: Resources):
    state = await start_exam(account)
    (row,) = await stored(resources, AttemptItem)
    await take_out(resources, row.item_id)
    again = await account.read(f"/api/tests/{state['test_id']}")
    assert again["item"] == state["item"]
    assert (await save(account, state)).status_code == 200
    await advance(account, state)
    await submit(account, state["test_id"])
    rows = sorted(await stored(resources, AttemptItem), key=lambda one: one.position)
    assert rows[0].correct is True
    # Its answer counts for the estimate, too.
    assert (rows[1].theta or 0) > 0


@pytest.mark.parametrize("item_id", ["react-basics-106", "react-basics-999", "nonsense"])
@pytest.mark.one_database
async def test_only_items_of_exams_can_be_withdrawn(
    api: httpx.AsyncClient, resources: Resources, item_id: str
):
    with pytest.raises(RegradeFault):
        await take_out(resources, item_id)
