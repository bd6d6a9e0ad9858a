"""Whoever knows the id of someone else's thing learns nothing by it: every call answers 404.

The calls are read from the API's own description, so a new one with an id is tried without being listed here.
Only a new kind of id, or of body, has to be told below; until then this fails.
"""

import re
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests import practising
from tests.answering import pass_test
from tests.factories import Account, register

# Bodies that the calls accept, by their schemas.
_BODIES: dict[str, dict[str, Any]] = {
    "AdvanceTest": {"position": 1},
    "AnswerPractice": {"response": {"choices": ["1"]}},
    "SaveAnswer": {"response": {"choices": ["1"]}},
    "SharingChoice": {"score_public": True},
}
# Calls whose id anyone may know.
_PUBLIC = {"/api/technologies/{technology}", "/api/verify/{number}"}
_PARAMETER = re.compile(r"{(\w+)}")

Call = tuple[str, str, dict[str, Any]]


def calls_with_ids(app: FastAPI) -> list[Call]:
    """Method, path and description of every call that takes someone's id."""
    return [
        (method.upper(), path, operation)
        for path, operations in app.openapi()["paths"].items()
        if "{" in path and path not in _PUBLIC
        for method, operation in operations.items()
    ]


def body(operation: dict[str, Any]) -> dict[str, Any] | None:
    """A body that the call accepts, or None where it takes none."""
    if "requestBody" not in operation:
        return None
    reference: str = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    return _BODIES[reference.rsplit("/", 1)[-1]]


async def belongings(api: httpx.AsyncClient, owner: Account) -> dict[str, str]:
    """One of everything that has an id, by the name that the id has in paths."""
    result = await pass_test(api, owner)
    practice = await practising.finish(api, owner)
    sessions = (await api.get("/api/profile/sessions", headers=owner.headers)).json()
    return {
        "test_id": result["test_id"],
        "practice_id": practice["practice_id"],
        "session_id": sessions[0]["id"],
        "number": result["certificate_number"],
        "position": "1",
    }


def test_calls_with_ids_are_found(api_app: FastAPI):
    found = {(method, path) for method, path, _ in calls_with_ids(api_app)}
    assert {
        ("GET", "/api/tests/{test_id}/result"),
        ("DELETE", "/api/profile/sessions/{session_id}"),
        ("PATCH", "/api/certificates/{number}"),
    } <= found


async def test_a_stranger_always_gets_404(api: httpx.AsyncClient, api_app: FastAPI):
    owner, stranger = await register(api), await register(api)
    ids = await belongings(api, owner)
    for method, template, operation in calls_with_ids(api_app):
        path = _PARAMETER.sub(lambda found: ids[found[1]], template)
        response = await api.request(method, path, json=body(operation), headers=stranger.headers)
        assert response.status_code == 404, (method, template, response.text)
        assert response.json()["code"].endswith(("_not_found", "_unknown"))


async def test_nothing_of_the_owner_has_changed(api: httpx.AsyncClient, api_app: FastAPI):
    owner, stranger = await register(api), await register(api)
    ids = await belongings(api, owner)
    paths = ["/api/profile/sessions", "/api/tests", "/api/practice", "/api/certificates"]
    before = [(await api.get(path, headers=owner.headers)).json() for path in paths]
    for method, template, operation in calls_with_ids(api_app):
        path = _PARAMETER.sub(lambda found: ids[found[1]], template)
        await api.request(method, path, json=body(operation), headers=stranger.headers)
    assert [(await api.get(path, headers=owner.headers)).json() for path in paths] == before


@pytest.mark.parametrize("shape", ["unknown", "impossible"])
async def test_an_id_of_nobody_is_answered_like_someone_elses(
    api: httpx.AsyncClient, api_app: FastAPI, shape: str
):
    owner, stranger = await register(api), await register(api)
    ids = await belongings(api, owner)
    others = {
        name: "1" if name == "position" else _nobodys(name) if shape == "unknown" else "nonsense"
        for name in ids
    }
    for method, template, operation in calls_with_ids(api_app):
        answers = [
            await api.request(
                method,
                _PARAMETER.sub(lambda found, values=values: values[found[1]], template),
                json=body(operation),
                headers=stranger.headers,
            )
            for values in (ids, others)
        ]
        assert answers[0].text == answers[1].text, (method, template)
        assert answers[0].status_code == answers[1].status_code == 404


def _nobodys(name: str) -> str:
    return "WDC-RE-0000-0000-2" if name == "number" else "00000000-0000-4000-8000-000000000000"
