"""Prices, payments and subscriptions, which the backends create in different ways.

The sandbox starts with its prices, and everything is paid at checkout, as the product does it.
"""

from typing import Any, Literal

import httpx
import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.sdk import Sdk

AMOUNTS = {"lifetime": 24_900, "monthly": 1400}
_CARD = {"number": "4242424242424242", "expiry": "12 / 44", "cvc": "123", "name": "Ada Lovelace"}


async def customer(sdk: Sdk) -> str:
    """Create a customer; return their id."""
    return (await sdk.v1.customers.create_async({"email": "ada@example.com", "name": "Ada"})).id


async def price(sdk: Sdk, backend: Backend, plan: Literal["lifetime", "monthly"] = "lifetime") -> str:
    """Return the id of a plan's price, which is created unless the backend has it already."""
    if backend.name == "sandbox":
        return (await sdk.v1.prices.list_async({"lookup_keys": [plan]})).data[0].id
    product = await sdk.v1.products.create_async({"name": plan})
    parameters: dict[str, Any] = {"product": product.id, "currency": "usd", "unit_amount": AMOUNTS[plan]}
    if plan == "monthly":
        parameters["recurring"] = {"interval": "month"}
    return (await sdk.v1.prices.create_async(parameters)).id  # pyright: ignore[reportArgumentType]


async def charged(sdk: Sdk, backend: Backend) -> stripe.Charge:
    """Charge 249 dollars to a good card."""
    if backend.name != "sandbox":
        return await sdk.v1.charges.create_async(
            {"amount": AMOUNTS["lifetime"], "currency": "usd", "source": "tok_visa"}
        )
    return (await sdk.v1.charges.list_async({"customer": await _paid(sdk, backend, "lifetime")})).data[0]


async def subscribed(sdk: Sdk, backend: Backend) -> stripe.Subscription:
    """Create a monthly subscription, paid for the first month."""
    if backend.name == "sandbox":
        buyer = await _paid(sdk, backend, "monthly")
        return (await sdk.v1.subscriptions.list_async({"customer": buyer})).data[0]
    buyer = await customer(sdk)
    if backend.name == "localstripe":
        product = await sdk.v1.products.create_async({"name": "Monthly", "type": "service"})
        plan = await sdk.v1.plans.create_async(
            {"product": product.id, "currency": "usd", "amount": 1400, "interval": "month"}
        )
        item = {"plan": plan.id}
        card = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123"}
        method = (await sdk.v1.payment_methods.create_async({"type": "card", "card": card})).id  # pyright: ignore[reportArgumentType]
    else:
        item, method = {"price": await price(sdk, backend, "monthly")}, "pm_card_visa"
    attached = await sdk.v1.payment_methods.attach_async(method, {"customer": buyer})
    await sdk.v1.customers.update_async(buyer, {"invoice_settings": {"default_payment_method": attached.id}})
    parameters: Any = {"customer": buyer, "items": [item]}
    return await sdk.v1.subscriptions.create_async(parameters)


async def _paid(sdk: Sdk, backend: Backend, plan: Literal["lifetime", "monthly"]) -> str:
    """Pay a checkout session of the sandbox; return the id of the new customer."""
    buyer = await customer(sdk)
    checkout_session = await sdk.v1.checkout.sessions.create_async(
        {
            "mode": "subscription" if plan == "monthly" else "payment",
            "customer": buyer,
            "line_items": [{"price": await price(sdk, backend, plan), "quantity": 1}],
            "success_url": f"{backend.shop}/success",
        }
    )
    assert checkout_session.url
    async with httpx.AsyncClient(timeout=30) as browser:
        answer = await browser.post(checkout_session.url, data=_CARD)
    assert answer.status_code == 303, answer.text
    return buyer
