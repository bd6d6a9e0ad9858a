"""The prices on public pages."""

from starlette.responses import JSONResponse

from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.ui.states.payments.prices import PriceRow, PricesState

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
