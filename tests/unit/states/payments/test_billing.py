"""Billing: the plan, the payments, and what can be changed."""

from datetime import UTC, datetime, timedelta

import pytest
from stripe.params import RefundCreateParams

from tests.api.payments.faults import Fault
from tests.api.payments.provider import DISPUTED_CARD, NO_RENEWAL_CARD
from tests.unit.client.wire import Line, Wire
from tests.unit.states.browser import Tab
from tests.unit.states.payments.buyer import Buyer
from webdev_certs.schemas.payments import BillingState as Billing
from webdev_certs.schemas.payments import Subscription, SubscriptionStatus
from webdev_certs.ui.states.billing import BillingState
from webdev_certs.ui.states.payments.billing_view import plan_state
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.session.payment_status import PaymentState

CANCEL = "/api/payments/cancel-subscription"


def subscription(status: SubscriptionStatus) -> Subscription:
    began = datetime(2026, 3, 2, tzinfo=UTC)
    until = began + timedelta(days=365)
    return Subscription(
        product_type="yearly",
        status=status,
        amount=9900,
        currency="eur",
        interval="year",
        started_at=began,
        renews_at=until if status == "active" else None,
        ends_at=until if status == "ending" else None,
        grace_until=None,
        pay_url=None,
    )


async def billing(buyer: Buyer) -> BillingState:
    """Opens the screen."""
    await buyer.tab.fire(BillingState.load)
    return buyer.tab.state(BillingState)


async def renewal_fails(buyer: Buyer) -> None:
    """A month of a subscription passes, and the next one cannot be collected."""
    await buyer.buy("monthly", NO_RENEWAL_CARD)
    await buyer.provider.pass_month()
    await buyer.provider.pass_day()
    await buyer.hear_all()


async def test_nothing_was_bought(buyer: Buyer):
    state = await billing(buyer)
    assert (state.phase, state.plan.kind, state.plan.title) == ("ready", "free", "Free plan")
    assert state.payments == []


async def test_a_lifetime_purchase(buyer: Buyer):
    await buyer.buy()
    state = await billing(buyer)
    assert (state.plan.kind, state.plan.badge) == ("lifetime", "Paid")
    assert state.plan.beside == "Nothing more is charged."
    (row,) = state.payments
    assert (row.title, row.amount, row.status, row.refunded) == ("Lifetime", "€149.00", "Paid", "")
    assert row.date
    assert row.invoice_id.startswith("in_")


async def test_a_subscription(buyer: Buyer):
    await buyer.buy("yearly")
    plan = (await billing(buyer)).plan
    assert (plan.kind, plan.title, plan.price) == ("active", "Yearly subscription", "€99.00 a year")
    assert (plan.badge, plan.date_name) == ("Active", "Next payment")
    assert plan.date in plan.consequence


async def test_a_subscription_beside_lifetime_access_is_told_of_and_ends(buyer: Buyer):
    await buyer.buy("monthly")
    await billing(buyer)
    await buyer.tab.fire(BillingState.cancel)
    await buyer.tab.fire(CheckoutState.load)
    await buyer.buy()
    plan = (await billing(buyer)).plan
    assert (plan.kind, plan.alarm, plan.consequence) == ("lifetime", "", "")
    assert plan.beside.startswith("Your monthly subscription is not renewed: it ends on ")


def test_a_subscription_that_still_charges_beside_lifetime_access_can_be_cancelled():
    """The provider could not be asked to end it yet."""
    plan = plan_state(Billing(access="lifetime", subscription=subscription("active")))
    assert plan.kind == "lifetime"
    assert plan.alarm == "Your yearly subscription still runs beside your lifetime access."
    assert "Your lifetime access stays" in plan.consequence


@pytest.mark.parametrize("status", ["active", "ending"])
def test_a_subscription_whose_payment_was_taken_back_does_not_look_as_if_it_gave_access(
    status: SubscriptionStatus,
):
    plan = plan_state(Billing(access="none", subscription=subscription(status)))
    assert (plan.badge, plan.tone) == ("No access", "warning")
    assert plan.alarm == "This subscription gives you no access at the moment."
    assert ("The next one is on" in plan.notice) == (status == "active")


async def test_a_disputed_payment_says_what_that_means(buyer: Buyer):
    await buyer.pay(card=DISPUTED_CARD)
    await buyer.hear_all()
    state = await billing(buyer)
    (row,) = state.payments
    assert (state.plan.kind, row.status) == ("free", "Disputed")
    assert "gives no access" in row.remark


async def test_it_is_cancelled_for_the_end_of_its_period_and_resumed(buyer: Buyer):
    await buyer.buy("monthly")
    state = await billing(buyer)
    next_date = state.plan.date
    await buyer.tab.fire(BillingState.set_confirming, True)
    await buyer.tab.fire(BillingState.cancel)
    assert (state.plan.kind, state.plan.badge) == ("ending", "Cancelled")
    assert (state.plan.date_name, state.plan.date) == ("Access until", next_date)
    assert (state.confirming, state.busy, state.failure) == (False, "", "")
    assert buyer.tab.state(PaymentState).has_paid is True
    await buyer.tab.fire(BillingState.resume)
    assert (state.plan.kind, state.plan.date_name, state.plan.date) == ("active", "Next payment", next_date)


