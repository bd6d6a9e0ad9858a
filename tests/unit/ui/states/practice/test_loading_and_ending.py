"""Practice sessions: loading, what a path asks for, and the end."""

from typing import Any

import httpx
import pytest

from tests.answering import start_exam
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.practice.taking import check, take_practice
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState, RequestedPractice, read_request
from webdev_certs.ui.states.practice.result import PracticeResultState
from webdev_certs.ui.states.session.guards import GuardState

# Loading


PATH = "/practice-test/react"


async def open_paid(tab: Tab, screen: Any, path: str) -> Any:
    """Load a screen after the guard that checks paid access."""
    tab.open(path)
    await tab.fire(GuardState.require_payment)
    return await tab.load(screen)


async def test_loading_starts_a_practice_session(own_tab: Tab):
    own_tab.open(PATH)
    steps = own_tab.stream(PracticeState.load)
    assert await anext(steps) == []
    practice = own_tab.state(PracticeState)
    assert practice.phase == "loading"
    async for _ in steps:
        pass
    assert (practice.phase, practice.name, practice.level) == ("answering", "React", "Adaptive")
    assert (practice.position, practice.length, practice.correct) == (1, 10, 0)
    assert practice.item.stem
    assert practice.error == ""


@pytest.mark.parametrize(
    ("screen", "path"),
    [
        (PracticeState, "/practice-test/cobol"),
        (PracticeState, "/practice-test/react/expert"),
        (PracticeState, "/practice-test/react?topic=cooking"),
        (MistakesState, "/practice-mistakes/cobol"),
        (MistakesState, "/practice-mistakes/react?topic=cooking"),
    ],
)
async def test_an_unknown_path_shows_the_list_of_technologies(
    own_tab: Tab, paid: Account, screen: Any, path: str
):
    shown = await open_paid(own_tab, screen, path)
    assert shown.phase == "unknown"
    assert shown.error
    assert [entry.technology for entry in shown.known] == ["react", "java"]


# Topics, short practice sessions and reviews


@pytest.mark.parametrize(
    ("path", "query", "wanted"),
    [
        ("/practice-test/react", {}, RequestedPractice("react")),
        ("/practice-test/react/beginner/", {}, RequestedPractice("react", "beginner")),
        ("/practice-test/react", {"topic": "state"}, RequestedPractice("react", topic="state")),
        ("/practice-test/all", {"round": "review"}, RequestedPractice("all", review=True)),
        ("/practice-test/vue", {"round": "mistakes"}, RequestedPractice("vue", mistakes=True)),
        ("/practice-test/react", {"retry": "x"}, RequestedPractice("react", retry_of="x")),
        ("/practice-test/react", {"questions": "3"}, RequestedPractice("react", length=3)),
        ("/practice-test/react", {"questions": "99"}, RequestedPractice("react", length=10)),
        ("/practice-test/react", {"questions": "0"}, RequestedPractice("react", length=1)),
        ("/practice-test/react", {"questions": "-1"}, RequestedPractice("react")),
    ],
)
def test_the_path_says_which_practice_session(path: str, query: dict[str, str], wanted: RequestedPractice):
    assert read_request(path, query) == wanted


async def test_a_practice_session_about_a_topic_is_resumed(own_tab: Tab):
    practice = await own_tab.load(PracticeState, "/practice-test/react?topic=effects")
    assert (practice.phase, practice.level, practice.length) == ("answering", "Effects", 9)
    await check(own_tab)
    session = practice.practice_session_id
    await own_tab.load(PracticeState, "/practice-test/react?topic=effects")
    assert (practice.practice_session_id, practice.position) == (session, 2)
    await own_tab.load(PracticeState, "/practice-test/react?topic=state")
    assert (practice.level, practice.position) == ("State", 1)


async def test_a_short_practice_session_ends_with_its_report(own_tab: Tab):
    practice = await own_tab.load(PracticeState, "/practice-test/react?questions=3")
    for right in (True, False, False):
        await check(own_tab, right=right)
        await own_tab.fire(PracticeState.next_question)
    assert (practice.phase, practice.correct, practice.length) == ("finished", 1, 3)
    report = practice.report
    assert [row.position for row in report.missed] == [2, 3]
    assert all(row.stem and row.topic for row in report.missed)
    assert sum(topic.total for topic in report.topics) == 3
    assert report.retry_label == "Retry the 2\u00a0you missed"
    assert report.retry_href == f"/practice-test/react?retry={practice.practice_session_id}"
    assert report.preview.startswith(
        "For this round, that is 3\u00a0questions to review and a study plan with "
    )
    # The plan has the topics with mistakes.
    weak = sum(topic.correct < topic.total for topic in report.topics)
    assert report.preview.endswith("1\u00a0topic." if weak == 1 else f"{weak}\u00a0topics.")
    assert practice.repeatable
    await own_tab.fire(PracticeState.restart)
    assert (practice.phase, practice.position, practice.correct) == ("answering", 1, 0)


async def test_a_review_of_what_is_due(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    nothing = await own_tab.load(PracticeState, "/practice-test/all?round=review")
    assert (nothing.phase, nothing.error) == ("done", "Nothing is due for review today.")
    await finish(api, account)
    clock.advance(days=1)
    practice = await own_tab.load(PracticeState, "/practice-test/all?round=review")
    assert (practice.phase, practice.level, practice.name) == ("answering", "Review", "All technologies")
    assert practice.length == 5
    session = practice.practice_session_id
    assert (
        await own_tab.load(PracticeState, "/practice-test/all?round=review")
    ).practice_session_id == session


# Full reviews


NOWHERE = "00000000-0000-4000-8000-000000000000"


@pytest.mark.parametrize("screen", [PracticeResultState, MistakesState])
async def test_nothing_is_requested_without_paid_access(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, wire: Wire, screen: Any
):
    """The guard's redirect does not stop the handler that loads the screen."""
    practiced = await take_practice(api, account)
    review = screen is PracticeResultState
    path = f"/practice-results/{practiced}" if review else "/practice-mistakes/react"
    shown = await open_paid(own_tab, screen, path)
    assert (shown.phase, shown.items) == ("loading", [])
    assert not [path for path in wire.paths() if path.endswith("/result") or "mistakes" in path]


async def test_an_unfinished_practice_session_has_no_review(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account
):
    for practice_session_id, phase in (
        (await take_practice(api, account, 3), "unfinished"),
        (NOWHERE, "missing"),
    ):
        path = f"/practice-results/{practice_session_id}"
        assert (await open_paid(own_tab, PracticeResultState, path)).phase == phase


@pytest.mark.parametrize("screen", [PracticeState, PracticeResultState, MistakesState])
async def test_a_screen_that_waits_for_the_end_of_a_test_leads_to_it(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, paid: Account, screen: Any
):
    path = "/practice-mistakes/react" if screen is MistakesState else PATH
    if screen is PracticeResultState:
        path = f"/practice-results/{await take_practice(api, account)}"
    await start_exam(api, account)
    shown = await open_paid(own_tab, screen, path)
    assert shown.phase == "waiting"
    assert "React" in shown.error
    assert (shown.attempt_name, shown.attempt_href) == ("React", "/test/react?resume")
    assert not getattr(shown, "items", [])
