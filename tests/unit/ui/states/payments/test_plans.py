"""The plans on the payment page, and their prices on public pages."""

import asyncio
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.records import PLANS, billing, plan
from webdev_certs.schemas.payments import Plan
from webdev_certs.shared.translation import current_language, in_language
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.payments.checkout import CheckoutState
from webdev_certs.ui.states.payments.plans import PriceRow, PricesState, compared, per_month, saved, saving
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.payment_status import PaymentState

MONTHLY, YEARLY, LIFETIME = PLANS


async def test_the_plans_are_shown(buyer: Tab):
    checkout = await buyer.load(CheckoutState)
    assert (checkout.phase, checkout.sandbox, checkout.ends_on) == ("ready", True, "")
    assert [(shown.title, shown.price, shown.period) for shown in checkout.plans] == [
        ("Monthly", "€14", "a month"),
        ("Yearly", "€99", "a year"),
        ("Lifetime", "€149", "once"),
    ]
    assert [shown.remark for shown in checkout.plans] == [
        "",
        "Save €69 a year (41%) compared with Monthly",
        "Costs less than 2\u00a0yearly payments",
    ]
    assert [shown.recommended for shown in checkout.plans] == [False, True, False]
    assert [shown.per_month for shown in checkout.plans] == ["", "€8.25 a month, paid yearly", ""]


@pytest.mark.parametrize(
    ("access", "status", "offered"),
    [
        ("subscription", "ending", ["lifetime"]),
        ("none", "ending", ["lifetime"]),
        ("lifetime", "ending", ["monthly", "yearly", "lifetime"]),
        ("none", "ended", ["monthly", "yearly", "lifetime"]),
    ],
)
async def test_only_lifetime_access_is_offered_after_a_cancellation(
    buyer: Tab, fake: FakeApi, access: str, status: str, offered: list[str]
):
    fake.answer(Api.subscription, billing(access, status))
    checkout = await buyer.load(CheckoutState)
    assert [shown.product_type for shown in checkout.plans] == offered
    assert checkout.ends_on == ("March\u00a02,\u00a02027" if offered == ["lifetime"] else "")


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
    yearly = YEARLY.model_copy(update={"amount": amount, "currency": currency})
    assert per_month(yearly) == f"{price} a month, paid yearly"


def test_other_plans_have_no_price_per_month():
    for other in ({"interval": "month"}, {"interval": None}, {"amount": 0}):
        assert per_month(YEARLY.model_copy(update=other)) == ""


@pytest.mark.parametrize(
    ("changes", "plans"),
    [
        ({}, [YEARLY]),
        ({"currency": "usd"}, PLANS),
        ({"amount": 12 * MONTHLY.amount}, PLANS),
        ({"interval": "month"}, PLANS),
    ],
)
def test_a_plan_that_saves_nothing_does_not_say_so(changes: dict[str, Any], plans: list[Plan]):
    yearly = YEARLY.model_copy(update=changes)
    assert (saving(yearly, plans), saved(yearly, plans), compared(yearly, plans)) == ("", 0, "")


@pytest.mark.parametrize(
    ("lifetime", "yearly", "remark"),
    [
        (24_900, 9_900, "Costs less than 3\u00a0yearly payments"),
        (29_700, 9_900, "Costs as much as 3\u00a0yearly payments"),
        (5_000, 9_900, "Costs less than 1\u00a0yearly payment"),
        (24_900, 0, ""),
    ],
)
def test_the_price_of_lifetime_access_is_compared_with_the_yearly_one(
    lifetime: int, yearly: int, remark: str
):
    assert compared(plan("lifetime", lifetime, None), [plan("yearly", yearly, "year")]) == remark
    assert compared(plan("lifetime", lifetime, None), [MONTHLY]) == ""


async def test_german_buttons_inflect_the_names_of_the_plans(buyer: Tab):
    with in_language("de"):
        checkout = await buyer.load(CheckoutState)
    assert [(shown.title, shown.choose) for shown in checkout.plans] == [
        ("Monatsabo", "Monatsabo wählen"),
        ("Jahresabo", "Jahresabo wählen"),
        ("Unbefristeter Zugang", "Unbefristeten Zugang wählen"),
    ]


async def test_plans_that_cannot_be_loaded_can_be_loaded_again(buyer: Tab, fake: FakeApi):
    fake.answer(Api.plans, refusal("plans_unavailable", 503), PLANS)
    checkout = await buyer.load(CheckoutState)
    assert (checkout.phase, checkout.error) == ("error", "Refused: plans_unavailable.")
    assert (await buyer.load(CheckoutState)).phase == "ready"


