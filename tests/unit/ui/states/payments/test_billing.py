"""The billing page: loading, canceling, resuming, invoices, and the texts of plans and payments."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.records import billing, payment
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.payments.billing import BillingState, payment_row, plan_state
from webdev_certs.ui.states.payments.payment_return import PaymentReturnState
from webdev_certs.ui.states.session.payment_status import PaymentState


async def test_resuming_twice_sends_once(buyer: Tab, fake: FakeApi):
    fake.answer(Api.subscription, billing("subscription", "ending"))
    fake.answer(Api.resume_subscription, billing("subscription", "active"))
    await buyer.load(BillingState)
    for _ in range(2):
        await buyer.fire(BillingState.resume)
    assert len(fake.calls(Api.resume_subscription)) == 1
    assert buyer.state(BillingState).plan.kind == "active"


async def test_canceling_a_failed_renewal_ends_access(buyer: Tab, fake: FakeApi):
    fake.answer(Api.subscription, billing("subscription", "past_due"))
    fake.answer(Api.cancel_subscription, billing("none", "ended"))
    state = await buyer.load(BillingState)
    assert state.plan.pay_url == "https://stripe.example/pay"
    assert buyer.state(PaymentState).has_paid is True
    await buyer.fire(BillingState.cancel)
    assert state.plan.kind == "ended"
    assert buyer.state(PaymentState).has_paid is False


async def test_billing_says_that_payments_are_tests_unless_the_mode_cannot_be_read(buyer: Tab, fake: FakeApi):
    state = await buyer.load(BillingState)
    assert (state.phase, state.sandbox) == ("ready", True)
    # Without a payment provider there is nothing to say, and billing still shows the plan.
    fake.answer(Api.payment_config, refusal("payments_not_configured", 503))
    state = await buyer.load(BillingState)
    assert (state.phase, state.sandbox, state.plan.title) == ("ready", False, "Free plan")


async def test_further_payments_are_appended(buyer: Tab, fake: FakeApi):
    fake.answer(Api.payment_history, Page([payment()], "next"), Page([payment(amount=100)], ""))
    state = await buyer.load(BillingState)
    (focus,) = await buyer.fire(BillingState.show_more)
    assert focus.name == "set_focus"
    assert [row.amount for row in state.payments] == ["€149", "€1"]
    assert await buyer.fire(BillingState.show_more) == []
    assert fake.calls(Api.payment_history) == [{"after": ""}, {"after": "next"}]


@pytest.mark.parametrize(("language", "invoice"), [("en", "invoice"), ("de", "Rechnung")])
async def test_downloads_have_names_in_the_language_of_the_page(
    buyer: Tab, fake: FakeApi, language: str, invoice: str
):
    fake.answer(Api.invoice, b"%PDF")
    buyer.state(PaymentReturnState).invoice_id = "in_1"
    with in_language(language):
        effects = [
            *await buyer.fire(BillingState.download, "in_1"),
            *await buyer.fire(PaymentReturnState.download),
        ]
    assert [effect.args["filename"] for effect in effects] == [f"{invoice}-in_1.pdf"] * 2
    assert fake.calls(Api.invoice) == [{"invoice_id": "in_1"}] * 2


PAST_DUE = {
    "warning": "Your last renewal payment failed.",
    "warning_text": "You keep your access until March\u00a09,\u00a02027. Pay by then to keep it.",
    "pay_url": "https://stripe.example/pay",
}
NO_ACCESS = {
    "badge": "No access",
    "tone": "warning",
    "warning": "This subscription doesn’t give you access right now.",
}
PLANS = [
    # What gives access, the state of the subscription, and what the page shows.
    ("none", "", {"kind": "free", "title": "Free plan", "badge": ""}),
    ("granted", "", {"kind": "granted", "title": "Pro (granted)", "badge": "Active"}),
    ("granted", "ended", {"kind": "granted", "title": "Pro (granted)", "badge": "Active"}),
    ("lifetime", "", {"kind": "lifetime", "title": "Pro Lifetime", "badge": "Paid"}),
    ("lifetime", "", {"further_charges": "You won’t be charged again.", "warning": ""}),
    ("lifetime", "ended", {"further_charges": "You won’t be charged again.", "warning": ""}),
    ("lifetime", "ending", {"warning": "", "consequence": ""}),
    ("lifetime", "active", {"kind": "lifetime", "warning": "Your yearly subscription is still active."}),
    ("subscription", "active", {"kind": "active", "title": "Pro Yearly", "badge": "Active"}),
    ("subscription", "active", {"price": "€99 a year", "since": "March\u00a02,\u00a02026"}),
    ("subscription", "active", {"date_name": "Next payment", "date": "March\u00a02,\u00a02027"}),
    ("subscription", "ending", {"kind": "ending", "title": "Pro Yearly", "badge": "Canceled"}),
    (
        "subscription",
        "ending",
        {"date_name": "Access until", "date": "March\u00a02,\u00a02027", "consequence": ""},
    ),
    ("subscription", "past_due", {"kind": "past_due", "badge": "Payment failed", **PAST_DUE}),
    ("none", "past_due", {"kind": "past_due", "date_name": "Access ended"}),
    ("none", "past_due", {"warning_text": "Your access has ended. Pay to get it back immediately."}),
    ("none", "ended", {"kind": "ended", "title": "Free plan", "badge": ""}),
    ("none", "ended", {"date_name": "Pro Yearly ended", "date": "March\u00a02,\u00a02027"}),
    ("none", "active", NO_ACCESS),
    ("none", "ending", NO_ACCESS),
]


@pytest.mark.parametrize(("access", "status", "wanted"), PLANS)
def test_the_plan_is_what_gives_access_now(access: str, status: str, wanted: dict[str, str]):
    plan = plan_state(billing(access, status))
    assert {name: getattr(plan, name) for name in wanted} == wanted
    assert plan.has_access is (access != "none")


@pytest.mark.parametrize(
    ("access", "status", "name", "words"),
    [
        (
            "subscription",
            "active",
            "consequence",
            "You keep Pro until March\u00a02,\u00a02027 and won’t be charged again.",
        ),
        ("subscription", "past_due", "consequence", "end immediately"),
        ("lifetime", "ending", "further_charges", "Your yearly subscription ends on March\u00a02,\u00a02027"),
        ("lifetime", "active", "consequence", "You keep your lifetime access"),
        ("none", "active", "warning_text", "with the next payment on March\u00a02,\u00a02027"),
    ],
)
def test_the_plan_says_what_happens(access: str, status: str, name: str, words: str):
    assert words in getattr(plan_state(billing(access, status)), name)
    assert "next payment" not in plan_state(billing("none", "ending")).warning_text


@pytest.mark.parametrize(
    ("status", "amount_refunded", "shown", "refunded"),
    [
        ("paid", 0, "Paid", ""),
        ("partially_refunded", 150, "Partly refunded", "€1.50"),
        ("refunded", 14_900, "Refunded", "€149"),
        ("open", 0, "Waiting for payment", ""),
        ("failed", 0, "Failed", ""),
        ("disputed", 0, "Disputed", ""),
    ],
)
def test_a_payment_shows_amount_date_invoice_and_status(
    status: str, amount_refunded: int, shown: str, refunded: str
):
    row = payment_row(payment(status=status, amount_refunded=amount_refunded))
    assert (row.title, row.date, row.amount) == ("Lifetime", "March\u00a02,\u00a02026", "€149")
    assert (row.invoice_id, row.status, row.refunded) == ("in_1", shown, refunded)
    remark = "Your bank is holding this payment because of a dispute" if status == "disputed" else ""
    assert row.remark.partition(".")[0] == remark


def test_plans_and_payments_are_said_in_the_language_of_the_tab():
    with in_language("de"):
        plan = plan_state(billing("lifetime", "ending", product_type="monthly"))
        row = payment_row(payment(status="failed"))
    assert plan.further_charges.startswith("Ihr Monatsabo endet am 2.\u00a0März\u00a02027 ")
    assert row.title == "Unbefristeter Zugang"
    assert row.amount == "149\N{NO-BREAK SPACE}€"
    assert row.status == "Fehlgeschlagen"
