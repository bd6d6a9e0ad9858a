"""Report an item from a test and from practice."""

import httpx
import pytest

from tests import practicing
from tests.answering import advance, report, save, start_exam, submit
from tests.api.accounts.test_auth import problem, stored
from tests.conftest import FakeClock
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptItem, ItemReport


async def report_practice(account: Account, state: practicing.State, position: int = 1) -> httpx.Response:
    return await account.post(
        f"/api/practice/{state['practice_session_id']}/items/{position}/report",
        json={"kind": "unclear", "text": "Which version?"},
    )


@pytest.mark.one_database
async def test_a_report_from_a_test_is_stored_and_the_test_goes_on(
    account: Account, resources: Resources, clock: FakeClock
):
    state = await start_exam(account)
    await save(account, state)
    before = await account.read(f"/api/tests/{state['test_id']}")
    response = await report(account, state, text="  Option b is right too.\x1b[2J ")
    assert response.status_code == 201
    assert response.json() == {"position": 1, "reported_at": "2026-03-02T09:00:00Z"}
    assert await account.read(f"/api/tests/{state['test_id']}") == before
    (row,) = await stored(resources, ItemReport)
    (item,) = await stored(resources, AttemptItem)
    assert (row.item_id, row.item_version) == (item.item_id, item.item_version)
    assert (row.source, row.kind, row.text) == ("exam", "wrong_key", "Option b is right too. [2J")
    assert (row.reported_at, row.closed_at) == (clock(), None)


@pytest.mark.one_database
async def test_a_learner_reports_a_version_once(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(account)
    assert (await report(account, state)).status_code == 201
    again = await report(account, state, kind="typo")
    problem(again, 409, "already_reported")
    other = await register(api)
    practice = await practicing.start(other)
    assert (await report_practice(other, practice)).status_code == 201
    assert [row.kind for row in await stored(resources, ItemReport)] == ["wrong_key", "unclear"]


@pytest.mark.one_database
async def test_only_items_that_the_learner_was_given_can_be_reported(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start_exam(account)
    practice = await practicing.start(account, technology="java")
    stranger = await register(api)
    for refused in (await report(stranger, state), await report(account, state, position=2)):
        problem(refused, 404, "test_not_found")
    for refused in (
        await report_practice(stranger, practice),
        await report_practice(account, practice, position=2),
        await report_practice(account, practice, position=11),
    ):
        problem(refused, 404, "practice_not_found")
    assert await stored(resources, ItemReport) == []
    await practicing.give(account, practice)
    for position in (1, 2):
        assert (await report_practice(account, practice, position)).status_code == 201


@pytest.mark.one_database
async def test_an_earlier_item_can_be_reported_and_so_can_one_of_a_test_that_ended(account: Account):
    state = await start_exam(account)
    await save(account, state)
    later = (await advance(account, state)).json()
    assert (await report(account, later, position=1)).status_code == 201
    await submit(account, state["test_id"])
    assert (await report(account, later)).status_code == 201


@pytest.mark.parametrize(
    "body", [{}, {"kind": "rude"}, {"kind": "typo", "text": "x" * 501}, {"kind": "typo", "key": "a"}]
)
@pytest.mark.one_database
async def test_a_malformed_report_is_refused(account: Account, resources: Resources, body: dict[str, str]):
    state = await start_exam(account)
    path = f"/api/tests/{state['test_id']}/items/1/report"
    refused = await account.post(path, json=body)
    assert refused.status_code == 422
    assert await stored(resources, ItemReport) == []


async def test_the_longest_text_is_kept(account: Account, resources: Resources):
    state = await start_exam(account)
    assert (await report(account, state, text="ü" * 500)).status_code == 201
    assert [row.text for row in await stored(resources, ItemReport)] == ["ü" * 500]
