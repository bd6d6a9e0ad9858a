"""What all screens do alike when they load: nothing for visitors; a failure is shown until the next visit."""

from typing import Any

import pytest
from starlette.responses import Response

from tests.fake_api import FakeApi
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.accounts.profile import ExtraTimeState, ProfileState
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState, SignInMethodsState
from webdev_certs.ui.states.certificates.verify_number import VerificationState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.standing import StandingState
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.payments.billing import BillingState
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.result import PracticeResultState

NOWHERE = "00000000-0000-4000-8000-000000000000"


@pytest.mark.parametrize(
    ("handler", "path"),
    [
        (DashboardState.load, "/dashboard"),
        (ProfileState.load, "/dashboard/profile"),
        (SignInMethodsState.load, "/dashboard/profile"),
        (LoginSessionsState.load, "/dashboard/profile"),
        (EmailNoticeState.load, "/dashboard"),
        (ExamState.load, "/test/react"),
        (ExamResultState.load, f"/test-results/{NOWHERE}"),
        (PracticeState.load, "/practice-test/react"),
        (PracticeResultState.load, f"/practice-results/{NOWHERE}"),
        (MistakesState.load, "/practice-mistakes/react"),
        (BillingState.load, "/dashboard/billing"),
        (CheckoutState.load, "/payment"),
        (PaymentReturnState.verify, "/payment/success?session_id=cs_test_1"),
    ],
)
async def test_nothing_is_loaded_without_a_login(visitor: Tab, fake: FakeApi, handler: Any, path: str):
    visitor.open(path)
    assert await visitor.fire(handler) == []
    assert fake.called == []
    assert getattr(visitor.state(handler.state), "phase", "loading") in ("loading", "verifying")


@pytest.mark.parametrize(
    ("kind", "path", "phase"),
    [
        (DashboardState, "/dashboard", "ready"),
        (StandingState, "/dashboard", "ready"),
        (ProfileState, "/dashboard/profile", "ready"),
        (ExtraTimeState, "/dashboard/profile", "ready"),
        (ExamState, "/test/react", "intro"),
        (ExamResultState, f"/test-results/{NOWHERE}", "missing"),
        (PracticeState, "/practice-test/react", "answering"),
        (VerificationState, "/verify/WDC-RE-7K3M-92QF-X", "mistyped"),
    ],
)
async def test_an_unreachable_server_is_shown_until_the_next_visit(
    own_tab: Tab, line: Line, kind: Any, path: str, phase: str
):
    line.cut = True
    shown = await own_tab.load(kind, path)
    assert shown.phase == "error"
    assert "We can’t reach the server" in shown.error
    assert shown.unreachable
    line.cut = False
    await own_tab.load(kind)
    assert shown.phase == phase


async def test_a_failing_server_is_not_called_unreachable(own_tab: Tab, wire: Wire, line: Line):
    line.cut = True
    shown = await own_tab.load(ProfileState, "/dashboard/profile")
    assert shown.unreachable
    line.cut = False
    wire.instead("/api/profile", Response(status_code=503))
    await own_tab.load(ProfileState)
    assert shown.phase == "error"
    assert not shown.unreachable


@pytest.mark.parametrize("kind", [DashboardState, StandingState, ProfileState])
async def test_trying_again_is_shown_where_content_is_kept(own_tab: Tab, line: Line, kind: Any):
    line.cut = True
    shown = await own_tab.load(kind, "/dashboard")
    phases = [shown.phase async for _effects in own_tab.stream(kind.load)]
    assert phases[0] == "loading"
    assert shown.phase == "error"
    line.cut = False
    await own_tab.fire(kind.load)
    # What has been loaded stays on the screen.
    assert "loading" not in [shown.phase async for _effects in own_tab.stream(kind.load)]
    assert shown.phase == "ready"
