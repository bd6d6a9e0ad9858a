"""The login guard and the payment guard, and their order."""

from typing import Any

import pytest

from tests.factories import Account
from tests.fake_api import FakeApi, refusal
from tests.records import USER
from tests.unit.ui.states.browser import Effect, Tab, query, redirect, storage_key
from webdev_certs.schemas.payments import PaymentStatus
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

PAID, UNPAID = PaymentStatus(has_paid=True), PaymentStatus(has_paid=False)
ENDED = ApiError(401, "session_ended", "You’ve been signed out.")
URLS = [
    "/dashboard",
    "/payment/success?session_id=cs_1&x=%2F",
    "/test/react?a=b&returnUrl=%2Fx",
    "/practice-test/react/beginner",
    "/dashboard?q=caf%C3%A9+%26",
    "/test-results/x?y=1#topics",
    "/dashboard/profile#sessions",
]
RESULT = "/practice-results/7?from=mail&a=%26#question-3"


def sent_to(effects: list[Effect]) -> tuple[str, dict[str, str]]:
    """Return path and query of the one redirect, which must replace the guarded page in the history."""
    url = redirect(effects)
    assert url is not None
    assert effects[0].args["replace"] is True
    return url.partition("?")[0], query(url)


async def test_signed_in_users_pass_without_a_request(learner: Tab, fake: FakeApi):
    learner.open("/dashboard")
    assert await learner.fire(GuardState.require_login) == []
    assert fake.called == []


@pytest.mark.parametrize("user", ["", "{", "{}"])
async def test_a_token_without_a_user_is_verified_and_passes(visitor: Tab, fake: FakeApi, user: str):
    fake.answer(Api.verify, USER)
    visitor.open("/dashboard")
    session = visitor.state(SessionState)
    session.access_token, session.user = "access", user
    assert await visitor.fire(GuardState.require_login) == []
    assert fake.names() == ["verify"]
    assert session.is_authenticated
    assert (session.user_email, session.access_token) == (USER.email, "access")


@pytest.mark.parametrize("answer", [ENDED, refusal("http_500", 500), ApiError.unreachable()])
async def test_a_token_that_cannot_be_verified_signs_out_and_asks_to_sign_in(
    visitor: Tab, fake: FakeApi, answer: ApiError
):
    fake.answer(Api.verify, answer)
    session = visitor.state(SessionState)
    session.access_token = "access"
    visitor.open(URLS[-1])
    assert sent_to(await visitor.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": URLS[-1]})
    assert (session.access_token, session.refresh_token, session.user) == ("", "", "")
    assert not session.is_authenticated


async def test_visitors_are_sent_to_sign_in_and_back(visitor: Tab, fake: FakeApi):
    for url in URLS:
        visitor.open(url)
        assert sent_to(await visitor.fire(GuardState.require_login)) == ("/auth/login", {"returnUrl": url})
    assert fake.called == []


@pytest.mark.parametrize(
    ("answer", "path", "reason", "kept_url"),
    [
        (UNPAID, "/payment", {"reason": "access_required"}, RESULT),
        (refusal("unavailable", 503), "/payment", {"reason": "verification_failed"}, ""),
        (ENDED, "/auth/login", {}, ""),
    ],
    ids=["unpaid", "unknown", "signed out"],
)
async def test_users_who_are_not_known_to_have_paid_are_asked_to_pay_or_to_sign_in(
    learner: Tab, fake: FakeApi, answer: Any, path: str, reason: dict[str, str], kept_url: str
):
    fake.answer(Api.payment_status, answer)
    learner.open(RESULT)
    sent = sent_to(await learner.fire(GuardState.require_payment))
    assert sent == (path, {"returnUrl": RESULT, **reason})
    assert bool(learner.state(SessionState).access_token) is (answer is not ENDED)
    payment = learner.state(PaymentState)
    assert (payment.has_paid, payment.payment_redirect) == (False, kept_url)
    assert storage_key(PaymentState, "payment_redirect") == "payment_redirect"


async def test_users_who_have_paid_pass_and_their_status_is_read_each_time(learner: Tab, fake: FakeApi):
    fake.answer(Api.payment_status, PAID)
    learner.open(RESULT)
    payment = learner.state(PaymentState)
    payment.has_paid = False
    for _ in range(2):
        assert await learner.fire(GuardState.require_payment) == []
        assert (payment.has_paid, payment.payment_redirect) == (True, "")
    assert len(fake.called) == 2


async def test_visitors_are_left_to_the_login_guard_and_nothing_is_known_of_their_payments(
    visitor: Tab, fake: FakeApi
):
    visitor.open(RESULT)
    visitor.state(PaymentState).has_paid = True
    assert await visitor.fire(GuardState.require_payment) == []
    await visitor.fire(PaymentState.load)
    assert visitor.state(PaymentState).has_paid is None
    assert fake.called == []


# The payment state: has_paid, and the reason on the payment page


async def test_has_paid_is_false_when_loading_fails_and_stays_when_refreshing_fails(
    learner: Tab, fake: FakeApi
):
    fake.answer(Api.payment_status, refusal("http_500", 500))
    payment = await learner.load(PaymentState)
    assert payment.has_paid is False
    payment.has_paid = True
    with pytest.raises(ApiError):
        await payment.refresh()
    assert payment.has_paid is True


async def test_has_paid_is_loaded_until_it_is_true_and_again_for_another_user(learner: Tab, fake: FakeApi):
    """Even if the other user signed in in another tab, which this tab sees only in local storage."""
    fake.answer(Api.payment_status, PAID, UNPAID)
    for _ in range(3):
        await learner.fire(PaymentState.load)
    assert len(fake.called) == 1
    other = USER.model_copy(update={"email": "grace@example.com"})
    learner.sign_in(Account(other.model_dump(), "access", "refresh", ""))
    await learner.fire(PaymentState.load)
    assert learner.state(PaymentState).has_paid is False


RETURN = "/payment?returnUrl=%2Fpractice-"
ROUND = f"{RETURN}results%2F1%3Fa%3Db&reason="
OF_ROUND = "the review of your practice round"
REVIEW, ON = "See the review of your round", "Continue where you left off"


@pytest.mark.parametrize(
    ("url", "attempted", "label", "back_to"),
    [
        (f"{ROUND}verification_failed", OF_ROUND, "Try again", "/practice-results/1?a=b"),
        (f"{ROUND}access_required", OF_ROUND, REVIEW, "/practice-results/1?a=b"),
        (ROUND, OF_ROUND, REVIEW, "/practice-results/1?a=b"),
        (
            f"{RETURN}mistakes%2Freact%3Fa%3Db",
            "your mistakes",
            "See your mistakes",
            "/practice-mistakes/react?a=b",
        ),
        ("/payment?returnUrl=%2Fdashboard%2Fprogress", "the page “Progress”", ON, "/dashboard/progress"),
        ("/payment?returnUrl=%2Ftest%2Freact", "", ON, "/test/react"),
        ("/payment", "", "Go to Overview", "/dashboard"),
        ("/payment?returnUrl=https%3A%2F%2Fevil.example", "", "Go to Overview", "/dashboard"),
    ],
)
async def test_the_payment_page_says_what_was_attempted_and_leads_back_to_it_within_the_product(
    visitor: Tab, url: str, attempted: str, label: str, back_to: str
):
    visitor.open(url)
    payment = visitor.state(PaymentState)
    assert payment.is_unverified is (label == "Try again")
    assert (payment.attempted, payment.continue_label, payment.back_to) == (attempted, label, back_to)
