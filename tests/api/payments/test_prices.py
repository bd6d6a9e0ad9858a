"""Prices named in the settings (`STRIPE_PRICES`), found by their lookup keys, and paid."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
import pytest
from argon2.profiles import CHEAPEST

from tests.api.payments.provider import Provider, deliver
from tests.api.payments.shop import Shop, assert_refused, order
from tests.conftest import FakeClock
from tests.factories import register
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.catalog import Interval, add_price
from webdev_certs.server.api.app import create_api, lifespan_resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.settings import Settings

pytestmark = pytest.mark.one_database


CREATE = "POST /v1/checkout/sessions"

Opens = Callable[[dict[str, str]], AbstractAsyncContextManager[Shop]]


@pytest.fixture
def shop_with(settings: Settings, clock: FakeClock, bank: Bank, provider: Provider) -> Opens:
    """Return a function that opens a shop with these prices in the settings, product type → price id."""

    @asynccontextmanager
    async def shop_with(prices: dict[str, str]) -> AsyncIterator[Shop]:
        named = settings.model_copy(update={"stripe_prices": prices})
        app = create_api(named, clock=clock, bank=bank, password_hasher=PasswordHasher(1, CHEAPEST))
        async with lifespan_resources(app):
            transport = httpx.ASGITransport(app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://api.test") as api:
                yield Shop(api, provider, app.state.resources, await register(api))

    return shop_with


async def make_price(provider: Provider, unit_amount: int = 9900, interval: Interval | None = None) -> str:
    """Create a price without a lookup key; return its id."""
    return await provider.sandbox.run(
        lambda account: add_price(account, "Founders' access", unit_amount, interval=interval)["id"]
    )


async def offers(shop: Shop) -> dict[str, int]:
    """Return product type → amount."""
    response = await shop.api.get("/api/payments/plans")
    assert response.status_code == 200, response.text
    return {plan["product_type"]: plan["amount"] for plan in response.json()}


async def test_all_prices_can_be_named(shop_with: Opens, provider: Provider):
    named = {
        "lifetime": await make_price(provider, unit_amount=100),
        "monthly": await make_price(provider, unit_amount=200, interval="month"),
        "yearly": await make_price(provider, unit_amount=300, interval="year"),
    }
    async with shop_with(named) as shop:
        assert await offers(shop) == {"lifetime": 100, "monthly": 200, "yearly": 300}
        await shop.buy("yearly")
        assert (await shop.billing())["subscription"]["amount"] == 300


async def test_a_price_that_cannot_be_sold_is_not_offered_and_the_others_are(
    shop_with: Opens, provider: Provider
):
    retired = await make_price(provider)
    await provider.retire_price(retired)
    with_wrong_interval = await make_price(provider, interval="month")
    for price_id in ("price_unknown", retired, with_wrong_interval):
        async with shop_with({"lifetime": price_id}) as shop:
            assert set(await offers(shop)) == {"monthly", "yearly"}, price_id


@pytest.mark.parametrize("plan", ["lifetime", "yearly"])
async def test_the_price_on_the_page_is_what_is_paid(shop: Shop, plan: str):
    """The pages say so (`texts/en/paid_access.md`): no taxes, fees or shipping are added at Stripe."""
    (price,) = [
        one for one in (await shop.api.get("/api/payments/plans")).json() if one["product_type"] == plan
    ]
    checkout_session = await shop.begin(plan)
    added = ("tax", "shipping", "discounts", "optional_items")
    assert [name for name in shop.provider.proxy.sent[CREATE] if any(word in name for word in added)] == []
    await shop.provider.pay(checkout_session)
    await shop.verify(checkout_session)
    (paid,) = await shop.history()
    assert (paid["amount"], paid["currency"]) == (price["amount"], price["currency"])


async def test_local_prices_are_shown_and_paid_if_all_plans_have_them(shop: Shop):
    local = (await shop.api.get("/api/payments/plans?currency=eur")).json()
    assert {plan["product_type"]: (plan["amount"], plan["currency"]) for plan in local} == {
        "monthly": (1_300, "eur"),
        "yearly": (8_900, "eur"),
        "lifetime": (22_900, "eur"),
    }
    checkout_session = await shop.begin("monthly", currency="eur")
    assert shop.provider.proxy.sent[CREATE]["currency"] == ["eur"]
    await shop.provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).status_code == 200
    (paid,) = await shop.history()
    assert (paid["amount"], paid["currency"]) == (1_300, "eur")
    # Stripe's price of a subscription is in its own currency.
    subscription = (await shop.billing())["subscription"]
    assert (subscription["amount"], subscription["currency"]) == (1_300, "eur")


async def test_other_currencies_are_answered_with_the_prices_own(shop: Shop):
    usual = (await shop.api.get("/api/payments/plans")).json()
    assert {plan["currency"] for plan in usual} == {"usd"}
    assert (await shop.api.get("/api/payments/plans?currency=chf")).json() == usual
    assert (await shop.api.get("/api/payments/plans?currency=Euro")).status_code == 422
    await shop.begin("monthly", currency="chf")
    assert shop.provider.proxy.sent[CREATE]["currency"] == ["usd"]


async def test_plans_with_one_price_in_dollars_alone_are_all_in_dollars(shop_with: Opens, provider: Provider):
    async with shop_with({"lifetime": await make_price(provider, unit_amount=24_900)}) as shop:
        local = (await shop.api.get("/api/payments/plans?currency=eur")).json()
        assert {plan["currency"] for plan in local} == {"usd"}


async def test_nobody_pays_an_amount_that_changed_after_it_was_shown(shop: Shop, provider: Provider):
    """Such a payment would be refused as `wrong_amount`."""
    await shop.api.get("/api/payments/plans")

    def raise_price(account: Account) -> None:
        (price,) = account.store.find("price", lookup_key="monthly")
        options = price["_currency_options"] | {"eur": {"unit_amount": 1_500}}
        account.save(price, _currency_options=options)

    await provider.sandbox.run(raise_price)
    wanted = order("monthly", currency="eur")
    assert_refused(await shop.post("create-checkout-session", wanted), 409, "plan_unavailable")
    assert provider.proxy.calls[-1].endswith("/expire"), "nobody can pay it"
    checkout_session = await shop.begin("monthly", currency="eur")
    await provider.pay(checkout_session)
    assert (await shop.verify(checkout_session)).status_code == 200
    assert [paid["amount"] for paid in await shop.history()] == [1_500]


async def test_a_changed_price_is_shown_after_its_webhook(shop: Shop, provider: Provider):
    before = (await shop.api.get("/api/payments/plans")).json()
    await provider.sandbox.run(
        lambda account: account.save(account.store.find("price", lookup_key="monthly")[0], unit_amount=1_500)
    )
    assert (await shop.api.get("/api/payments/plans")).json() == before
    await deliver(
        shop.api, {"id": "evt_price", "type": "price.updated", "data": {"object": {"object": "price"}}}
    )
    assert 1_500 in {plan["amount"] for plan in (await shop.api.get("/api/payments/plans")).json()}
