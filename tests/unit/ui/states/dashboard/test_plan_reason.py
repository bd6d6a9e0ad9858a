"""Asking the tutor why the plan is as it is."""

import asyncio

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.client.wire import REFRESH, Call, Wire
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import learner_standing
from tests.waiting import until
from webdev_certs.schemas.tutor import PlanReason
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.dashboard.plan_reason import PlanReasonState
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.toasts import ToastState

REASON = PlanReason(text="LINQ first.", outcome="complete", detail="")


@pytest.fixture
async def state(learner: Tab, fake: FakeApi) -> PlanReasonState:
    """The overview, with a tutor."""
    fake.answer(Api.standing, learner_standing(tutor=True))
    await learner.load(StandingState, "/dashboard")
    return learner.state(PlanReasonState)


async def test_the_reason_stays_until_the_plan_is_loaded_again(
    learner: Tab, fake: FakeApi, state: PlanReasonState
):
    fake.answer(Api.plan_reason, REASON)
    await learner.fire(PlanReasonState.ask)
    assert (state.available, state.busy, state.text, state.error) == (True, False, "LINQ first.", "")
    assert fake.calls(Api.plan_reason) == [{"time_zone": "UTC"}]
    fake.answer(Api.standing, learner_standing())
    await learner.load(StandingState)
    assert (state.available, state.text) == (False, "")


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (PlanReason(text="", outcome="malformed", detail="Not usable."), "Not usable."),
        (refusal("tutor_unavailable", 503, "No tutor."), "No tutor."),
    ],
    ids=["not usable", "refused"],
)
async def test_what_failed_is_said_and_can_be_asked_again(
    learner: Tab, fake: FakeApi, state: PlanReasonState, answer: PlanReason, error: str
):
    fake.answer(Api.plan_reason, answer, REASON)
    await learner.fire(PlanReasonState.ask)
    assert (state.busy, state.text, state.error) == (False, "", error)
    await learner.fire(PlanReasonState.ask)
    assert (state.text, state.error) == ("LINQ first.", "")


async def test_a_second_click_while_it_is_asked_sends_nothing(
    learner: Tab, fake: FakeApi, state: PlanReasonState
):
    async def click_again(time_zone: str) -> PlanReason:
        assert time_zone == "UTC"
        assert state.busy
        await learner.fire(PlanReasonState.ask)
        return REASON

    fake.answer_by(Api.plan_reason, click_again)
    await learner.fire(PlanReasonState.ask)
    assert len(fake.calls(Api.plan_reason)) == 1
    assert state.text == "LINQ first."


async def test_what_comes_after_a_new_plan_is_not_shown(learner: Tab, fake: FakeApi, state: PlanReasonState):
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def answer_late(time_zone: str) -> PlanReason:
        assert time_zone == "UTC"
        asked.set()
        await may_answer.wait()
        return REASON

    fake.answer_by(Api.plan_reason, answer_late)
    asking = asyncio.create_task(learner.fire(PlanReasonState.ask))
    await asked.wait()
    await learner.load(StandingState)
    may_answer.set()
    await asking
    assert (state.busy, state.text) == (False, "")


async def test_what_was_asked_of_an_earlier_plan_does_not_answer_for_the_new_one(
    learner: Tab, fake: FakeApi, state: PlanReasonState
):
    answers: list[asyncio.Future[PlanReason]] = []

    async def answer_late(time_zone: str) -> PlanReason:
        assert time_zone == "UTC"
        answers.append(asyncio.Future())
        return await answers[-1]

    fake.answer_by(Api.plan_reason, answer_late)
    earlier = asyncio.create_task(learner.fire(PlanReasonState.ask))
    await until(lambda: len(answers) == 1)
    await learner.load(StandingState)
    asking = asyncio.create_task(learner.fire(PlanReasonState.ask))
    await until(lambda: len(answers) == 2)
    answers[0].set_result(PlanReason(text="Arrays first.", outcome="complete", detail=""))
    await earlier
    assert (state.busy, state.text) == (True, "")
    answers[1].set_result(REASON)
    await asking
    assert (state.busy, state.text) == (False, "LINQ first.")


async def test_an_access_token_that_has_expired_is_refreshed(own_tab: Tab):
    session = own_tab.state(SessionState)
    session.access_token = "expired"
    await own_tab.fire(PlanReasonState.ask)
    state = own_tab.state(PlanReasonState)
    assert (state.busy, bool(state.text or state.error)) == (False, True)
    assert session.access_token not in ("", "expired")
    assert session.is_authenticated


async def test_a_login_session_that_has_ended_ends_in_the_tab(own_tab: Tab):
    session = own_tab.state(SessionState)
    session.access_token = session.refresh_token = "ended"
    await own_tab.fire(PlanReasonState.ask)
    assert (session.access_token, session.refresh_token, session.user) == ("", "", "")
    assert own_tab.state(ToastState).latest["message"]
    assert not own_tab.state(PlanReasonState).busy


async def test_a_refresh_that_is_answered_after_the_end_of_the_login_session_stores_nothing(
    own_tab: Tab, wire: Wire
):
    session = own_tab.state(SessionState)
    session.access_token = "expired"

    async def end_first(_call: Call) -> None:
        await session.end()

    wire.answers[REFRESH] = end_first
    await own_tab.fire(PlanReasonState.ask)
    assert not session.access_token
