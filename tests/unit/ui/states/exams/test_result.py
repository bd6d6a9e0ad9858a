"""Results of certification tests."""

from collections.abc import Callable
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from tests.answering import pass_exam, start_exam, submit, take_exam
from tests.conftest import FakeClock
from tests.factories import Account, register
from tests.mailbox import confirm
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.lasting import settings
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.zone import ZoneState

__all__ = ["settings"]

NOWHERE = "00000000-0000-4000-8000-000000000000"


async def test_the_result_of_an_attempt_is_shown(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    result = await pass_exam(api, account)
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
    assert (shown.answered, shown.unscored) == ("20\u00a0questions answered", "")
    assert shown.too_few == ""
    assert (shown.submitted, shown.retake) == (
        "2\u00a0March\u00a02026, 09:00\u00a0UTC",
        "16\u00a0March\u00a02026, 09:00\u00a0UTC",
    )
    assert [(row.title, row.correct) for row in shown.topics] == [
        (title, "5 of 5 correct") for title in ("Basics", "State", "Effects", "Testing")
    ]
    assert shown.time_used == "1\u00a0minute"
    assert shown.verdict.endswith("above the 500 you need.")
    number = result["certificate_number"]
    assert shown.verify_url == f"http://localhost:8000/verify/{number}"
    assert (shown.issued, shown.expires) == ("2\u00a0March\u00a02026", "2\u00a0March\u00a02028")
    assert shown.linkedin_url.startswith("https://www.linkedin.com/profile/add?")
    assert [row.href for row in shown.topics][:2] == [
        "/practice-test/react?topic=basics",
        "/practice-test/react?topic=state",
    ]
    assert all(200 <= row.low <= row.score <= row.high <= 800 for row in shown.topics)


async def test_linkedin_gets_the_dates_of_a_certificate_that_waited_for_the_email(
    tab: Tab, api: httpx.AsyncClient, clock: FakeClock
):
    clock.now = datetime(2026, 3, 31, 23, 55, tzinfo=UTC)
    holder = await register(api)
    result = await pass_exam(api, holder, confirmed=False)
    tab.sign_in(holder)
    tab.open(f"/test-results/{result['test_id']}")
    await tab.fire(ExamResultState.load)
    shown = tab.state(ExamResultState)
    assert shown.awaits_email
    assert (shown.certificate_number_shown, shown.verify_url, shown.linkedin_url) == ("", "", "")
    assert (shown.issued, shown.expires) == ("", "")
    clock.advance(minutes=10)
    (number,) = (await confirm(api, holder)).json()["certificates"]
    await tab.fire(ExamResultState.load)
    (certificate,) = (await api.get("/api/certificates", headers=holder.headers)).json()
    issued, expires = certificate["issued_at"], certificate["expires_at"]
    assert issued.startswith("2026-04-01")
    assert (shown.certificate_number_shown, shown.issued) == (number, "1\u00a0April\u00a02026")
    query = parse_qs(urlsplit(shown.linkedin_url).query)
    assert (query["issueYear"], query["issueMonth"]) == (["2026"], ["4"])
    assert (query["expirationYear"], query["expirationMonth"]) == ([expires[:4]], ["4"])
    assert (query["certId"], query["certUrl"]) == ([number], [certificate["verify_url"]])


async def test_a_result_says_that_time_ran_out(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    state = await start_exam(api, account)
    clock.advance(hours=1)
    own_tab.open(f"/test-results/{state['test_id']}/")
    await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
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
    own_tab.open(f"/test-results/{state['test_id']}")
    await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
    assert not shown.passed
    assert shown.verdict.startswith(f"You are {500 - result['score']}\u00a0points short of 500.")
    assert words in shown.verdict
    assert len(shown.weakest) == 3
    lowest = sorted(topic["score"] for topic in result["topics"])[:3]
    assert [row.score for row in shown.weakest] == lowest


async def test_a_result_is_in_the_language_of_its_screen(
    own_tab: Tab, api: httpx.AsyncClient, account: Account
):
    result = await pass_exam(api, account)
    own_tab.open(f"/test-results/{result['test_id']}")
    with in_language("de"):
        await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
    assert (shown.answered, shown.time_used) == ("20\u00a0Fragen beantwortet", "1\u00a0Minute")
    assert shown.verdict.endswith("Punkte über den nötigen 500.")
    assert shown.submitted.startswith("2.\u00a0März\u00a02026")


async def test_times_are_in_the_browsers_zone(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    result = await pass_exam(api, account)
    await own_tab.fire(ZoneState.note, "America/New_York")
    own_tab.open(f"/test-results/{result['test_id']}")
    await own_tab.fire(ExamResultState.load)
    assert own_tab.state(ExamResultState).submitted == "2\u00a0March\u00a02026, 04:00"


async def test_an_open_attempt_has_no_result(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    state = await start_exam(api, account)
    own_tab.open(f"/test-results/{state['test_id']}")
    await own_tab.fire(ExamResultState.load)
    shown = own_tab.state(ExamResultState)
    assert (shown.phase, shown.test_name, shown.test_href) == ("unfinished", "React", "/test/react")
