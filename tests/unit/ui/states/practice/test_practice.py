"""The practice screen: items, each with feedback after its answer."""

from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Effect, Tab, redirect
from tests.unit.ui.states.records import PRACTICE, RIGHT, practice_feedback, practice_state
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.shared.toasts import ToastState

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


# Answering


@pytest.mark.parametrize("right", [True, False])
async def test_an_answer_gets_feedback(learner: Tab, fake: FakeApi, practice: PracticeState, right: bool):
    fake.answer(Api.answer_practice, practice_feedback(correct=right))
    steps = learner.stream(PracticeState.check, practice.ticket, GIVEN)
    assert await anext(steps) == []
    assert practice.busy
    async for _ in steps:
        pass
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
    assert await learner.fire(PracticeState.check, practice.ticket, begun) == []
    assert (practice.phase, practice.error) == ("answering", "Choose or type an answer first.")
    assert fake.called == []
    await learner.fire(PracticeState.draft, practice.ticket, begun)
    assert practice.error == ""


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


async def test_an_answer_can_be_repeated_after_a_connection_error(
    learner: Tab, fake: FakeApi, practice: PracticeState
):
    fake.answer(Api.answer_practice, ApiError.unreachable(), practice_feedback())
    await check(learner)
    assert (practice.phase, practice.busy) == ("answering", False)
    assert "We can’t reach the server" in practice.error
    await check(learner)
    assert (practice.phase, practice.error, practice.correct) == ("explained", "", 1)


async def test_a_tab_that_is_behind_says_that_another_answer_counts(
    learner: Tab, fake: FakeApi, practice: PracticeState
):
    fake.answer(Api.answer_practice, refusal("position_not_current"))
    fake.answer(Api.practice_feedback, practice_feedback(correct=False))
    told, focus = await check(learner)
    assert (told.name, focus) == ("ToastState.show", VERDICT)
    assert "already answered this question" in str(told.args["message"])
    assert (practice.phase, practice.feedback.correct, practice.correct) == ("explained", False, 0)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("load", Api.unfinished_practice),
        ("check", Api.answer_practice),
        ("next_question", Api.practice_session),
        ("restart", Api.start_practice),
    ],
)
async def test_a_learner_whose_login_session_has_ended_signs_in_and_comes_back(
    learner: Tab, fake: FakeApi, practice: PracticeState, name: str, call: Any
):
    if name in ("next_question", "restart"):
        await check(learner)
    if name == "restart":
        fake.answer(Api.practice_session, practice_state(finished=True))
        await learner.fire(PracticeState.next_question)
    fake.answer(call, refusal("invalid_refresh_token", 401))
    effects = await (check(learner) if name == "check" else learner.fire(getattr(PracticeState, name)))
    assert redirect(effects) == "/auth/login?returnUrl=%2Fpractice-test%2Freact"
    assert practice.error == ""
    assert learner.state(ToastState).latest["message"].startswith("You’ve been signed out.")


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


# Going on


async def test_the_next_question_can_be_requested_again(learner: Tab, fake: FakeApi, practice: PracticeState):
    await check(learner)
    answers: list[Any] = [ApiError.unreachable(), practice_state(2), practice_state(3)]
    fake.answer(Api.practice_session, *answers)
    await learner.fire(PracticeState.next_question)
    assert (practice.phase, practice.position, practice.busy) == ("explained", 1, False)
    assert practice.error
    # The second click does nothing.
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
