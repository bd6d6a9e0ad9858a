"""The list of all mistakes, and practice sessions with them."""

import httpx

from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.practice.taking import take_practice
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.session.guards import GuardState

PATH = "/practice-mistakes/react"
PRACTICE = "/practice-test/react?round=mistakes"


async def open_mistakes(tab: Tab, path: str = PATH) -> MistakesState:
    tab.open(path)
    await tab.fire(GuardState.require_payment)
    return await tab.load(MistakesState)


async def test_practice_of_mistakes_needs_paid_access(own_tab: Tab):
    practice = await own_tab.load(PracticeState, PRACTICE)
    assert practice.phase == "unpaid"
    assert practice.error == "The review of your mistakes is part of paid access."


async def test_mistakes_are_numbered_and_offered_by_technology_and_topic(
    own_tab: Tab, api: httpx.AsyncClient, paid: Account
):
    await take_practice(api, paid)
    await finish(api, paid, technology="java", length=2)
    mistakes = await open_mistakes(own_tab)
    assert (mistakes.phase, mistakes.following) == ("ready", "")
    assert [item.position for item in mistakes.items] == [1, 2, 3, 4, 5]
    assert not any(item.correct for item in mistakes.items)
    assert [(one.title, one.mistakes, one.href, one.current) for one in mistakes.technologies] == [
        ("React", 5, PATH, True),
        ("Java", 1, "/practice-mistakes/java", False),
    ]
    every, *topics = mistakes.topics
    assert (every.title, every.mistakes, every.href, every.current) == ("All topics", 5, PATH, True)
    assert sum(topic.mistakes for topic in topics) == 5
    assert mistakes.again_href == PRACTICE
    one = topics[0]
    only = await open_mistakes(own_tab, one.href)
    assert len(only.items) == one.mistakes
    assert {item.item.topic for item in only.items} == {one.title}
    assert [topic.current for topic in only.topics] == [topic.title == one.title for topic in mistakes.topics]
    assert only.again_href.startswith("/practice-test/react?topic=")


async def test_nothing_is_left(own_tab: Tab, api: httpx.AsyncClient, paid: Account):
    mistakes = await open_mistakes(own_tab)
    assert (mistakes.phase, mistakes.items) == ("ready", [])
    assert (mistakes.none_left, mistakes.practice_href) == (
        "No mistakes left in React",
        "/practice-test/react",
    )
    assert [(one.title, one.mistakes) for one in mistakes.technologies] == [("React", 0)]
    await finish(api, paid, technology="java", length=2)
    mistakes = await open_mistakes(own_tab, f"{PATH}?topic=state")
    assert mistakes.none_left == "No mistakes left in this topic"
    assert [(one.title, one.mistakes) for one in mistakes.technologies] == [("Java", 1), ("React", 0)]
    practice = await own_tab.load(PracticeState, PRACTICE)
    assert (practice.phase, practice.error) == ("done", "You have no mistakes left in React.")


async def test_further_mistakes_follow_and_the_first_gets_the_focus(
    own_tab: Tab, api: httpx.AsyncClient, paid: Account, clock: FakeClock
):
    for _ in range(3):
        await finish(api, paid, right=False, clock=clock)
    mistakes = await open_mistakes(own_tab)
    total = mistakes.technologies[0].mistakes
    assert total > 20
    assert (len(mistakes.items), bool(mistakes.following)) == (20, True)
    effects = await own_tab.fire(MistakesState.show_more)
    assert [effect.args for effect in effects if isinstance(effect, Effect)] == [{"ref": "ref_question_21"}]
    assert [item.position for item in mistakes.items] == list(range(1, total + 1))
    assert mistakes.following == ""
    assert await own_tab.fire(MistakesState.show_more) == []


async def test_the_dashboard_says_how_many_mistakes_there_are(
    own_tab: Tab, api: httpx.AsyncClient, account: Account
):
    shown = await own_tab.load(StandingState, "/dashboard")
    assert (shown.mistakes, shown.mistakes_href) == (0, "")
    await finish(api, account, technology="java", length=2)
    shown = await own_tab.load(StandingState, "/dashboard")
    assert (shown.mistakes_label, shown.mistakes_text) == (
        "Review your mistake",
        "You have 1\xa0mistake to review.",
    )
    await take_practice(api, account)
    shown = await own_tab.load(StandingState, "/dashboard")
    assert (shown.mistakes, shown.mistakes_label) == (6, "Review your 6\xa0mistakes")
    assert shown.mistakes_href == PATH
