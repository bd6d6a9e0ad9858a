"""All mistakes in one place, to read and to practice again, which needs paid access."""

from typing import Any

import httpx
import pytest
from sqlmodel import col, select

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_results import pay
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.practicing import State, answer_all, finish, give, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import PracticeItem, PracticeSession

URL = "/api/practice/mistakes"


@pytest.fixture
async def paid(account: Account, resources: Resources) -> Account:
    await pay(resources, account)
    return account


async def listed(api: httpx.AsyncClient, account: Account, **query: Any) -> httpx.Response:
    return await api.get(URL, params={"technology": "react"} | query, headers=account.headers)


async def mistakes(api: httpx.AsyncClient, account: Account, **query: Any) -> list[State]:
    response = await listed(api, account, **query)
    assert response.status_code == 200, response.text
    return response.json()


async def again(api: httpx.AsyncClient, account: Account, **form: Any) -> httpx.Response:
    return await api.post(URL, json={"technology": "react"} | form, headers=account.headers)


async def counts(api: httpx.AsyncClient, account: Account) -> list[State]:
    return (await api.get(f"{URL}/counts", headers=account.headers)).json()


async def free_count(api: httpx.AsyncClient, account: Account) -> dict[str, int]:
    standing = (await api.get("/api/progress/learning", headers=account.headers)).json()
    return {row["technology"]: row["mistakes"] for row in standing["technologies"]}


def stems(rows: list[State]) -> list[str]:
    return [row["item"]["stem"] for row in rows]