@pytest.mark.parametrize(("plan", "title"), [("yearly", "Yearly"), ("gold", ""), ("", "")])
async def test_an_earlier_choice_is_kept_in_the_url(buyer: Tab, plan: str, title: str):
    buyer.open(f"/payment/canceled?plan={plan}&returnUrl=%2Fdashboard%2Fprogress")
    assert buyer.state(CheckoutState).chosen_title == title
    query = parse_qs(urlsplit(buyer.state(PaymentState).plans_url).query)
    assert query == {"returnUrl": ["/dashboard/progress"]} | ({"plan": [plan]} if plan else {})


async def test_prices_are_those_of_the_plans_and_read_once(visitor: Tab, fake: FakeApi):
    fake.answer(Api.plans, [LIFETIME, plan("monthly", 1450, "month"), YEARLY])
    shown = await visitor.load(PricesState)
    assert shown.phase == "ready"
    assert shown.rows == [
        PriceRow("Lifetime", "€149", "once", "", ""),
        PriceRow("Monthly", "€14.50", "a month", "", ""),
        PriceRow("Yearly", "€99", "a year", "€8.25 a month, paid yearly", "€75 less than paying monthly"),
    ]
    await visitor.load(PricesState)
    assert fake.names() == ["plans"]


async def test_prices_are_in_the_currency_of_the_time_zone(visitor: Tab, fake: FakeApi):
    fake.answer(Api.plans, [MONTHLY])
    await visitor.load(PricesState)
    for zone in ("Europe/Berlin", "Europe/Paris", "America/New_York", "Etc/GMT+3"):
        await visitor.fire(ZoneState.note, zone)
        await visitor.load(PricesState)
    # Berlin and Paris have the same.
    assert [call["currency"] for call in fake.calls(Api.plans)] == [None, "eur", "usd", None]


async def test_a_checkout_is_paid_in_the_currency_that_was_shown(buyer: Tab, fake: FakeApi):
    await buyer.fire(ZoneState.note, "America/New_York")
    await buyer.load(CheckoutState)
    await buyer.fire(CheckoutState.choose, "monthly")
    await buyer.fire(CheckoutState.depart, buyer.state(CheckoutState).try_id)
    assert [call["currency"] for call in fake.calls(Api.plans)] == ["usd"]
    (sent,) = fake.calls(Api.create_checkout_session)
    assert sent["checkout"].currency == "eur"


async def test_a_customer_keeps_the_currency_of_the_subscription(buyer: Tab, fake: FakeApi):
    fake.answer(Api.subscription, billing("subscription", "ending"))
    await buyer.fire(ZoneState.note, "America/New_York")
    await buyer.load(CheckoutState)
    assert [call["currency"] for call in fake.calls(Api.plans)] == ["eur"]


async def test_without_plans_the_page_shows_none(visitor: Tab, fake: FakeApi):
    for answer in ([], refusal("plans_unavailable", 502)):
        fake.answer(Api.plans, answer)
        shown = await visitor.load(PricesState)
        assert (shown.phase, shown.rows) == ("none", [])


async def test_a_tab_that_changes_to_another_language_gets_its_prices(visitor: Tab, fake: FakeApi):
    fake.answer(Api.plans, [MONTHLY, YEARLY])
    await visitor.fire(PricesState.load)
    with in_language("de"):
        await visitor.fire(PricesState.load)
    month, year, part, saved = (f"{amount}\N{NO-BREAK SPACE}€" for amount in ("14", "99", "8,25", "69"))
    assert visitor.state(PricesState).rows == [
        PriceRow("Monatsabo", month, "im Monat", "", ""),
        PriceRow(
            "Jahresabo",
            year,
            "im Jahr",
            f"{part} im Monat, jährlich bezahlt",
            f"{saved} günstiger als monatlich",
        ),
    ]


async def test_the_language_that_was_chosen_last_stays(visitor: Tab, fake: FakeApi):
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slowly(currency: str | None) -> list[Plan]:
        assert currency is None
        if current_language() == "de":
            asked.set()
            await may_answer.wait()
        return [YEARLY]

    fake.answer_by(Api.plans, slowly)
    with in_language("de"):
        german = asyncio.create_task(visitor.fire(PricesState.load))
    await asked.wait()
    await visitor.fire(PricesState.load)
    may_answer.set()
    await german
    assert [row.title for row in visitor.state(PricesState).rows] == ["Yearly"]


async def test_other_events_do_not_wait_for_the_plans(visitor: Tab, fake: FakeApi):
    """Background events hold the tab's states only where they enter them."""
    during_the_call: list[bool] = []

    def answer(currency: str | None) -> list[Plan]:
        assert currency is None
        during_the_call.append(visitor.is_locked)
        return []

    fake.answer_by(Api.plans, answer)
    await visitor.fire(PricesState.load)
    assert PricesState.event_handlers["load"].is_background
    assert during_the_call == [False]
