"""A user who knows the id of another user's data learns nothing from it: every call answers 404.

The calls are read from the API's own description, with ids in paths, queries and bodies, so a new call with
an id is tried without being listed here. Only a new kind of id or body has to be added below; until then
this test fails.
"""

import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from tests.api.payments.conftest import clock, provider, provider_port, settings, shop
from tests.api.payments.shop import Shop
from tests.api.security.belongings import Ids, belongings, purchases
from tests.factories import PASSWORD, Account, register

__all__ = ["clock", "provider", "provider_port", "settings", "shop"]

# Bodies that the calls accept, by their schemas; ids are put in.
_BODIES: dict[str, dict[str, Any]] = {
    "AdvanceAttempt": {"position": 1},
    "Annotate": {"bookmarked": True},
    "AskTutor": {"action": "why_wrong"},
    "AnswerPractice": {"response": {"choices": ["1"]}},
    "ReportEvent": {"kind": "paste", "position": 1},
    "ReportItem": {"kind": "typo"},
    "ReportTutor": {"exchange": 1},
    "SaveAnswer": {"response": {"choices": ["1"]}},
    "SharingChoice": {"score_public": True},
    "UnlinkIdentity": {"password": PASSWORD},
    "VerifyPaymentRequest": {},
}
# Calls whose id anyone may know.
_PUBLIC = {
    "/api/technologies/{technology}",
    "/api/technologies/{technology}/badge.png",
    "/api/verify/{number}",
    "/api/verify/{number}/badge.svg",
    "/api/verify/{number}/card.png",
    "/api/verify/{number}/credential",
    "/api/criteria/{technology}/{version}",
    "/api/profiles/{handle}",
    "/api/credentials/status/{status_list}",
    "/api/credentials/status/{status_list}/suspension",
}
# Calls that look nothing up by the ids in their bodies.
_NOT_LOOKED_UP = {
    "/api/auth/oauth/callback": "the id must be the token's (test_social.py)",
    "/api/samples": "the ids are those of questions, which everybody gets",
    "/api/samples/claim": "the same",
    "/api/payments/create-checkout-session": "the practice session is handed to the provider and back",
}
_PARAMETER = re.compile(r"{(\w+)}")
_ID = re.compile(r"(^|_)(id|number)$|[a-z](Id|Number)$")

Call = tuple[str, str, dict[str, Any]]


def calls_with_ids(app: FastAPI) -> list[Call]:
    """Return the method, path and description of every call that takes an id of a user's data."""
    return [
        (method.upper(), path, operation)
        for path, operations in app.openapi()["paths"].items()
        if path not in _PUBLIC and path not in _NOT_LOOKED_UP
        for method, operation in operations.items()
        if "{" in path or ids_beside_the_path(app, operation)
    ]


def ids_beside_the_path(app: FastAPI, operation: dict[str, Any]) -> set[str]:
    """Return the ids that a call takes in its query or anywhere in its body."""
    schemas = app.openapi()["components"]["schemas"]
    query = {parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] != "path"}
    reference = _body_schema(operation)
    return {name for name in query | set(_fields(schemas, reference)) if _ID.search(name)}


def _body_schema(operation: dict[str, Any]) -> dict[str, Any]:
    content = operation.get("requestBody", {}).get("content", {})
    return content.get("application/json", {}).get("schema", {})


def _fields(schemas: dict[str, Any], part: Any) -> Iterator[str]:
    """Return the names of all fields below a part of the description."""
    if isinstance(part, list):
        for child in part:
            yield from _fields(schemas, child)
    elif isinstance(part, dict):
        if "$ref" in part:
            yield from _fields(schemas, schemas[part["$ref"].rsplit("/", 1)[-1]])
        properties = part.get("properties", {})
        yield from properties
        for name, child in part.items():
            if name != "properties":
                yield from _fields(schemas, child)
        yield from _fields(schemas, list(properties.values()))


def body(app: FastAPI, path: str, operation: dict[str, Any], ids: Ids) -> dict[str, Any] | None:
    """Return a body that the call accepts, with its ids; None if it takes no body."""
    reference: str = _body_schema(operation).get("$ref", "")
    if not reference:
        return None
    named = {name: ids[f"{path} {name}"] for name in ids_beside_the_path(app, operation)}
    return _BODIES[reference.rsplit("/", 1)[-1]] | named


