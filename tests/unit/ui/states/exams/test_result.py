"""Results of certification tests."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm
from tests.unit.ui.states.browser import Tab
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.locale import ZoneState


async def load(tab: Tab, attempt: dict[str, Any]) -> ExamResultState:
    return await tab.load(ExamResultState, f"/test-results/{attempt['test_id']}")


@pytest.fixture
async def passed(api: httpx.AsyncClient, account: Account) -> dict[str, Any]:
    """The result of a passed test, as the API returns it."""
    return await pass_exam(api, account)


async def test_the_result_of_an_attempt_is_shown(own_tab: Tab, passed: dict[str, Any]):
    own_tab.open(f"/test-results/{passed['test_id']}/")
    steps = own_tab.stream(ExamResultState.load)
    assert await anext(steps) == []
    shown = own_tab.state(ExamResultState)
    assert shown.phase == "loading"
    async for _ in steps:
        pass
    assert (shown.phase, shown.error) == ("ready", "")
    assert (shown.technology_id, shown.technology_name) == ("react", "React")
    assert (shown.title, shown.passed, shown.timed_out) == ("Certified React Developer", True, False)
    assert (shown.score, shown.low, shown.high) == (passed["score"], passed["low"], passed["high"])
    assert (shown.answered, shown.unscored, shown.too_few) == ("20\u00a0questions answered", "", "")
    assert shown.submitted == "March\u00a02,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    assert shown.retake == "March\u00a016,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    assert [(row.title, row.correct) for row in shown.topics] == [
        (title, "5 of 5 correct") for title in ("Basics", "State", "Effects", "Testing")
    ]
    assert shown.time_used == "1\u00a0minute"
    assert shown.verdict.endswith("above the 500 you need.")
    number = passed["certificate_number"]
    assert shown.certificate_number_shown == number
    assert shown.verify_url == f"http://localhost:8000/verify/{number}"
    assert (shown.issued, shown.expires) == ("March\u00a02,\u00a02026", "March\u00a02,\u00a02028")
    assert shown.topics[0].href == "/practice-test/react?topic=basics"
    assert all(200 <= row.low <= row.score <= row.high <= 800 for row in shown.topics)


async def test_linkedin_gets_the_dates_of_a_certificate_that_waited_for_the_email(
    tab: Tab, api: httpx.AsyncClient, clock: FakeClock
):
    clock.now = datetime(2026, 3, 31, 23, 55, tzinfo=UTC)
    holder = await register(api)
    result = await pass_exam(api, holder, confirmed=False)
    tab.sign_in(holder)
    shown = await load(tab, result)
    assert shown.awaits_email
    assert (shown.certificate_number_shown, shown.verify_url, shown.linkedin_url) == ("", "", "")
    assert (shown.issued, shown.expires) == ("", "")
    clock.advance(minutes=10)
    (number,) = (await confirm(api, holder)).json()["certificates"]
    await load(tab, result)
    assert (shown.certificate_number_shown, shown.issued) == (number, "April\u00a01,\u00a02026")
    assert parse_qs(urlsplit(shown.linkedin_url).query) == {
        "startTask": ["CERTIFICATION_NAME"],
        "name": ["Certified React Developer"],
        "organizationName": ["WebDev Certs"],
        "issueYear": ["2026"],
        "issueMonth": ["4"],
        "expirationYear": ["2028"],
        "expirationMonth": ["4"],
        "certUrl": [shown.verify_url],
        "certId": [number],
    }


async def test_a_result_says_that_time_ran_out(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await start_exam(api, account)
    shown = await load(own_tab, state)
    assert (shown.phase, shown.attempt_name, shown.attempt_href) == (
        "unfinished",
        "React",
        "/test/react?resume",
    )
    clock.advance(hours=1)
    shown = await load(own_tab, state)
    assert (shown.phase, shown.timed_out, shown.passed) == ("ready", True, False)
    assert shown.too_few.startswith("You need at least 20 answers to pass")
    assert (shown.certificate_number_shown, shown.answered) == ("", "0\u00a0questions answered")


@pytest.mark.parametrize(
    ("right", "words"),
    [
        (lambda position: position % 2 == 1, "That is close: your range reaches the pass mark."),
        (lambda position: False, "Start with your weakest topics"),
    ],
)
async def test_a_failed_attempt_says_how_far_and_what_to_practice(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, right: Callable[[int], bool], words: str
):
    state = await take_exam(api, account, right=right)
    result = (await submit(api, account, state["test_id"])).json()
    shown = await load(own_tab, state)
    assert not shown.passed
    assert shown.verdict.startswith(f"You are {500 - result['score']}\u00a0points short of 500.")
    assert words in shown.verdict
    lowest = sorted(topic["score"] for topic in result["topics"])[:3]
    assert [row.score for row in shown.weakest] == lowest


async def test_a_result_is_in_the_language_and_the_zone_of_its_browser(own_tab: Tab, passed: dict[str, Any]):
    await own_tab.fire(ZoneState.note, "America/New_York")
    assert (await load(own_tab, passed)).submitted == "March\u00a02,\u00a02026, 4:00\u00a0AM"
    with in_language("de"):
        shown = await load(own_tab, passed)
    assert (shown.answered, shown.time_used) == ("20\u00a0Fragen beantwortet", "1\u00a0Minute")
    assert shown.verdict.endswith("Punkte über den nötigen 500.")
    assert shown.submitted.startswith("2.\u00a0März\u00a02026")
