"""The plans on the payment page."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.payments.buyer import CONFIG, Buyer
from webdev_certs.schemas.payments import Plan
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.plans import per_month
from webdev_certs.ui.states.session.payment_status import PaymentState


async def test_the_plans_are_shown_and_loaded_without_a_token(buyer: Buyer, wire: Wire):
    checkout = await buyer.tab.load(CheckoutState)
    assert (checkout.phase, checkout.sandbox) == ("ready", True)
    assert [(plan.title, plan.price, plan.period) for plan in checkout.plans] == [
        ("Monthly", "€14", "a month"),
        ("Yearly", "€99", "a year"),
        ("Lifetime", "€149", "once"),
    ]
    assert [plan.remark for plan in checkout.plans] == ["", "€69 less than paying monthly", ""]
    assert [plan.per_month for plan in checkout.plans] == ["", "€8.25 a month, paid yearly", ""]
    bearers = {call.raw_path: call.authorization for call in wire.calls}
    assert [path for path, bearer in bearers.items() if bearer] == ["/api/payments/subscription"]
    assert (bearers[CONFIG], bearers["/api/payments/plans"], len(bearers)) == (None, None, 3)


@pytest.mark.parametrize(
    ("amount", "currency", "price"),
    [
        (9_900, "eur", "€8.25"),
        (9_600, "eur", "€8"),
        # Rounded up: twelve times this is never less than what is paid.
        (10_000, "eur", "€8.34"),
        (10_000, "jpy", "¥834"),
        (9_999, "chf", "CHF\N{NO-BREAK SPACE}8.34"),
        (30_000, "kwd", "KWD\N{NO-BREAK SPACE}2.500"),
        (1, "usd", "$0.01"),
    ],
)
def test_a_yearly_plan_says_its_price_per_month(amount: int, currency: str, price: str):
    yearly = Plan(product_type="yearly", name="Yearly", amount=amount, currency=currency, interval="year")
    assert per_month(yearly) == f"{price} a month, paid yearly"


def test_other_plans_have_no_price_per_month():
    yearly = Plan(product_type="yearly", name="Yearly", amount=9_900, currency="eur", interval="year")
    for other in ({"interval": "month"}, {"interval": None}, {"amount": 0}):
        assert per_month(yearly.model_copy(update=other)) == ""


async def test_german_buttons_inflect_the_names_of_the_plans(buyer: Buyer):
    with in_language("de"):
        checkout = await buyer.tab.load(CheckoutState)
    assert [(plan.title, plan.choose) for plan in checkout.plans] == [
        ("Monatsabo", "Monatsabo wählen"),
        ("Jahresabo", "Jahresabo wählen"),
        ("Unbefristeter Zugang", "Unbefristeten Zugang wählen"),
    ]


async def test_plans_that_cannot_be_loaded_can_be_loaded_again(buyer: Buyer, line: Line):
    line.cut = True
    checkout = await buyer.tab.load(CheckoutState)
    assert checkout.phase == "error"
    assert "We cannot reach the server" in checkout.error
    line.cut = False
    assert (await buyer.tab.load(CheckoutState)).phase == "ready"


@pytest.mark.parametrize(("plan", "title"), [("yearly", "Yearly"), ("gold", ""), ("", "")])
async def test_an_earlier_choice_is_kept_in_the_url(buyer: Buyer, plan: str, title: str):
    buyer.open(f"/payment/canceled?plan={plan}&returnUrl=%2Fdashboard%2Fprogress")
    assert buyer.checkout.chosen_title == title
    query = parse_qs(urlsplit(buyer.tab.state(PaymentState).plans_url).query)
    assert query == {"returnUrl": ["/dashboard/progress"]} | ({"plan": [plan]} if plan else {})
