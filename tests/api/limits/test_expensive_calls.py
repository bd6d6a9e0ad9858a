"""Limits of calls that take much work: PDFs, exports, practice sessions and social sign-ins."""

from typing import Any

import pytest

from tests.answering import pass_exam, start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.limits.calling import ABROAD, HOME, Caller, limited
from tests.api.practice.test_results import pay
from tests.factories import Account, register
from tests.mailbox import set_confirmed
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.settings.limits import NetworkRates, OwnRates, PublicRates

pytestmark = pytest.mark.one_database


TWICE = OwnRates(account="2/hour")
OWN: dict[str, list[tuple[str, str, Any]]] = {
    "pdf": [
        ("GET", f"/api/certificates/{{number}}/{form}", None) for form in ("pdf", "badge.png", "badge.svg")
    ],
    "reissue": [("POST", "/api/certificates/{number}/reissue", None)],
    "export": [("GET", "/api/profile/export", None)],
    "practice": [("POST", "/api/practice", {"technology": "java"})],
    "standing": [
        ("GET", "/api/progress/learning?time_zone=UTC", None),
        ("GET", "/api/progress/plan.ics?time_zone=UTC", None),
    ],
    "exam_events": [("POST", "/api/tests/{test_id}/events", {"kind": "paste", "position": 1})],
    "extra_time": [("POST", "/api/profile/extra-time", {"percent": 25, "reason": "I read slowly."})],
    "report": [("POST", "/api/tests/{test_id}/items/1/report", {"kind": "typo", "text": ""})],
}
"""Limit → the calls of one account that count toward it."""


@limited(**dict.fromkeys(OWN, TWICE))
@pytest.mark.parametrize("call", [call for calls in OWN.values() for call in calls], ids=lambda call: call[1])
async def test_one_account_is_stopped_whatever_its_address_but_no_other(
    caller: Caller, call: tuple[str, str, Any]
):
    method, path, body = call
    ada, bob = await register(caller(HOME)), await register(caller(HOME))
    ids: dict[str, str] = {}
    if "number" in path:
        ids["number"] = (await pass_exam(ada))["certificate_number"]
    if "test_id" in path:
        ids["test_id"] = (await start_exam(ada))["test_id"]
    path = path.format(**ids)
    answers = [await ada.request(method, path, json=body) for _ in range(2)]
    assert 429 not in {answer.status_code for answer in answers}
    refused = await ada.through(caller(ABROAD)).request(method, path, json=body)
    problem(refused, 429, "too_many_requests")
    assert 0 < int(refused.headers["retry-after"]) <= 3600
    assert (await bob.request(method, path, json=body)).status_code != 429


ADDRESS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "upload": ("POST", "/api/verify/file", {"content": b"GIF89a"}),
    "card": ("GET", "/api/verify/nonsense/card.png", {}),
    "sample": ("POST", "/api/samples", {"json": {"technology": "react", "answers": []}}),
    "social": (
        "POST",
        "/api/auth/oauth/callback",
        {"json": {"userId": "1", "provider": "google", "userMetadata": {}, "accessToken": "forged"}},
    ),
}
"""Limit → the call of anybody that counts toward it."""


@limited(**dict.fromkeys(ADDRESS, PublicRates(ip="2/hour")))
@pytest.mark.parametrize("call", ADDRESS.values(), ids=ADDRESS)
async def test_one_address_is_stopped_but_no_other(caller: Caller, call: tuple[str, str, dict[str, Any]]):
    method, path, sent = call
    statuses = [(await caller(ABROAD).request(method, path, **sent)).status_code for _ in range(3)]
    assert statuses[2] == 429
    assert statuses[0] == statuses[1] == (await caller(HOME).request(method, path, **sent)).status_code != 429


@limited(exam_start=NetworkRates(network="2/hour"))
async def test_one_network_starts_only_so_many_tests(caller: Caller):
    async def start(account: Account) -> int:
        return (await account.post("/api/tests", json={"technology": "react"})).status_code

    async def confirmed(ip: str) -> Account:
        account = await register(caller(ip))
        await set_confirmed(account, True)
        return account

    first = await confirmed(HOME)
    # Neither refused starts count nor those that are repeated, such as after an answer that was lost.
    assert await start(await register(caller(HOME))) == 409
    assert [await start(first) for _ in range(2)] == [201, 200]
    assert [await start(await confirmed(HOME)) for _ in range(2)] == [201, 429]
    assert await start(first) == 200
    assert await start(await confirmed(ABROAD)) == 201


@limited(mock_exam=OwnRates(account="1/day"))
async def test_only_mock_exams_that_start_count(caller: Caller, resources: Resources):
    account = await register(caller(HOME))
    form = {"technology": "react", "mock": True}
    # A refused one is not counted, nor one that is resumed.
    answers = [await account.post("/api/tests", json=form)]
    await pay(resources, account)
    answers += [await account.post("/api/tests", json=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [402, 201, 200]
    await submit(account, answers[1].json()["test_id"])
    problem(await account.post("/api/tests", json=form), 429, "too_many_requests")
    assert len(await account.read("/api/tests?mock=true")) == 1
