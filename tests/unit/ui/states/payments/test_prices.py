"""The prices on public pages."""

import asyncio
from typing import Any

import pytest
from starlette.responses import JSONResponse

from tests.unit.ui.client.wire import Call, Wire
from tests.unit.ui.states.browser import Tab
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.payments.plans import PriceRow, PricesState

PLANS = "/api/payments/plans"


def plan(product_type: str, amount: int, interval: str | None) -> dict[str, object]:
    named = {"product_type": product_type, "name": product_type, "currency": "eur"}
    return {**named, "amount": amount, "interval": interval}


async def test_prices_are_those_of_the_plans_and_read_once(tab: Tab, wire: Wire):
    offered = [plan("lifetime", 14900, None), plan("monthly", 1450, "month"), plan("yearly", 9900, "year")]
    wire.instead(PLANS, JSONResponse(offered))
    shown = await tab.load(PricesState)
    assert shown.phase == "ready"
    assert shown.rows == [
        PriceRow("Lifetime", "€149", "once", "", ""),
        PriceRow("Monthly", "€14.50", "a month", "", ""),
        PriceRow("Yearly", "€99", "a year", "€8.25 a month, paid yearly", "€75 less than paying monthly"),
    ]
    await tab.load(PricesState)
    assert wire.count(PLANS) == 1


async def test_without_plans_the_page_shows_none(tab: Tab, wire: Wire):
    for answer in (JSONResponse([]), JSONResponse({"code": "plans_unavailable"}, status_code=502)):
        wire.instead(PLANS, answer)
        shown = await tab.load(PricesState)
        assert (shown.phase, shown.rows) == ("none", [])


async def test_a_tab_that_changes_to_another_language_gets_its_prices(tab: Tab, wire: Wire):
    wire.instead(PLANS, JSONResponse([plan("monthly", 1400, "month"), plan("yearly", 9900, "year")]))
    await tab.fire(PricesState.load)
    with in_language("de"):
        await tab.fire(PricesState.load)
    month, year, part, saved = (f"{amount}\N{NO-BREAK SPACE}€" for amount in ("14", "99", "8,25", "69"))
    assert tab.state(PricesState).rows == [
        PriceRow("Monatsabo", month, "im Monat", "", ""),
        PriceRow(
            "Jahresabo",
            year,
            "im Jahr",
            f"{part} im Monat, jährlich bezahlt",
            f"{saved} günstiger als monatlich",
        ),
    ]


async def test_the_language_that_was_chosen_last_stays(tab: Tab, wire: Wire):
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slowly(call: Call) -> JSONResponse:
        if call.language == "de":
            asked.set()
            await may_answer.wait()
        return JSONResponse([plan("yearly", 9900, "year")])

    wire.answers[PLANS] = slowly
    with in_language("de"):
        german = asyncio.create_task(tab.fire(PricesState.load))
    await asked.wait()
    await tab.fire(PricesState.load)
    may_answer.set()
    await german
    assert [row.title for row in tab.state(PricesState).rows] == ["Yearly"]


async def test_other_events_do_not_wait_for_the_plans(tab: Tab, wire: Wire, monkeypatch: pytest.MonkeyPatch):
    """Background events hold the tab's states only where they enter them."""
    entered: list[bool] = []
    during_the_call: list[bool] = []

    async def enter(state: PricesState) -> PricesState:
        entered.append(True)
        return state

    async def leave(state: PricesState, *_error: Any) -> None:
        entered.pop()

    async def answer(_call: Call) -> JSONResponse:
        during_the_call.append(bool(entered))
        return JSONResponse([])

    monkeypatch.setattr(PricesState, "__aenter__", enter)
    monkeypatch.setattr(PricesState, "__aexit__", leave)
    wire.answers[PLANS] = answer
    await tab.fire(PricesState.load)
    assert PricesState.event_handlers["load"].is_background
    assert during_the_call == [False]
