"""Results of tests, reviews of practice rounds, and public verification."""

import random
from typing import Any

import httpx
import pytest
from starlette.responses import PlainTextResponse

from tests.answering import answer, pass_test, start_test, submit
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.unit.client.wire import Line, Wire
from tests.unit.states.browser import Tab, redirect
from tests.unit.states.lasting import settings
from webdev_certs.server.domain.certificate_numbers import new_number
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.practice.result import PracticeResultState
from webdev_certs.ui.states.certificates.verification import VerificationState

__all__ = ["settings"]

NOWHERE = "00000000-0000-4000-8000-000000000000"


async def practise(api: httpx.AsyncClient, account: Account, items: int = 10) -> str:
    """The id of a round in which the first half of the answers is wrong."""
    response = await api.post("/api/practice", json={"technology": "react"}, headers=account.headers)
    state: dict[str, Any] = response.json()
    path = f"/api/practice/{state['practice_id']}"
    for position in range(1, items + 1):
        body = {"response": answer(state["item"], right=position > 5)}
        await api.post(f"{path}/answers/{position}", json=body, headers=account.headers)
        state = (await api.get(path, headers=account.headers)).json()
    return state["practice_id"]


# Tests


async def test_a_result_is_shown(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    result = await pass_test(api, account)
    own_tab.open(f"/test-results/{result['test_id']}")
    steps = own_tab.stream(ExamResultState.load)
    assert await anext(steps) == []
    shown = own_tab.state(ExamResultState)
    assert shown.phase == "loading"
    async for _ in steps:
        pass
    assert (shown.phase, shown.error) == ("ready", "")
    assert (shown.technology_id, shown.technology_name) == ("react", "React")
    assert (shown.title, shown.passed, shown.timed_out) == ("Certified React Developer", True, False)
    assert (shown.score, shown.low, shown.high) == (result["score"], result["low"], result["high"])
    assert shown.certificate_number_shown == result["certificate_number"]
    assert shown.answered == "20 of 20 questions answered"
    assert (shown.submitted, shown.retake) == ("2 March 2026, 09:00 UTC", "16 March 2026")
    assert [(row.title, row.correct) for row in shown.topics] == [
        (title, "5 of 5 right") for title in ("Basics", "State", "Effects", "Testing")
    ]
    assert all(200 <= row.low <= row.score <= row.high <= 800 for row in shown.topics)


async def test_a_test_that_ran_out_says_so(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await start_test(api, account)
    clock.advance(hours=1)
    own_tab.open(f"/test-results/{state['test_id']}/")
    await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
    assert (shown.phase, shown.timed_out, shown.passed) == ("ready", True, False)
    assert (shown.certificate_number_shown, shown.answered) == ("", "0 of 20 questions answered")


async def test_a_test_that_still_runs_has_no_result(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    state = await start_test(api, account)
    own_tab.open(f"/test-results/{state['test_id']}")
    await own_tab.fire(ExamResultState.load)
    assert own_tab.state(ExamResultState).phase == "unfinished"


async def test_foreign_and_unknown_results_are_missing(
    own_tab: Tab, api: httpx.AsyncClient, account: Account
):
    other = await register(api)
    foreign = (await start_test(api, other))["test_id"]
    await submit(api, other, foreign)
    for test_id in (foreign, NOWHERE, "..", "%2e%2e", "a%2Fb", "1"):
        own_tab.open(f"/test-results/{test_id}")
        await own_tab.fire(ExamResultState.load)
        shown = own_tab.state(ExamResultState)
        assert (shown.phase, shown.score, shown.topics) == ("missing", 0, [])
        assert shown.error


# Practice


async def test_a_review_is_shown_to_those_who_have_paid(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    own_tab.open(f"/practice-results/{await practise(api, account)}")
    assert await own_tab.fire(GuardState.require_payment) == []
    await own_tab.fire(PracticeResultState.load)
    review = own_tab.state(PracticeResultState)
    assert (review.phase, review.heading, review.technology_id) == ("ready", "React practice", "react")
    assert (review.correct, review.length, review.finished) == (5, 10, "2 March 2026, 09:00 UTC")
    assert sum(topic.total for topic in review.topics) == 10
    assert [item.position for item in review.items] == list(range(1, 11))
    assert [item.correct for item in review.items] == [False] * 5 + [True] * 5
    assert all(item.item.stem and item.reference_url for item in review.items)


async def test_it_is_not_asked_for_without_payment(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, wire: Wire
):
    """A guard's redirect does not stop the loader that is queued behind it."""
    own_tab.open(f"/practice-results/{await practise(api, account)}")
    assert redirect(await own_tab.fire(GuardState.require_payment))
    await own_tab.fire(PracticeResultState.load)
    review = own_tab.state(PracticeResultState)
    assert (review.phase, review.items) == ("loading", [])
    assert not [path for path in wire.paths() if path.endswith("/result")]


async def test_a_round_that_is_not_over_has_no_review(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    for practice_id, phase in ((await practise(api, account, 3), "unfinished"), (NOWHERE, "missing")):
        own_tab.open(f"/practice-results/{practice_id}")
        await own_tab.fire(GuardState.require_payment)
        await own_tab.fire(PracticeResultState.load)
        assert own_tab.state(PracticeResultState).phase == phase


@pytest.mark.parametrize("kind", [ExamResultState, PracticeResultState])
async def test_strangers_are_shown_nothing(tab: Tab, wire: Wire, kind):
    tab.open(f"/test-results/{NOWHERE}")
    await tab.fire(kind.load)
    assert tab.state(kind).phase == "loading"
    assert wire.calls == []


async def test_a_server_that_cannot_be_reached_is_said(own_tab: Tab, line: Line):
    line.cut = True
    own_tab.open(f"/test-results/{NOWHERE}")
    await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
    assert shown.phase == "error"
    assert shown.error


# Verification


async def test_anyone_can_verify_a_certificate(
    tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    number = (await pass_test(api, account))["certificate_number"]
    tab.open(f"/verify/{number}")
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number, found.holder) == ("valid", number, account.user["full_name"])
    assert (found.title, found.score) == ("Certified React Developer", None)
    assert (found.issued, found.expires) == ("2 March 2026", "2 March 2028")
    assert found.issuer
    clock.advance(days=2 * 366)
    await tab.fire(VerificationState.load)
    assert found.phase == "expired"


@pytest.mark.parametrize(
    "typed",
    [str, str.lower, lambda number: f"  {number} ", lambda number: number.replace("-", " ")],
)
async def test_a_number_may_be_typed_carelessly(tab: Tab, api: httpx.AsyncClient, account: Account, typed):
    number = (await pass_test(api, account))["certificate_number"]
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed(number)}))
    assert target is not None
    assert target.startswith("/verify/")
    tab.open(target)
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("valid", number)


@pytest.mark.parametrize("typed", ["../dashboard", "a/b", "a?b=c", "a#b", "%2e%2e", "//evil.example", "ä"])
async def test_what_is_typed_stays_one_part_of_the_address(tab: Tab, typed: str):
    target = redirect(await tab.fire(VerificationState.look_up, {"number": typed}))
    assert target is not None
    assert target.count("/") == 2
    assert not set(target) & set("?#\\ ")
    tab.open(target)
    await tab.fire(VerificationState.load)
    found = tab.state(VerificationState)
    assert (found.phase, found.number) == ("mistyped", typed)


@pytest.mark.parametrize("form", [{}, {"number": ""}, {"number": "   "}])
async def test_nothing_typed_leads_nowhere(tab: Tab, form: dict[str, str]):
    assert await tab.fire(VerificationState.look_up, form) == []


async def test_unknown_numbers_are_told_from_typing_errors(tab: Tab):
    unknown = new_number("react", random.Random(2))
    for number, phase in ((f"{unknown[:-1]}*", "mistyped"), (unknown, "unknown")):
        tab.open(f"/verify/{number}")
        await tab.fire(VerificationState.load)
        found = tab.state(VerificationState)
        assert (found.phase, found.number, found.holder) == (phase, number, "")
        assert found.error


async def test_a_verification_that_fails_says_nothing_about_the_number(tab: Tab, wire: Wire):
    wire.instead("/api/verify/WDC-RE-7K3M-92QF-X", PlainTextResponse("", 500))
    tab.open("/verify/WDC-RE-7K3M-92QF-X")
    await tab.fire(VerificationState.load)
    assert tab.state(VerificationState).phase == "error"
