"""Practice sessions: choosing items, answering once, and feedback."""

import asyncio
from collections import Counter

import httpx
import pytest
from sqlmodel import select

from tests.answering import answer
from tests.api.accounts.test_auth import problem
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.practicing import State, give, given, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import PracticeItem


@pytest.mark.one_database
async def test_a_practice_session_of_one_difficulty(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    state = await start(api, account, difficulty="advanced")
    assert (state["position"], state["length"], state["correct"]) == (1, 10, 0)
    assert (state["finished"], state["kind"], state["name"]) == (False, "difficulty", "React")
    assert (state["difficulty"], state["item"]["difficulty"]) == ("advanced", "advanced")
    async with resources.database.transaction() as db:
        rows = (await db.exec(select(PracticeItem))).all()
    items = [resources.bank.item(row.item_id, row.item_version) for row in rows]
    assert [item.difficulty for item in items if item] == ["advanced"] * 10


@pytest.mark.one_database
async def test_unknown_difficulties_and_technologies_get_the_list(api: httpx.AsyncClient, account: Account):
    form = {"technology": "react", "difficulty": "expert"}
    response = await api.post("/api/practice", json=form, headers=account.headers)
    body = problem(response, 422, "unknown_difficulty")
    assert body["difficulties"] == ["beginner", "intermediate", "advanced"]
    assert body["errors"][0]["field"] == "difficulty"
    form = {"technology": "cobol"}
    response = await api.post("/api/practice", json=form, headers=account.headers)
    assert problem(response, 404, "unknown_technology")["technologies"] == ["react", "java"]


@pytest.mark.one_database
async def test_feedback_names_the_key_and_explains_every_option(api: httpx.AsyncClient, account: Account):
    formats: set[str] = set()
    # Together the practice sessions of all difficulties have all formats.
    for difficulty in ("beginner", "intermediate", "advanced"):
        formats |= await _check_feedback(api, account, await start(api, account, difficulty=difficulty))
    assert len(formats) == 7


async def _check_feedback(api: httpx.AsyncClient, account: Account, state: State) -> set[str]:
    formats: set[str] = set()
    while not state["finished"]:
        item, right = state["item"], state["position"] % 2 == 1
        formats.add(item["format"])
        body = (await give(api, account, state, right=right)).json()
        feedback = body["feedback"]
        assert feedback["correct"] is right
        assert given(body["response"]) == answer(item, right=right)
        assert given(feedback["key"]) == answer(item)
        assert feedback["reference"]["url"].startswith("https://example.com/")
        assert [(e["option_id"], e["text"]) for e in feedback["options"]] == [
            (shown["id"], shown["text"]) for shown in item["options"]
        ]
        for explanation in feedback["options"]:
            assert explanation["explanation"] == f"Why {explanation['text'].split()[-1]}."
        marks = [explanation["correct"] for explanation in feedback["options"]]
        if item["format"] in ("order_lines", "match_pairs"):
            # The lines that the learner placed correctly.
            assert all(marks) is right
        elif item["format"] == "fill_in":
            assert feedback["explanation"] == "It is 42."
        else:
            key = given(feedback["key"])["choices"]
            assert [e["option_id"] for e in feedback["options"] if e["correct"]] == sorted(key, key=int)
        state = (await read(api, account, state)).json()
    return formats


@pytest.mark.one_database
async def test_correct_answers_are_counted_to_the_end(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await start(api, account)
    first = (await give(api, account, state)).json()
    assert (first["position"], first["correct_count"], first["finished"]) == (1, 1, False)
    state = (await read(api, account, state)).json()
    assert (state["position"], state["correct"]) == (2, 1)
    last = first
    while not state["finished"]:
        last = (await give(api, account, state, right=False)).json()
        state = (await read(api, account, state)).json()
    assert (last["finished"], last["correct_count"]) == (True, 1)
    assert (state["position"], state["length"], state["correct"], state["item"]) == (10, 10, 1, None)
    (summary,) = (await api.get("/api/practice", headers=account.headers)).json()
    assert (summary["answered"], summary["correct"], summary["length"]) == (10, 1, 10)
    assert summary["finished_at"] is not None


async def test_a_reload_resumes_and_shows_feedback_again(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    assert (await read(api, account, state)).json() == state
    problem(await read(api, account, state, "/answers/1"), 409, "answer_required")
    told = (await give(api, account, state, right=False)).json()
    assert (await read(api, account, state, "/answers/1")).json() == told
    problem(await read(api, account, state, "/answers/2"), 409, "answer_required")
    problem(await read(api, account, state, "/answers/11"), 409, "answer_required")


async def test_an_item_is_answered_once(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    told = (await give(api, account, state, right=False)).json()
    assert (await give(api, account, state, right=False)).json() == told
    refusal = problem(await give(api, account, state, right=True), 409, "position_not_current")
    assert refusal["position"] == 2
    assert problem(await give(api, account, state | {"position": 3}), 409, "position_not_current")
    assert problem(await give(api, account, state | {"position": 11}), 409, "position_not_current")
    assert (await read(api, account, state)).json()["correct"] == 0


async def test_the_same_answer_sent_concurrently_counts_once(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    responses = await asyncio.gather(*(give(api, account, state) for _ in range(5)))
    assert {response.status_code for response in responses} == {200}
    assert len({response.text for response in responses}) == 1
    assert (await read(api, account, state)).json()["correct"] == 1


async def test_of_different_concurrent_answers_one_counts(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    responses = await asyncio.gather(*(give(api, account, state, right=n % 2 == 0) for n in range(6)))
    assert Counter(response.status_code for response in responses) == {200: 3, 409: 3}
    assert (await read(api, account, state)).json()["position"] == 2


@pytest.mark.one_database
async def test_answers_that_do_not_fit_the_item_are_refused(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    path = f"/api/practice/{state['practice_session_id']}/answers/1"
    response = await api.post(path, json={"response": {}}, headers=account.headers)
    problem(response, 422, "wrong_response_field")
    path = f"/api/practice/{state['practice_session_id']}/answers/0"
    response = await api.post(path, json={"response": {"text": "42"}}, headers=account.headers)
    problem(response, 422, "invalid_request")


@pytest.mark.one_database
async def test_no_response_reveals_the_key_before_the_answer(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    while not state["finished"]:
        assert set(state["item"]) == {
            "format",
            "topic",
            "difficulty",
            "stem",
            "code",
            "options",
            "matches",
        }
        assert all(set(shown) == {"id", "text"} for shown in state["item"]["options"])
        await give(api, account, state)
        state = (await read(api, account, state)).json()


async def test_learners_list_their_practice_sessions_newest_first(
    api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    first = await start(api, account)
    clock.advance(minutes=1)
    second = await start(api, account, technology="java", difficulty="beginner")
    summaries = (await api.get("/api/practice", headers=account.headers)).json()
    assert [s["practice_session_id"] for s in summaries] == [
        second["practice_session_id"],
        first["practice_session_id"],
    ]
    assert (summaries[0]["name"], summaries[0]["difficulty"]) == ("Java", "beginner")
    stranger = await register(api)
    assert (await api.get("/api/practice", headers=stranger.headers)).json() == []
