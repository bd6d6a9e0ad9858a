"""The history of answered questions: filters, search, pages, and who may read it."""

from typing import Any

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_annotations import annotate
from tests.api.practice.test_results import pay
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.practicing import State, answer_all, finish, give, read, start
from tests.statements import observed_statements
from webdev_certs.server.api.dependencies import Resources

URL = "/api/practice/history"


@pytest.fixture
async def paid(account: Account, resources: Resources) -> Account:
    await pay(resources, account)
    return account


async def get(api: httpx.AsyncClient, account: Account, **query: Any) -> httpx.Response:
    return await api.get(URL, params=query, headers=account.headers)


async def history(api: httpx.AsyncClient, account: Account, **query: Any) -> list[State]:
    response = await get(api, account, **query)
    assert response.status_code == 200, response.text
    return response.json()


def stems(rows: list[State]) -> list[str]:
    return [row["item"]["stem"] for row in rows]


async def test_each_answered_question_stands_once_with_its_latest_answer(
    api: httpx.AsyncClient, paid: Account, clock: FakeClock
):
    state = await finish(api, paid, clock=clock, length=4)
    review = (await read(api, paid, state, "/result")).json()["items"]
    found = await history(api, paid)
    assert [{name: row[name] for name in review[0]} for row in found] == review[::-1]
    assert {(row["technology"], row["name"], row["excerpt_of"]) for row in found} == {
        ("react", "React", None)
    }
    again = await api.post(f"/api/practice/{state['practice_session_id']}/retry", headers=paid.headers)
    await answer_all(api, paid, again.json(), clock=clock)
    after = await history(api, paid)
    assert sorted(stems(after)) == sorted(stems(found))
    assert [row["feedback"]["correct"] for row in after] == [True] * 4
    unfinished = await start(api, paid, technology="java", length=2)
    clock.advance(seconds=10)
    await give(api, paid, unfinished)
    newest, *_rest = await history(api, paid)
    assert (newest["technology"], newest["position"]) == ("java", 1), "also before the round is finished"
    assert len(await history(api, paid)) == 5, "a question without an answer is not shown"


async def test_filters(api: httpx.AsyncClient, paid: Account, clock: FakeClock):
    state = await finish(api, paid, clock=clock, length=4)
    await finish(api, paid, clock=clock, technology="java", length=2, right=True)
    await annotate(api, paid, state, 1, bookmarked=True)
    await annotate(api, paid, state, 2, note="Remember this.")
    assert {row["technology"] for row in await history(api, paid, technology="java")} == {"java"}
    assert [row["position"] for row in await history(api, paid, correct=False)] == [4, 2]
    assert len(await history(api, paid, correct=True)) == 4
    assert [row["position"] for row in await history(api, paid, bookmarked=True)] == [1]
    assert [row["annotation"]["note"] for row in await history(api, paid, noted=True)] == ["Remember this."]
    assert await history(api, paid, bookmarked=True, noted=True) == []
    topic = (await history(api, paid, technology="react"))[0]["topic"]
    of_topic = await history(api, paid, technology="react", topic=topic)
    assert of_topic
    assert {row["topic"] for row in of_topic} == {topic}
    problem(await get(api, paid, technology="cobol"), 404, "unknown_technology")
    problem(await get(api, paid, technology="react", topic="cobol"), 422, "unknown_topic")
    problem(await get(api, paid, q="x" * 201), 422, "invalid_request")


async def test_search_finds_questions_explanations_and_own_notes(
    api: httpx.AsyncClient, paid: Account, clock: FakeClock
):
    state = await finish(api, paid, clock=clock)
    await annotate(api, paid, state, 3, note="Zebras <i>graze</i> at noon.")
    (found,) = await history(api, paid, q="zebra GRAZING")
    assert (found["position"], found["excerpt_of"]) == (3, "note")
    assert [piece["text"] for piece in found["excerpt"] if piece["found"]] == ["Zebras", "graze"]
    assert "".join(piece["text"] for piece in found["excerpt"]) == "Zebras <i>graze</i> at noon."
    assert await history(api, paid, q="zebra", correct=False) == []
    all_rows = {row["position"]: row for row in await history(api, paid)}
    question = "".join(piece["text"] for piece in all_rows[5]["question"])
    best, *_ = await history(api, paid, q=question[:100])
    assert best["position"] == 5
    stranger = await register(api)
    assert (await get(api, stranger, q="zebra")).status_code == 402


@pytest.mark.parametrize("query", [{}, {"q": "question"}])
async def test_pages_cover_everything_once_with_a_fixed_number_of_statements(
    api: httpx.AsyncClient, paid: Account, clock: FakeClock, query: dict[str, str]
):
    await finish(api, paid, clock=clock)
    whole = await history(api, paid, **query)
    assert len(whole) > 3
    pages, url = [], f"?limit=3&{'&'.join(f'{k}={v}' for k, v in query.items())}"
    while url:
        statements: list[str] = []
        with observed_statements(statements.append):
            response = await api.get(URL + url, headers=paid.headers)
        pages.append(response.json())
        assert len([statement for statement in statements if statement.startswith("SELECT")]) == 6
        url = response.links["next"]["url"] if response.links else ""
    assert [stem for page in pages for stem in stems(page)] == stems(whole)
    problem(await get(api, paid, after="nonsense", **query), 422, "invalid_cursor")


@pytest.mark.one_database
async def test_the_history_needs_pro_and_waits_for_a_running_test(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    await finish(api, account, clock=clock, length=2)
    await finish(api, account, clock=clock, technology="java", length=2)
    refused = problem(await get(api, account), 402, "payment_required")
    assert refused["detail"] == "Your answer history is part of Pro."
    await pay(resources, account)
    test = await start_exam(api, account)
    assert {row["technology"] for row in await history(api, account)} == {"java"}
    assert await history(api, account, q="react") == []
    problem(await get(api, account, technology="react"), 409, "test_running")
    await submit(api, account, test["test_id"])
    assert {row["technology"] for row in await history(api, account)} == {"react", "java"}
