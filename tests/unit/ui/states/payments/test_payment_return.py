"""The return from Stripe: the payment is verified, with retries; then the page says what was bought."""

from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Effect, Tab, query, redirect
from tests.unit.ui.states.payments.records import billing, payment
from tests.unit.ui.states.records import learner_standing, technology_standing
from webdev_certs.schemas.payments import PaymentStatus, PaymentVerification, ProductType
from webdev_certs.schemas.progress import NextStep
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.payments.payment_return import WAITS, PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import SessionState

ATTEMPTED = "/practice-results/7"
PAGE = "/payment/success?session_id=cs_test_1"


def confirmed(product_type: ProductType = "lifetime", redirect_to: str = "/dashboard") -> PaymentVerification:
    return PaymentVerification(success=True, product_type=product_type, redirect_to=redirect_to)


@pytest.fixture
def returned(buyer: Tab, fake: FakeApi) -> PaymentReturnState:
    """The success page of a payment for lifetime access, before it has loaded."""
    fake.answer(Api.verify_payment, confirmed())
    fake.answer(Api.subscription, billing("lifetime"))
    fake.answer(Api.payment_status, PaymentStatus(has_paid=True))
    buyer.open(PAGE)
    return buyer.state(PaymentReturnState)


async def verify(buyer: Tab) -> list[Effect]:
    return await buyer.fire(PaymentReturnState.verify)


async def try_again(buyer: Tab) -> list[Effect]:
    """Let the wait pass."""
    return await buyer.fire(PaymentReturnState.try_again, buyer.state(PaymentReturnState).tries)


