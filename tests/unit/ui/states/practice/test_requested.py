"""Rounds about a topic, short rounds, reviews and retries, and the end of a round."""

import httpx
import pytest

from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, later
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.practice.taking import check, take_practice
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.requested import RequestedPractice, read_request


async def open_round(tab: Tab, path: str) -> PracticeState:
    tab.open(path)
    await tab.fire(PracticeState.load)
    return tab.state(PracticeState)


@pytest.mark.parametrize(
    ("path", "query", "wanted"),
    [
        ("/practice-test/react", {}, RequestedPractice("react")),
        ("/practice-test/react/beginner/", {}, RequestedPractice("react", "beginner")),
        ("/practice-test/react", {"topic": "state"}, RequestedPractice("react", topic="state")),
        ("/practice-test/all", {"round": "review"}, RequestedPractice("all", review=True)),
        ("/practice-test/react", {"retry": "x"}, RequestedPractice("react", retry_of="x")),
        ("/practice-test/react", {"questions": "3"}, RequestedPractice("react", length=3)),
        ("/practice-test/react", {"questions": "99"}, RequestedPractice("react", length=10)),
        ("/practice-test/react", {"questions": "0"}, RequestedPractice("react", length=1)),
        ("/practice-test/react", {"questions": "-1"}, RequestedPractice("react")),
    ],
)
def test_the_path_says_which_round(path: str, query: dict[str, str], wanted: RequestedPractice):
    assert read_request(path, query) == wanted


async def test_a_round_about_a_topic_is_resumed(own_tab: Tab):
    practice = await open_round(own_tab, "/practice-test/react?topic=effects")
    assert (practice.phase, practice.level, practice.length) == ("answering", "Effects", 9)
    await check(own_tab)
    session = practice.practice_session_id
    await open_round(own_tab, "/practice-test/react?topic=effects")
    assert (practice.practice_session_id, practice.position) == (session, 2)
    await open_round(own_tab, "/practice-test/react?topic=state")
    assert (practice.level, practice.position) == ("State", 1)


async def test_an_unknown_topic_shows_the_list_of_technologies(own_tab: Tab):
    assert (await open_round(own_tab, "/practice-test/react?topic=cooking")).phase == "unknown"


async def test_a_short_round_ends_with_its_report(own_tab: Tab):
    practice = await open_round(own_tab, "/practice-test/react?questions=3")
    for right in (True, False, False):
        await check(own_tab, right=right)
        await own_tab.fire(PracticeState.next_question)
    assert (practice.phase, practice.correct, practice.length) == ("finished", 1, 3)
    report = practice.report
    assert [row.position for row in report.missed] == [2, 3]
    assert all(row.stem and row.topic for row in report.missed)
    assert sum(topic.total for topic in report.topics) == 3
    assert report.retry_label == "Retry the 2 you missed"
    assert report.retry_href == f"/practice-test/react?retry={practice.practice_session_id}"
    assert report.preview[0].startswith("All 3 questions of this round")
    assert practice.repeatable


async def test_the_missed_questions_are_asked_again(own_tab: Tab, api: httpx.AsyncClient, account: Account):
    first = await take_practice(api, account)
    path = f"/practice-test/react?retry={first}"
    practice = await open_round(own_tab, path)
    assert (practice.phase, practice.level, practice.length) == ("answering", "Retry", 5)
    await check(own_tab)
    again = practice.practice_session_id
    await open_round(own_tab, path)
    assert (practice.practice_session_id, practice.position) == (again, 2)
    for _ in range(4):
        await check(own_tab)
        await own_tab.fire(PracticeState.next_question)
    assert (practice.phase, practice.report.retry_label, practice.repeatable) == ("finished", "", False)


async def test_a_review_of_what_is_due(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    nothing = await open_round(own_tab, "/practice-test/all?round=review")
    assert (nothing.phase, nothing.error) == ("done", "Nothing is due for review today.")
    await finish(api, account)
    account = await later(api, account, clock, days=1)
    own_tab.sign_in(account)
    practice = await open_round(own_tab, "/practice-test/all?round=review")
    assert (practice.phase, practice.level, practice.name) == ("answering", "Review", "All technologies")
    assert practice.length == 5
    session = practice.practice_session_id
    assert (await open_round(own_tab, "/practice-test/all?round=review")).practice_session_id == session