async def test_cancelling_twice_cancels_once(buyer: Buyer, wire: Wire):
    await buyer.buy("monthly")
    await billing(buyer)
    steps = buyer.tab.stream(BillingState.cancel)
    await anext(steps)
    assert await buyer.tab.fire(BillingState.cancel) == []
    assert await buyer.tab.fire(BillingState.resume) == []
    async for _ in steps:
        pass
    assert wire.count(CANCEL) == 1


@pytest.mark.parametrize(("action", "kind"), [("cancel", "active"), ("resume", "ending")])
async def test_a_provider_that_is_down_changes_nothing(buyer: Buyer, action: str, kind: str):
    await buyer.buy("monthly")
    state = await billing(buyer)
    if action == "resume":
        await buyer.tab.fire(BillingState.cancel)
    buyer.provider.line.fault = Fault("POST .*", "fails")
    effects = await buyer.tab.fire(getattr(BillingState, action))
    assert effects == []
    assert "the payment provider does not answer" in state.failure
    assert (state.plan.kind, state.busy, state.confirming) == (kind, "", False)
    buyer.provider.line.fault = None
    await buyer.tab.fire(getattr(BillingState, action))
    assert state.plan.kind != kind
    assert state.failure == ""


async def test_a_failed_renewal_is_told_with_what_to_do(buyer: Buyer):
    await renewal_fails(buyer)
    state = await billing(buyer)
    assert (state.plan.kind, state.plan.badge) == ("past_due", "Payment failed")
    assert (
        state.plan.notice
        == f"You keep your access until {state.plan.date}. Pay by then, and nothing changes."
    )
    assert state.plan.pay_url.startswith(buyer.provider.base)
    assert [row.status for row in state.payments] == ["Failed", "Paid"]


async def test_a_failed_renewal_that_is_paid_is_history(buyer: Buyer):
    await renewal_fails(buyer)
    pay_url = (await billing(buyer)).plan.pay_url
    paid = await buyer.provider.pay({"url": pay_url})
    assert paid.status_code == 303, paid.text
    await buyer.hear_all()
    state = await billing(buyer)
    assert (state.plan.kind, state.plan.notice) == ("active", "")
    assert [row.status for row in state.payments] == ["Paid", "Paid"]


async def test_after_the_grace_period_access_is_gone(buyer: Buyer):
    await renewal_fails(buyer)
    for _ in range(7):
        await buyer.provider.pass_day()
    plan = (await billing(buyer)).plan
    assert (plan.kind, plan.date_name) == ("past_due", "Access ended")
    assert "Pay, and it is back at once" in plan.notice


async def test_a_failed_renewal_that_is_cancelled_has_ended(buyer: Buyer):
    await renewal_fails(buyer)
    state = await billing(buyer)
    assert "end at once" in state.plan.consequence
    await buyer.tab.fire(BillingState.cancel)
    assert (state.plan.kind, state.plan.date_name) == ("ended", "Monthly subscription ended")
    assert buyer.tab.state(PaymentState).has_paid is False


@pytest.mark.parametrize(
    ("amount", "status", "refunded"), [(100, "Partly refunded", "€1.00"), (None, "Refunded", "€149.00")]
)
async def test_a_refund(buyer: Buyer, amount: int | None, status: str, refunded: str):
    await buyer.buy()
    refund: RefundCreateParams = {"charge": await buyer.provider.charge_id()}
    if amount:
        refund["amount"] = amount
    await buyer.provider.api.refunds.create_async(refund)
    await buyer.hear_all()
    (row,) = (await billing(buyer)).payments
    assert (row.status, row.refunded) == (status, refunded)


async def test_an_invoice_is_downloaded(buyer: Buyer):
    await buyer.buy()
    (row,) = (await billing(buyer)).payments
    (download,) = await buyer.tab.fire(BillingState.download, row.invoice_id)
    assert download.name == "download"
    assert buyer.tab.state(BillingState).busy == ""


async def test_an_invoice_that_cannot_be_fetched(buyer: Buyer):
    await buyer.buy()
    state = await billing(buyer)
    buyer.provider.line.fault = Fault(".*", "fails")
    assert await buyer.tab.fire(BillingState.download, state.payments[0].invoice_id) == []
    assert "cannot be fetched" in state.failure
    assert state.busy == ""


async def test_a_server_that_cannot_be_reached_is_said(buyer: Buyer, line: Line):
    line.cut = True
    state = await billing(buyer)
    assert state.phase == "error"
    assert "We cannot reach the server" in state.error
    line.cut = False
    assert (await billing(buyer)).phase == "ready"


async def test_strangers_see_nothing(tab: Tab, wire: Wire):
    await tab.fire(BillingState.load)
    assert wire.calls == []