async def test_a_confirmed_payment_leads_on_but_not_by_itself(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    """The status is asked even if access is known already: the webhook may have been faster."""
    buyer.state(PaymentState).has_paid = True
    assert await verify(buyer) == []
    assert fake.calls(Api.verify_payment) == [{"session_id": "cs_test_1"}]
    assert len(fake.calls(Api.payment_status)) == 1
    assert (returned.outcome, returned.destination) == ("confirmed", "/dashboard")
    assert returned.bought == "Lifetime"
    assert returned.paid == "€149"
    assert returned.paid_on == "March\u00a02,\u00a02026"
    assert (returned.invoice_id, returned.sandbox, returned.has_receipt) == ("in_1", True, True)


@pytest.mark.parametrize(
    ("mistakes", "step", "way_on"),
    [
        ({"react": 1, "vue": 3}, "practice", ("/practice-mistakes/vue", "See your 3\u00a0mistakes")),
        ({"react": 1}, "practice", ("/practice-mistakes/react", "See your mistake")),
        ({"react": 0}, "practice_topic", ("/mock-exam/react", "Take a mock exam in React")),
        ({"react": 0}, "share", ("/mock-exam/vue", "Take a mock exam in Vue")),
        ({"react": 0}, "resume_attempt", ("/dashboard", "Go to Overview")),
        ({"react": 0}, "resume_mock_exam", ("/dashboard", "Go to Overview")),
        ({}, "try_practice", ("/dashboard", "Go to Overview")),
    ],
)
async def test_the_next_step_is_the_most_useful_one_unless_a_page_needed_pro(
    buyer: Tab,
    fake: FakeApi,
    returned: PaymentReturnState,
    mistakes: dict[str, int],
    step: str,
    way_on: tuple[str, str],
):
    where = {"technology": "react", "name": "React"} if mistakes else {}
    if step == "share":
        where |= {"following": "vue", "following_name": "Vue"}
    rows = [technology_standing(technology=name, mistakes=n) for name, n in mistakes.items()]
    next_step = NextStep.model_validate({"kind": step, **where})
    fake.answer(Api.standing, learner_standing(*rows, next_step=next_step))
    await verify(buyer)
    assert returned.thanks == "Thanks, Ada! You’re all set."
    assert (returned.destination, returned.continue_label) == way_on
    # Loaded again, it leads to the same page.
    await verify(buyer)
    assert (returned.destination, returned.continue_label) == way_on
    assert len(fake.calls(Api.standing)) == 1


async def test_what_cannot_be_read_does_not_spoil_the_thanks(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    for call in (Api.subscription, Api.payment_history, Api.payment_config):
        fake.answer(call, refusal("internal_error", 500))
    await verify(buyer)
    assert (returned.outcome, returned.bought, returned.plan.kind) == ("confirmed", "Lifetime", "free")
    assert (returned.paid, returned.invoice_id) == ("", "")
    assert not returned.has_receipt
    assert not returned.sandbox


@pytest.mark.parametrize(
    "changes", [{"amount": 0}, {"status": "refunded"}, {"status": "disputed"}, {"status": "open"}]
)
async def test_no_receipt_is_announced_if_nothing_was_paid_or_money_went_back(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState, changes: dict[str, Any]
):
    fake.answer(Api.payment_history, Page([payment(**changes)], ""))
    await verify(buyer)
    assert (returned.outcome, returned.has_receipt) == ("confirmed", False)


async def test_the_latest_payment_for_what_was_bought_is_shown(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    payments = [payment(product_type="monthly", amount=1_400), payment(), payment(amount=100)]
    fake.answer(Api.payment_history, Page(payments, ""))
    await verify(buyer)
    assert returned.paid == "€149"


@pytest.mark.parametrize(
    ("product_type", "access", "status", "kind"),
    [
        ("yearly", "subscription", "active", "active"),
        ("lifetime", "lifetime", "ending", "lifetime"),
        # The page may be that of an earlier payment.
        ("lifetime", "subscription", "active", "free"),
        ("monthly", "subscription", "active", "free"),
        ("yearly", "lifetime", "ending", "free"),
    ],
)
async def test_the_page_says_what_is_charged_next_for_what_was_bought(
    buyer: Tab,
    fake: FakeApi,
    returned: PaymentReturnState,
    product_type: ProductType,
    access: str,
    status: str,
    kind: str,
):
    fake.answer(Api.verify_payment, confirmed(product_type))
    fake.answer(Api.subscription, billing(access, status))
    await verify(buyer)
    assert (returned.outcome, returned.plan.kind) == ("confirmed", kind)


async def test_a_payment_of_another_account_leads_to_its_sign_in_and_back(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    fake.answer(Api.verify_payment, refusal("checkout_not_found", 404))
    fake.answer(Api.logout, None)
    await verify(buyer)
    assert (returned.phase, returned.is_of_another, returned.can_choose) == ("refused", True, False)
    leads = redirect(await buyer.fire(PaymentReturnState.switch_account)) or ""
    assert leads.startswith("/auth/login?")
    assert query(leads) == {"returnUrl": PAGE}
    assert not buyer.state(SessionState).is_authenticated


async def test_a_link_without_a_payment_is_incomplete(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    buyer.open("/payment/success")
    await verify(buyer)
    assert (returned.title, returned.is_of_another) == ("This link is incomplete", False)
    assert fake.called == []


async def test_each_payment_leads_to_its_own_path_also_when_its_page_is_loaded_again(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    buyer.state(PaymentState).payment_redirect = ATTEMPTED
    for _ in range(2):
        await verify(buyer)
        assert returned.destination == ATTEMPTED
    fake.answer(Api.verify_payment, confirmed(redirect_to="/dashboard/billing"))
    buyer.open("/payment/success?session_id=cs_test_2")
    assert returned.outcome == "verifying", "not that of the earlier payment"
    await verify(buyer)
    assert (returned.outcome, returned.destination) == ("confirmed", "/dashboard/billing")


async def test_a_pending_payment_is_verified_again_for_a_while(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState
):
    fake.answer(Api.verify_payment, refusal("payment_pending"))
    await verify(buyer)
    waits = []
    while returned.phase == "verifying":
        waits.append(returned.wait)
        assert await try_again(buyer) == []
    assert tuple(waits) == WAITS
    assert (returned.phase, returned.wait) == ("waiting", 0)
    assert returned.text == "It can take a few minutes."
    assert len(fake.calls(Api.verify_payment)) == len(WAITS) + 1
    fake.answer(Api.verify_payment, confirmed())
    await verify(buyer)
    assert returned.outcome == "confirmed"


@pytest.mark.parametrize("failure", [refusal("unreachable", 0), refusal("any", 502), refusal("any", 429)])
async def test_verification_is_repeated_after_a_failure_that_may_pass_and_each_try_runs_once(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState, failure: Any
):
    fake.answer(Api.verify_payment, failure, failure, confirmed())
    assert await verify(buyer) == []
    assert (returned.phase, returned.tries) == ("verifying", 1)
    await try_again(buyer)
    await buyer.fire(PaymentReturnState.try_again, 1)
    assert len(fake.calls(Api.verify_payment)) == 2
    await try_again(buyer)
    assert returned.phase == "confirmed"
    assert await try_again(buyer) == []
    assert len(fake.calls(Api.verify_payment)) == 3


@pytest.mark.parametrize(
    ("code", "title", "text"),
    [
        ("checkout_expired", "This checkout ended without a payment", "You weren’t charged."),
        ("payment_taken_back", "This payment no longer gives access", "It was refunded"),
        ("wrong_amount", "We can’t accept this payment", "Refused: wrong_amount."),
    ],
)
async def test_a_payment_that_gives_no_access_says_why(
    buyer: Tab, fake: FakeApi, returned: PaymentReturnState, code: str, title: str, text: str
):
    fake.answer(Api.verify_payment, refusal(code))
    await verify(buyer)
    assert (returned.phase, returned.title) == ("refused", title)
    assert returned.can_choose is (code == "checkout_expired")
    assert returned.text.startswith(text)
