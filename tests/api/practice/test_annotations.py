"""Bookmarks and notes on practice questions, and the explanations of a round, which everybody may reopen."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_results import pay
from tests.factories import Account, register
from tests.practicing import State, finish, give, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import ItemAnnotation

NONE = {"bookmarked": False, "note": ""}


@pytest.fixture
async def paid(account: Account, resources: Resources) -> Account:
    await pay(resources, account)
    return account


async def annotate(
    api: httpx.AsyncClient, account: Account, state: State, position: int = 1, **form: Any
) -> httpx.Response:
    path = f"/api/practice/{state['practice_session_id']}/items/{position}/annotation"
    return await api.patch(path, json=form, headers=account.headers)


async def rows(resources: Resources) -> list[ItemAnnotation]:
    async with resources.database.transaction() as db:
        return list(await db.exec(select(ItemAnnotation)))


async def test_bookmark_and_note_stay_with_the_question(api: httpx.AsyncClient, paid: Account):
    state = await finish(api, paid)
    assert (await annotate(api, paid, state, bookmarked=True)).json() == {"bookmarked": True, "note": ""}
    noted = await annotate(api, paid, state, 2, note="  Closures <b>capture</b>\nvariables. Ä→€ \n")
    assert noted.json() == {"bookmarked": False, "note": "Closures <b>capture</b>\nvariables. Ä→€"}
    both = {"bookmarked": True, "note": "Effects run later."}
    assert (await annotate(api, paid, state, note=both["note"])).json() == both, "the bookmark stays"
    review = (await read(api, paid, state, "/result")).json()["items"]
    assert [item["annotation"] for item in review[:3]] == [both, noted.json(), NONE]
    listed = await api.get("/api/practice/mistakes", params={"technology": "react"}, headers=paid.headers)
    assert [row["annotation"] for row in listed.json() if row["position"] == 2] == [noted.json()]
    feedback = (await read(api, paid, state, "/answers/1")).json()
    assert feedback["annotation"] == both
    again = (
        await api.post(f"/api/practice/{state['practice_session_id']}/retry", headers=paid.headers)
    ).json()
    found = []
    while not again["finished"]:
        found.append((await give(api, paid, again)).json()["annotation"])
        again = (await read(api, paid, again)).json()
    assert found.count(noted.json()) == 1, "in another round"


async def test_nothing_is_kept_of_what_was_taken_away(
    api: httpx.AsyncClient, paid: Account, resources: Resources
):
    state = await finish(api, paid, length=2)
    await annotate(api, paid, state, bookmarked=True, note="n")
    assert (await annotate(api, paid, state, note="")).json() == {"bookmarked": True, "note": ""}
    assert (await annotate(api, paid, state)).json() == {"bookmarked": True, "note": ""}
    assert (await annotate(api, paid, state, bookmarked=False)).json() == NONE
    assert await rows(resources) == []


async def test_simultaneous_changes_lose_nothing(api: httpx.AsyncClient, paid: Account):
    state = await finish(api, paid, length=1)
    await asyncio.gather(
        annotate(api, paid, state, bookmarked=True), annotate(api, paid, state, note="Both stay.")
    )
    assert (await annotate(api, paid, state)).json() == {"bookmarked": True, "note": "Both stay."}


@pytest.mark.one_database
async def test_a_note_has_a_limit(api: httpx.AsyncClient, paid: Account):
    state = await finish(api, paid, length=1)
    assert len((await annotate(api, paid, state, note="ä" * 2000)).json()["note"]) == 2000
    refused = problem(await annotate(api, paid, state, note="x" * 2001), 422, "invalid_request")
    assert refused["errors"][0]["field"] == "note"
    assert len((await annotate(api, paid, state)).json()["note"]) == 2000
    assert (await annotate(api, paid, state, note="a\0b\r\n\tc")).json()["note"] == "ab\n\tc"


@pytest.mark.one_database
async def test_annotations_need_an_answer(api: httpx.AsyncClient, account: Account, resources: Resources):
    state = await start(api, account, length=2)
    await give(api, account, state)
    await pay(resources, account)
    problem(await annotate(api, account, state, 2, bookmarked=True), 409, "answer_required")
    problem(await annotate(api, account, state, 9, bookmarked=True), 409, "answer_required")
    assert await rows(resources) == []


@pytest.mark.one_database
async def test_everybody_reopens_the_explanations_of_a_round(api: httpx.AsyncClient, account: Account):
    state = await start(api, account, length=3)
    seen = [(await give(api, account, state)).json()["feedback"]]
    state = (await read(api, account, state)).json()
    seen.append((await give(api, account, state, right=False)).json()["feedback"])
    listed = (await read(api, account, state, "/answers")).json()
    assert [(row["position"], row["feedback"]) for row in listed] == [(1, seen[0]), (2, seen[1])]
    problem(await read(api, await register(api), state, "/answers"), 404, "practice_not_found")
    test = await start_exam(api, account)
    problem(await read(api, account, state, "/answers"), 409, "test_running")
    await submit(api, account, test["test_id"])
    assert len((await read(api, account, state, "/answers")).json()) == 2