async def ask(app: FastAPI, call: Call, ids: Ids, who: Account) -> httpx.Response:
    """Make a call with these ids."""
    method, template, operation = call
    path = _PARAMETER.sub(lambda found: ids[found[1]], template)
    return await who.request(method, path, json=body(app, template, operation, ids))


@pytest.fixture
async def ids(api: httpx.AsyncClient, api_app: FastAPI, shop: Shop) -> Ids:
    """Return the ids of everything that Ada has."""
    return await purchases(shop) | await belongings(api_app, shop.account)


@pytest.fixture
async def stranger(api: httpx.AsyncClient) -> Account:
    return await register(api)


@pytest.mark.one_database
def test_calls_with_ids_are_found(api_app: FastAPI):
    found = {(method, path) for method, path, _ in calls_with_ids(api_app)}
    assert {
        ("GET", "/api/tests/{test_id}/result"),
        ("DELETE", "/api/profile/login-sessions/{login_session_id}"),
        ("PATCH", "/api/certificates/{number}"),
        ("GET", "/api/payments/invoice/{invoice_id}"),
        ("POST", "/api/payments/verify-payment"),
    } <= found


@pytest.mark.one_database
def test_exceptions_are_calls_that_exist(api_app: FastAPI):
    assert _PUBLIC | set(_NOT_LOOKED_UP) <= set(api_app.openapi()["paths"])


@pytest.mark.one_database
def test_a_new_call_with_an_id_is_noticed(api_app: FastAPI):
    """Otherwise a change of FastAPI's description could leave all of them out unnoticed."""

    async def read_note(note_id: str) -> None: ...

    async def find_note(note_number: str) -> None: ...

    api_app.openapi_schema = None
    api_app.router.add_api_route("/api/notes/{note_id}", read_note)
    api_app.router.add_api_route("/api/notes", find_note)
    found = {path for _, path, _ in calls_with_ids(api_app)}
    assert {"/api/notes/{note_id}", "/api/notes"} <= found


@pytest.mark.one_database
async def test_the_owner_is_never_told_404(api: httpx.AsyncClient, api_app: FastAPI, shop: Shop, ids: Ids):
    """Otherwise wrong ids could explain a stranger's 404."""
    # Calls that end or delete something come last, because one ends the caller's own login session.
    for call in sorted(calls_with_ids(api_app), key=lambda call: (call[0] == "DELETE", call[1])):
        response = await ask(api_app, call, ids, shop.account)
        assert response.status_code not in (404, 422), (call[:2], response.text)


async def test_a_stranger_always_gets_404_and_changes_nothing(
    api: httpx.AsyncClient, api_app: FastAPI, shop: Shop, ids: Ids, stranger: Account
):
    """The answer is the same for ids of another user, of nobody, and of no possible object."""
    paths = [
        "/api/profile/identities",
        "/api/profile/login-sessions",
        "/api/tests",
        "/api/practice",
        "/api/certificates",
        "/api/payments/subscription",
        "/api/payments/history",
    ]
    before = [(await shop.account.read(path)) for path in paths]
    unknown = {name: "1" if name == "position" else _nobodys(name) for name in ids}
    nonsense, odd = (
        {name: "1" if name == "position" else no_id for name in ids} for no_id in ("nonsense", "%00")
    )
    for call in calls_with_ids(api_app):
        answers = [await ask(api_app, call, known, stranger) for known in (ids, unknown, nonsense, odd)]
        assert {answer.status_code for answer in answers} == {404}, (call[:2], answers[0].text)
        assert len({answer.text for answer in answers}) == 1, call[:2]
        assert answers[0].json()["code"].endswith(("_not_found", "_unknown"))
    assert [(await shop.account.read(path)) for path in paths] == before


def _nobodys(name: str) -> str:
    if name.startswith("/api/payments/"):
        return "cs_test_nobodys"
    known = {"number": "WDC-RE-0000-0000-2", "invoice_id": "in_nobodys"}
    return known.get(name, "00000000-0000-4000-8000-000000000000")
