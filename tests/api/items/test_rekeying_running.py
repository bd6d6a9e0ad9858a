"""Correcting a key of an item in a running attempt."""

import httpx
import pytest
from sqlmodel import col, select

from tests.answering import advance, save, start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.api.items.rekeying import WRONG, rekey, wrong_key
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptItem


async def test_a_running_attempt_is_scored_with_the_correction_when_it_ends(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(api, account)
    while state["item"]["format"] not in WRONG:
        await save(api, account, state)
        state = (await advance(api, account, state)).json()
    await save(api, account, state, right=False)
    rows = await stored(resources, AttemptItem)
    row = next(one for one in rows if one.position == state["position"])
    assert await rekey(resources, row.item_id, wrong_key(resources, row.item_id)) == []
    shown = (await advance(api, account, state)).json()
    assert shown["position"] == state["position"] + 1
    await submit(api, account, state["test_id"])
    assert {one.correct for one in await stored(resources, AttemptItem) if one.answered_at} == {True}


async def test_the_estimate_of_a_running_attempt_follows_the_correction(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(api, account)
    await save(api, account, state)
    (row,) = await stored(resources, AttemptItem)
    await rekey(resources, row.item_id)
    await advance(api, account, state)
    async with resources.database.transaction() as db:
        query = select(AttemptItem).order_by(col(AttemptItem.position).desc())
        latest = (await db.exec(query)).first()
    assert latest is not None
    assert (latest.position, latest.theta, latest.sd) == (2, pytest.approx(0), pytest.approx(1, abs=1e-4))
