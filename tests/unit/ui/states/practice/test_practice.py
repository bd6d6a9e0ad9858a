"""The practice screen: ten items, each with feedback after its answer."""

import pytest

from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries
from tests.unit.ui.states.practice.taking import check
from webdev_certs.ui.states.practice.practice import PracticeState


@pytest.fixture
async def practice(own_tab: Tab) -> PracticeState:
    """A practice session at its first item."""
    return await own_tab.load(PracticeState, "/practice-test/react")


# Answering


@pytest.mark.parametrize("right", [True, False])
async def test_an_answer_gets_feedback(own_tab: Tab, practice: PracticeState, right: bool):
    steps = own_tab.stream(PracticeState.check, practice.ticket, entries(practice.item, right=right))
    assert await anext(steps) == []
    assert practice.busy
    async for _ in steps:
        pass
    assert (practice.phase, practice.busy, practice.error) == ("explained", False, "")
    assert (practice.correct, practice.feedback.correct) == (int(right), right)
    assert practice.feedback.position == 1
    assert practice.feedback.reference_url == "https://example.com/" + practice.item.topic.lower()
    feedback = practice.feedback
    explained = [*feedback.options, *feedback.right]
    assert feedback.explanation or all(one.explanation for one in explained)


@pytest.mark.parametrize("begun", [[], [["text", " "]], [["pair-1", ""]]])
async def test_without_an_answer_nothing_is_sent(
    own_tab: Tab, practice: PracticeState, wire: Wire, begun: list[list[str]]
):
    before = len(wire.calls)
    assert await own_tab.fire(PracticeState.check, practice.ticket, begun) == []
    assert (practice.phase, practice.error) == ("answering", "Choose or type an answer first.")
    assert len(wire.calls) == before
    await own_tab.fire(PracticeState.draft, practice.ticket, begun)
    assert practice.error == ""


async def test_sending_an_answer_twice_counts_once(own_tab: Tab, practice: PracticeState):
    ticket, given = practice.ticket, entries(practice.item)
    await own_tab.fire(PracticeState.check, ticket, given)
    feedback = practice.feedback
    await own_tab.fire(PracticeState.check, ticket, given)
    assert (practice.correct, practice.phase, practice.feedback) == (1, "explained", feedback)
    await own_tab.fire(PracticeState.next_question)
    assert practice.position == 2
    await own_tab.fire(PracticeState.check, ticket, given)
    assert (practice.phase, practice.position, practice.correct) == ("answering", 2, 1)


async def test_an_answer_can_be_repeated_after_a_connection_error(
    own_tab: Tab, practice: PracticeState, line: Line
):
    line.cut = True
    await check(own_tab)
    assert (practice.phase, practice.busy) == ("answering", False)
    assert "We cannot reach the server" in practice.error
    line.cut = False
    await check(own_tab)
    assert (practice.phase, practice.error, practice.correct) == ("explained", "", 1)


@pytest.mark.parametrize("again", [True, False])
async def test_a_counted_answer_gets_its_feedback_after_a_lost_response(
    own_tab: Tab, practice: PracticeState, line: Line, again: bool
):
    line.cut_after = "/answers/1"
    await check(own_tab, right=True)
    assert practice.phase == "answering"
    line.cut_after = None
    await check(own_tab, right=again)
    assert (practice.phase, practice.feedback.correct, practice.correct) == ("explained", True, 1)


# Going on


async def test_the_next_question_can_be_requested_again(own_tab: Tab, practice: PracticeState, line: Line):
    await check(own_tab)
    line.cut = True
    await own_tab.fire(PracticeState.next_question)
    assert (practice.phase, practice.position, practice.busy) == ("explained", 1, False)
    assert practice.error
    line.cut = False
    # The second click does nothing.
    for _ in range(2):
        await own_tab.fire(PracticeState.next_question)
        assert (practice.phase, practice.position) == ("answering", 2)
