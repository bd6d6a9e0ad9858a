"""The practice screen: items, each with feedback after its answer."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import PRACTICE, RIGHT, practice_feedback, practice_state
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.practice.practice import PracticeState

GIVEN = [["choice", "1"]]
VERDICT = Effect("set_focus", {"ref": "ref_verdict"})


@pytest.fixture
async def practice(learner: Tab, fake: FakeApi) -> PracticeState:
    """A practice session at its first item."""
    practice = await learner.load(PracticeState, "/practice-test/react")
    fake.called.clear()
    return practice


async def check(tab: Tab) -> list[Effect]:
    return await tab.fire(PracticeState.check, tab.state(PracticeState).ticket, GIVEN)


@pytest.mark.parametrize("right", [True, False])
async def test_an_answer_gets_feedback(learner: Tab, fake: FakeApi, practice: PracticeState, right: bool):
    fake.answer(Api.answer_practice, practice_feedback(correct=right))
    assert (await check(learner))[-1] == VERDICT
    sent = {"practice_session_id": str(PRACTICE), "position": 1, "response": RIGHT}
    assert fake.calls(Api.answer_practice) == [sent]
    assert (practice.phase, practice.busy, practice.error) == ("explained", False, "")
    assert (practice.correct, practice.feedback.correct) == (int(right), right)
    assert practice.feedback.position == 1
    assert practice.feedback.reference_url == "https://example.com/state"
    assert "It is so." in practice.feedback.explanation


@pytest.mark.parametrize("begun", [[], [["text", " "]], [["pair-1", ""]]])
async def test_without_an_answer_nothing_is_sent(
    learner: Tab, fake: FakeApi, practice: PracticeState, begun: list[list[str]]
):
    ticket = practice.ticket
    assert await learner.fire(PracticeState.check, ticket, [*begun, ["change", "2"]]) == []
    assert (practice.phase, practice.error) == ("answering", "Choose or type an answer first.")
    assert fake.called == []
    # A change from before the check, which the browser sends late, leaves what the check has said.
    await learner.fire(PracticeState.draft, ticket, [*begun, ["change", "1"]])
    assert practice.error != ""
    await learner.fire(PracticeState.draft, ticket, [*begun, ["change", "3"]])
    assert practice.error == ""


async def test_a_late_change_of_the_question_before_says_nothing_of_this_one(
    learner: Tab, fake: FakeApi, practice: PracticeState
):
    before = practice.ticket
    await check(learner)
    fake.answer(Api.practice_session, practice_state(2))
    await learner.fire(PracticeState.next_question)
    # A second Enter that was meant for the question before says nothing of this one either.
    await learner.fire(PracticeState.check, before, [["change", "1"]])
    assert practice.error == ""
    await learner.fire(PracticeState.check, practice.ticket, [["change", "2"]])
    await learner.fire(PracticeState.draft, before, [*GIVEN, ["change", "3"]])
    assert practice.error == "Choose or type an answer first."


async def test_sending_an_answer_twice_counts_once(learner: Tab, fake: FakeApi, practice: PracticeState):
    ticket = practice.ticket
    for _ in range(2):
        await learner.fire(PracticeState.check, ticket, GIVEN)
    assert (practice.correct, practice.phase) == (1, "explained")
    fake.answer(Api.practice_session, practice_state(2, correct=1))
    await learner.fire(PracticeState.next_question)
    assert practice.position == 2
    await learner.fire(PracticeState.check, ticket, GIVEN)
    assert (practice.phase, practice.position, practice.correct) == ("answering", 2, 1)
    assert len(fake.calls(Api.answer_practice)) == 1


async def test_a_tab_that_is_behind_says_that_another_answer_counts(
    learner: Tab, fake: FakeApi, practice: PracticeState
):
    fake.answer(Api.answer_practice, refusal("position_not_current"))
    fake.answer(Api.practice_feedback, practice_feedback(correct=False))
    told, focus = await check(learner)
    assert (told.name, focus) == ("ToastState.show", VERDICT)
    assert "already answered this question" in str(told.args["message"])
    assert (practice.phase, practice.feedback.correct, practice.correct) == ("explained", False, 0)


async def test_an_order_that_the_browser_has_kept_is_shown_again(learner: Tab, practice: PracticeState):
    order = practice.item.order[::-1]
    entries = [["line", line] for line in order]
    await learner.fire(PracticeState.draft, "another", entries)
    assert practice.item.order == order[::-1]
    await learner.fire(PracticeState.draft, practice.ticket, entries)
    assert practice.item.order == order


async def test_the_same_answer_that_was_counted_before_needs_no_message(
    learner: Tab, fake: FakeApi, practice: PracticeState
):
    fake.answer(Api.answer_practice, refusal("position_not_current"))
    fake.answer(Api.practice_feedback, practice_feedback())
    assert await check(learner) == [VERDICT]


async def test_the_next_question_is_requested_once(learner: Tab, fake: FakeApi, practice: PracticeState):
    await check(learner)
    fake.answer(Api.practice_session, practice_state(2), practice_state(3))
    for _ in range(2):
        await learner.fire(PracticeState.next_question)
        assert (practice.phase, practice.position) == ("answering", 2)


async def test_another_round_begins_once(learner: Tab, fake: FakeApi, practice: PracticeState):
    fake.answer(Api.practice_session, practice_state(finished=True))
    await check(learner)
    await learner.fire(PracticeState.next_question)
    assert practice.phase == "finished"
    for _ in range(2):
        await learner.fire(PracticeState.restart)
        assert practice.phase == "answering"
    assert len(fake.calls(Api.start_practice)) == 1
