"""Limits of calls that take much work: PDFs, exports, practice sessions and social sign-ins."""

import pytest

from tests.answering import pass_exam, report, start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.limits.calling import ABROAD, HOME, Caller, limited
from tests.api.practice.test_results import pay
from tests.factories import register
from tests.mailbox import confirm, set_confirmed
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.settings.limits import NetworkRates, OwnRates, PublicRates

pytestmark = pytest.mark.one_database


TWICE = OwnRates(account="2/hour")


@limited(pdf=TWICE)
@pytest.mark.parametrize("form", ["pdf", "badge.png", "badge.svg"])
async def test_one_account_gets_only_so_many_drawn_certificates(caller: Caller, form: str):
    home = caller(HOME)
    account = await register(home)
    await confirm(account)
    number = (await pass_exam(account))["certificate_number"]
    path = f"/api/certificates/{number}/{form}"
    answers = [await account.get(path) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[0].content == answers[1].content
    problem(answers[2], 429, "too_many_requests")


@limited(upload=PublicRates(ip="2/hour"), card=PublicRates(ip="2/hour"))
async def test_one_ip_uploads_files_and_draws_cards_only_so_often(caller: Caller):
    async def uploaded(ip: str) -> int:
        return (await caller(ip).post("/api/verify/file", content=b"GIF89a")).status_code

    async def drawn(ip: str) -> int:
        return (await caller(ip).get("/api/verify/nonsense/card.png")).status_code

    for call in (uploaded, drawn):
        assert [await call(ABROAD) for _ in range(3)] == [422, 422, 429]
        assert await call(HOME) == 422


@limited(reissue=TWICE)
async def test_one_account_asks_for_new_certificates_only_so_often(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    path = "/api/certificates/WDC-RE-0000-0000-2/reissue"
    answers = [(await account.post(path)).status_code for _ in range(3)]
    assert answers == [404, 404, 429]


@limited(export=TWICE, practice=TWICE, standing=TWICE)
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/profile/export", None),
        ("POST", "/api/practice", {"technology": "react"}),
        ("GET", "/api/progress/learning?time_zone=UTC", None),
        ("GET", "/api/progress/plan.ics?time_zone=UTC", None),
    ],
)
async def test_exports_new_practice_sessions_and_standings_are_limited_by_account(
    caller: Caller, method: str, path: str, body: dict[str, str] | None
):
    home = caller(HOME)
    ada, bob = await register(home), await register(home)

    async def call(ip: str, headers: dict[str, str]) -> int:
        return (await caller(ip).request(method, path, json=body, headers=headers)).status_code

    assert [await call(HOME, ada.headers) < 300 for _ in range(2)] == [True, True]
    assert await call(ABROAD, ada.headers) == 429
    assert await call(HOME, bob.headers) < 300


@limited(exam_events=TWICE, extra_time=TWICE)
async def test_one_account_reports_and_asks_only_so_often(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    state = await start_exam(account)
    calls = (
        (f"/api/tests/{state['test_id']}/events", {"kind": "paste", "position": 1}),
        ("/api/profile/extra-time", {"percent": 25, "reason": "I read slowly."}),
    )
    for path, body in calls:
        answers = [await account.post(path, json=body) for _ in range(3)]
        problem(answers[2], 429, "too_many_requests")
        assert 429 not in {answer.status_code for answer in answers[:2]}


@limited(exam_start=NetworkRates(network="2/hour"))
async def test_one_network_starts_only_so_many_tests(caller: Caller):
    async def start(ip: str) -> int:
        account = await register(caller(ip))
        await set_confirmed(account, True)
        form = {"technology": "react"}
        return (await caller(ip).post("/api/tests", json=form, headers=account.headers)).status_code

    assert [await start(HOME) for _ in range(3)] == [201, 201, 429]
    assert await start(ABROAD) == 201


@limited(social=PublicRates(ip="2/hour"))
async def test_one_ip_tries_only_so_many_social_sign_ins(caller: Caller):
    form = {"userId": "1", "provider": "google", "userMetadata": {}, "accessToken": "forged"}

    async def call(ip: str) -> int:
        return (await caller(ip).post("/api/auth/oauth/callback", json=form)).status_code

    statuses = [await call(ABROAD) for _ in range(3)]
    assert statuses[2] == 429
    assert statuses[0] == statuses[1] == await call(HOME) != 429


@limited(report=TWICE)
async def test_one_account_reports_only_so_many_questions(caller: Caller):
    home = caller(HOME)
    account = await register(home)
    state = await start_exam(account)
    answers = [await report(account, state) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 409, 429]
    problem(answers[2], 429, "too_many_requests")


@limited(mock_exam=OwnRates(account="1/day"))
async def test_only_mock_exams_that_start_count(caller: Caller, resources: Resources):
    home = caller(HOME)
    account = await register(home)
    form = {"technology": "react", "mock": True}
    # A refused one is not counted, nor one that is resumed.
    answers = [await account.post("/api/tests", json=form)]
    await pay(resources, account)
    answers += [await account.post("/api/tests", json=form) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [402, 201, 200]
    await submit(account, answers[1].json()["test_id"])
    problem(await account.post("/api/tests", json=form), 429, "too_many_requests")
    assert len(await account.read("/api/tests?mock=true")) == 1
