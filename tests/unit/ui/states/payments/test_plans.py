"""The plans on the payment page (specification §8), and the prices on public pages."""

from urllib.parse import parse_qs, urlsplit

import pytest
from starlette.responses import JSONResponse

from tests.api.payments.faults import Fault
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.buyer import CONFIG, Buyer
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.prices import PriceRow, PricesState
from webdev_certs.ui.states.session.payment_status import PaymentState

# The plans on the payment page (specification §8)


async def test_the_plans_are_shown(buyer: Buyer):
    await buyer.tab.fire(CheckoutState.load)
    checkout = buyer.checkout
    assert (checkout.phase, checkout.sandbox) == ("ready", True)
    assert [(plan.title, plan.price, plan.period) for plan in checkout.plans] == [
        ("Lifetime", "€149", "once"),
        ("Monthly", "€14", "a month"),
        ("Yearly", "€99", "a year"),
    ]
    assert [plan.remark for plan in checkout.plans] == ["", "", "€69 less than paying monthly"]


async def test_plans_are_loaded_without_a_token(buyer: Buyer, wire: Wire):
    await buyer.tab.fire(CheckoutState.load)
    bearers = {call.raw_path: call.authorization for call in wire.calls}
    assert [path for path, bearer in bearers.items() if bearer] == ["/api/payments/subscription"]
    assert (bearers[CONFIG], bearers["/api/payments/plans"], len(bearers)) == (None, None, 3)


async def test_plans_that_cannot_be_loaded_can_be_loaded_again(buyer: Buyer):
    buyer.provider.proxy.fault = Fault(".*", "fails")
    await buyer.tab.fire(CheckoutState.load)
    assert buyer.checkout.phase == "error"
    assert "can't show the plans right now" in buyer.checkout.error
    buyer.provider.proxy.fault = None
    await buyer.tab.fire(CheckoutState.load)
    assert buyer.checkout.phase == "ready"


@pytest.mark.parametrize(("plan", "title"), [("yearly", "Yearly"), ("gold", ""), ("", "")])
async def test_an_earlier_choice_is_kept_in_the_url(buyer: Buyer, plan: str, title: str):
    buyer.open(f"/payment/canceled?plan={plan}&returnUrl=%2Fdashboard%2Fprogress")
    assert buyer.checkout.chosen_title == title
    query = parse_qs(urlsplit(buyer.tab.state(PaymentState).plans_url).query)
    assert query == {"returnUrl": ["/dashboard/progress"]} | ({"plan": [plan]} if plan else {})


# The prices on public pages


PLANS = "/api/payments/plans"


def plan(product_type: str, amount: int, interval: str | None) -> dict[str, object]:
    named = {"product_type": product_type, "name": product_type, "currency": "eur"}
    return {**named, "amount": amount, "interval": interval}


async def test_prices_are_those_of_the_plans(tab: Tab, wire: Wire):
    offered = [plan("lifetime", 14900, None), plan("monthly", 1450, "month"), plan("yearly", 9900, "year")]
    wire.instead(PLANS, JSONResponse(offered))
    await tab.fire(PricesState.load)
    assert (tab.state(PricesState).phase, tab.state(PricesState).rows) == (
        "ready",
        [
            PriceRow("Lifetime", "€149", "once", ""),
            PriceRow("Monthly", "€14.50", "a month", ""),
            PriceRow("Yearly", "€99", "a year", "(€8.25 a month)"),
        ],
    )


async def test_prices_are_read_once(tab: Tab, wire: Wire):
    wire.instead(PLANS, JSONResponse([plan("lifetime", 14900, None)]))
    await tab.fire(PricesState.load)
    await tab.fire(PricesState.load)
    assert wire.count(PLANS) == 1


async def test_without_plans_the_page_shows_none(tab: Tab, wire: Wire):
    for answer in (JSONResponse([]), JSONResponse({"code": "plans_unavailable"}, status_code=502)):
        wire.instead(PLANS, answer)
        await tab.fire(PricesState.load)
        assert (tab.state(PricesState).phase, tab.state(PricesState).rows) == ("none", [])
