"""The three sample questions, which anybody can answer without an account."""

from typing import Any

import httpx
import pytest

from tests.answering import answer
from tests.api.accounts.test_auth import problem
from webdev_certs.server.api.dependencies import Resources

pytestmark = pytest.mark.one_database

State = dict[str, Any]


async def ask(api: httpx.AsyncClient, answers: list[Any], technology: str = "react") -> httpx.Response:
    return await api.post("/api/samples", json={"technology": technology, "answers": answers})


async def take(
    api: httpx.AsyncClient, rights: list[bool], technology: str = "react"
) -> tuple[State, list[Any], list[State]]:
    """Answer questions; return the last state, the answers, and all states."""
    state, answers = (await ask(api, [], technology)).json(), []
    states = [state]
    for right in rights:
        answers.append({"item_id": state["item_id"], "response": answer(state["item"], right=right)})
        response = await ask(api, answers, technology)
        assert response.status_code == 200, response.text
        states.append(state := response.json())
    return state, answers, states


async def test_three_answers_narrow_the_estimate(api: httpx.AsyncClient):
    end, _, states = await take(api, [True, True, True])
    widths = [state["estimate"]["high"] - state["estimate"]["low"] for state in states]
    assert widths == sorted(widths, reverse=True)
    assert len(set(widths)) == 4
    scores = [state["estimate"]["score"] for state in states]
    assert scores == sorted(scores)
    assert scores[0] == 500
    assert (end["answered"], end["correct"], end["length"]) == (3, 3, 3)
    assert (end["item"], end["item_id"]) == (None, None)


async def test_a_wrong_answer_lowers_the_estimate_and_is_explained(api: httpx.AsyncClient):
    state, _, _ = await take(api, [False])
    assert state["estimate"]["score"] < 500
    assert (state["feedback"]["correct"], state["correct"]) == (False, 0)
    assert state["feedback"]["key"]


async def test_questions_are_practice_items_of_different_topics_shown_without_keys(
    api: httpx.AsyncClient, resources: Resources
):
    _, answers, states = await take(api, [True, False, True])
    practice = {item.id: item for item in resources.bank.get("react").practice}
    asked = [practice[given["item_id"]] for given in answers]
    assert len({item.topic for item in asked}) == 3
    assert states[0]["feedback"] is None
    assert set(states[0]["item"]) == {
        "format", "topic", "difficulty", "stem", "code", "options", "matches"
    }  # fmt: skip


async def test_the_same_answers_lead_to_the_same_question(api: httpx.AsyncClient):
    first, answers, _ = await take(api, [True, False])
    assert (await ask(api, answers)).json() == first


async def test_malformed_requests_and_answers_to_other_items_are_refused(
    api: httpx.AsyncClient, resources: Resources
):
    _, (given,), _ = await take(api, [True])
    secret = next(iter(resources.bank.get("react").certification.values()))[0]
    for technology, answers, status, code in (
        ("react", [given | {"item_id": "react-none-001"}], 409, "sample_changed"),
        ("react", [given | {"item_id": secret.id}], 409, "sample_changed"),
        ("react", [given | {"response": {"order": ["1", "2"]}}], 422, "wrong_response_field"),
        ("react", [given] * 4, 422, "invalid_request"),
        ("react", "none", 422, "invalid_request"),
        (None, [], 422, "invalid_request"),
        ("cobol", [], 404, "unknown_technology"),
    ):
        form = {"answers": answers} | ({"technology": technology} if technology else {})
        problem(await api.post("/api/samples", json=form), status, code)