async def test_the_number_of_mistakes_needs_no_paid_access(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    await finish(api, account)
    assert await free_count(api, account) == {"react": 5}
    await pay(resources, account)
    assert len(await mistakes(api, account)) == 5
    assert await free_count(api, account) == {"react": 5}


@pytest.mark.one_database
async def test_a_mistake_has_what_the_full_review_shows_of_it(
    api: httpx.AsyncClient, paid: Account, clock: FakeClock
):
    state = await finish(api, paid, clock=clock)
    review = (await read(api, paid, state, "/result")).json()
    wrong = [item for item in review["items"] if not item["feedback"]["correct"]]
    found = await mistakes(api, paid)
    assert [{name: row[name] for name in wrong[0]} for row in found] == wrong[::-1], "newest first"
    assert {row["practice_session_id"] for row in found} == {state["practice_session_id"]}
    assert [row["position"] for row in found] == [10, 8, 6, 4, 2]


async def test_the_latest_answer_decides(api: httpx.AsyncClient, paid: Account, clock: FakeClock):
    await finish(api, paid)
    before = await mistakes(api, paid)
    clock.advance(seconds=60)
    state = (await again(api, paid)).json()
    assert (state["kind"], state["length"], state["technology"]) == ("mistakes", 5, "react")
    corrected = state["item"]["stem"]
    while not state["finished"]:
        clock.advance(seconds=10)
        await give(api, paid, state, right=state["position"] == 1)
        if state["position"] == 4:
            assert stems(await mistakes(api, paid)) == stems(before), "the practice session is not finished"
        state = (await read(api, paid, state)).json()
    after = await mistakes(api, paid)
    assert set(stems(after)) == set(stems(before)) - {corrected}
    assert {row["practice_session_id"] for row in after} == {state["practice_session_id"]}
    assert await free_count(api, paid) == {"react": 4}
    await answer_all(api, paid, (await again(api, paid)).json(), clock=clock)
    assert await mistakes(api, paid) == []
    assert await counts(api, paid) == []
    response = problem(await again(api, paid), 409, "no_mistakes")
    assert response["detail"] == "You have no mistakes left in React."
    assert (await read(api, paid, state, "/result")).status_code == 200


async def test_practice_asks_the_oldest_mistakes_and_resumes_the_unfinished_session(
    api: httpx.AsyncClient, paid: Account, clock: FakeClock
):
    for _ in range(3):
        await finish(api, paid, right=False, clock=clock, length=5)
    newest_first = stems(await mistakes(api, paid))
    assert len(newest_first) == 15
    state = (await again(api, paid)).json()
    assert (await again(api, paid)).json() == state, "a second click starts nothing else"
    asked: list[str] = []
    while not state["finished"]:
        asked.append(state["item"]["stem"])
        clock.advance(seconds=10)
        await give(api, paid, state)
        state = (await read(api, paid, state)).json()
    assert asked == newest_first[::-1][:10]
    assert stems(await mistakes(api, paid)) == newest_first[:5]
    other = (await again(api, paid)).json()
    assert (other["length"], other["item"]["stem"]) == (5, newest_first[4])
    practice = (await api.get("/api/practice", params={"kind": "mistakes"}, headers=paid.headers)).json()
    assert [row["finished_at"] is None for row in practice] == [True, False]


async def test_mistakes_by_topic(api: httpx.AsyncClient, paid: Account, clock: FakeClock):
    await finish(api, paid, right=False, clock=clock)
    await finish(api, paid, technology="java", length=4)
    everything = await mistakes(api, paid)
    react, java = await counts(api, paid)
    assert (react["technology"], react["mistakes"], java["name"], java["mistakes"]) == (
        "react",
        10,
        "Java",
        2,
    )
    assert sum(topic["mistakes"] for topic in react["topics"]) == 10
    for topic in react["topics"]:
        only = await mistakes(api, paid, topic=topic["topic"])
        assert len(only) == topic["mistakes"]
        assert {(row["topic"], row["item"]["topic"]) for row in only} == {(topic["topic"], topic["title"])}
        assert only == [row for row in everything if row["topic"] == topic["topic"]]
    topic = react["topics"][0]
    state = (await again(api, paid, topic=topic["topic"])).json()
    assert (state["topic_title"], state["length"]) == (topic["title"], topic["mistakes"])
    whole = (await again(api, paid)).json()
    assert whole["practice_session_id"] != state["practice_session_id"]
    assert (whole["topic"], whole["length"]) == (None, 10)
    for response in (await listed(api, paid, topic="cobol"), await again(api, paid, topic="cobol")):
        problem(response, 422, "unknown_topic")
    for response in (await listed(api, paid, technology="cobol"), await again(api, paid, technology="cobol")):
        problem(response, 404, "unknown_technology")


async def test_pages(api: httpx.AsyncClient, paid: Account, clock: FakeClock):
    await finish(api, paid, right=False, clock=clock)
    everything = await mistakes(api, paid)
    first = await listed(api, paid, limit=4)
    assert first.json() == everything[:4]
    rest, response = list(first.json()), first
    while link := response.links.get("next"):
        response = await api.get(f"{URL}{link['url']}", headers=paid.headers)
        rest += response.json()
    assert rest == everything
    assert (await listed(api, paid, limit=10)).links == {}
    problem(await listed(api, paid, after="yesterday"), 422, "invalid_cursor")


@pytest.mark.one_database
async def test_mistakes_are_refused_during_an_attempt_in_their_technology(
    api: httpx.AsyncClient, paid: Account
):
    await finish(api, paid)
    await finish(api, paid, technology="java", length=4)
    attempt = await start_exam(api, paid)
    problem(await listed(api, paid), 409, "test_running")
    problem(await again(api, paid), 409, "test_running")
    assert len(await mistakes(api, paid, technology="java")) == 2
    await submit(api, paid, attempt["test_id"])
    assert len(await mistakes(api, paid)) == 5


async def test_other_peoples_mistakes_and_unfinished_sessions_do_not_count(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await finish(api, account)
    stranger = await register(api)
    await pay(resources, stranger)
    assert await mistakes(api, stranger) == []
    problem(await again(api, stranger), 409, "no_mistakes")
    state = await start(api, stranger)
    await give(api, stranger, state, right=False)
    assert await mistakes(api, stranger) == []
    assert await free_count(api, stranger) == {"react": 0}
    await answer_all(api, stranger, (await read(api, stranger, state)).json(), clock=clock)
    assert len(await mistakes(api, stranger)) == 1


@pytest.mark.one_database
async def test_items_that_the_bank_no_longer_has_are_left_out(
    api: httpx.AsyncClient, paid: Account, resources: Resources
):
    await finish(api, paid)
    kept = await mistakes(api, paid)
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(PracticeItem).where(col(PracticeItem.correct).is_(False)))).all()
        owner = (await db.exec(select(PracticeSession))).one()
        gone = rows[0].item_id
        assert owner.id == rows[0].practice_session_id
    bank = resources.bank.technologies["react"]
    removed = bank.by_id.pop(gone)
    try:
        assert len(await mistakes(api, paid)) == len(kept) - 1
        assert removed.stem not in stems(await mistakes(api, paid))
        assert (await again(api, paid)).json()["length"] == len(kept) - 1
    finally:
        bank.by_id[gone] = removed
