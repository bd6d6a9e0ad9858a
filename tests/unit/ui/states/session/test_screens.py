"""What every screen does when it loads, and every action while it runs: `ScreenState` and `exclusive`."""

from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.records import profile, technology
from tests.unit.ui.states.session.test_ending import KINDS
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.accounts.profile import ExportState, ExtraTimeState
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import RunningAttemptState, ScreenState
from webdev_certs.ui.states.shared.toasts import ToastState

SCREENS = [kind for kind in KINDS if issubclass(kind, ScreenState)]
WITH_LOGIN = [kind for kind in SCREENS if kind.needs_login]
WAITING = [
    kind
    for kind in SCREENS
    if issubclass(kind, RunningAttemptState) and kind not in (ExamState, ExamResultState)
]
"""The screens that show answers, which have to wait while a certification test runs."""
PATH = "/test/react"
"""A path that names something, as those of most screens do."""
OTHERS = [EmailNoticeState.load, CheckoutState.load, PaymentReturnState.verify]
"""Handlers that load something without a `ScreenState`."""


@pytest.mark.parametrize("handler", [*(kind.load for kind in WITH_LOGIN), *OTHERS])
async def test_nothing_is_loaded_without_a_login(visitor: Tab, fake: FakeApi, handler: Any):
    visitor.open(f"{PATH}?session_id=cs_test_1")
    assert await visitor.fire(handler) == []
    assert fake.called == []
    assert getattr(visitor.state(handler.state), "phase", "loading") in ("loading", "verifying")


@pytest.mark.parametrize("kind", SCREENS)
async def test_a_failure_is_shown_and_told_from_a_lost_connection(learner: Tab, fake: FakeApi, kind: Any):
    # The payment guard has let the learner pass.
    learner.state(PaymentState).has_paid = True
    fake.otherwise = ApiError.unreachable()
    shown = await learner.load(kind, f"{PATH}?q=x")
    assert (shown.phase, shown.unreachable) == ("error", True)
    assert "We can’t reach the server" in shown.error
    fake.otherwise = refusal("unavailable", 503, "Not now.")
    await learner.load(kind)
    assert (shown.phase, shown.unreachable, shown.error) == ("error", False, "Not now.")


@pytest.mark.parametrize("kind", WAITING)
async def test_a_screen_that_waits_for_the_end_of_a_test_leads_to_it(learner: Tab, fake: FakeApi, kind: Any):
    learner.state(PaymentState).has_paid = True
    fake.answer(Api.technologies, [technology()])
    fake.otherwise = refusal("test_running", message="Finish React first.", technology="react", name="React")
    shown = await learner.load(kind, f"{PATH}?q=x")
    assert (shown.phase, shown.error) == ("waiting", "Finish React first.")
    assert (shown.attempt_name, shown.attempt_href) == ("React", "/test/react?resume")


async def test_trying_again_is_shown_and_what_has_been_loaded_stays(learner: Tab, fake: FakeApi):
    fake.answer(Api.profile, ApiError.unreachable(), profile())
    fake.answer(Api.extra_time_requests, [])
    shown = await learner.load(ExtraTimeState, "/dashboard/profile")
    assert shown.phase == "error"
    assert [shown.phase async for _effects in learner.stream(ExtraTimeState.load)] == ["loading"]
    assert (shown.phase, shown.error) == ("ready", "")
    assert [shown.phase async for _effects in learner.stream(ExtraTimeState.load)] == []


@pytest.mark.parametrize("kind", WITH_LOGIN)
async def test_some_screens_ask_to_sign_in_again_and_come_back(learner: Tab, fake: FakeApi, kind: Any):
    """The others are left for the home page."""
    learner.state(PaymentState).has_paid = True
    fake.otherwise = refusal("invalid_refresh_token", 401)
    learner.open(f"{PATH}?q=x")
    login = "/auth/login?returnUrl=%2Ftest%2Freact%3Fq%3Dx"
    assert redirect(await learner.fire(kind.load)) == (login if kind.ended_words else None)
    assert learner.state(kind).phase == "loading"
    said = learner.state(ToastState).latest["message"]
    assert said.startswith("You’ve been signed out." if kind.ended_words else "")


@pytest.mark.parametrize(
    ("handler", "call", "arguments", "under_way"),
    [(ExportState.download, Api.export, [], True), (BillingState.download, Api.invoice, ["in_1"], "in_1")],
)
async def test_an_action_runs_once_at_a_time_and_can_be_repeated_when_it_has_failed(
    learner: Tab, fake: FakeApi, handler: Any, call: Any, arguments: list[str], under_way: object, caplog
):
    fake.answer(call, ApiError.unreachable(), b"data")
    shown, running = learner.state(handler.state), learner.stream(handler, *arguments)
    assert await anext(running) == []
    assert shown.busy == under_way
    assert await learner.fire(handler, *arguments) == []
    assert [step async for step in running] == []
    assert "We can’t reach the server" in shown.error
    assert not shown.busy
    assert "download failed: unreachable (request -)" in caplog.messages
    (effect,) = await learner.fire(handler, *arguments)
    assert (effect.name, shown.error, len(fake.calls(call))) == ("download", "", 2)
