"""The practice screen: ten items, each with feedback after its answer."""

import httpx
import pytest

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab, entries
from tests.unit.ui.states.practice.taking import check
from webdev_certs.ui.states.practice.practice import PracticeState


async def go_to(tab: Tab, item_format: str) -> None:
    """Answer items until one of a format is shown."""
    while tab.state(PracticeState).item.format != item_format:
        await check(tab)
        await tab.fire(PracticeState.next_question)


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
    explained = practice.feedback.options or practice.feedback.explanation
    assert explained


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


async def test_lines_move_on_the_screen(own_tab: Tab, practice: PracticeState):
    await go_to(own_tab, "order_lines")
    before = list(practice.item.order)
    await own_tab.fire(PracticeState.move, practice.ticket, before, before[-1], -1)
    assert practice.item.order == [*before[:-2], before[-1], before[-2]]
    # The next move may come before the browser shows this one, so it names the old order.
    await own_tab.fire(PracticeState.move, practice.ticket, before, before[-1], -1)
    assert practice.item.order == [*before[:-3], before[-1], *before[-3:-1]]
    assert practice.item.moved.endswith(f"now line {len(before) - 2} of {len(before)}")
    shown = practice.item
    await own_tab.fire(PracticeState.move, "another:1:0", before, before[0], 1)
    assert practice.item == shown


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


async def test_a_practice_session_ends_after_ten_items_and_another_can_start(
    own_tab: Tab, practice: PracticeState, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    first = practice.practice_session_id
    for position in range(1, 11):
        assert (practice.phase, practice.position) == ("answering", position)
        await check(own_tab, right=position <= 7)
        await own_tab.fire(PracticeState.next_question)
    assert (practice.phase, practice.correct, practice.length) == ("finished", 7, 10)
    assert practice.practice_session_id == first
    clock.advance(seconds=1)
    await own_tab.fire(PracticeState.restart)
    assert practice.practice_session_id != first
    assert (practice.phase, practice.position, practice.correct) == ("answering", 1, 0)


# Secrecy


async def test_before_an_answer_the_browser_gets_neither_key_nor_explanation(
    own_tab: Tab, practice: PracticeState
):
    shown = own_tab.shown(PracticeState)
    assert "Why " not in shown
    assert "It is 42" not in shown
    assert "react-" not in shown
