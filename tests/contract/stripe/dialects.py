"""Cards and plans, which the backends create in different ways."""

import stripe

from tests.contract.stripe.backends import Backend
from tests.contract.stripe.sdk import Sdk


async def customer_with_card(sdk: Sdk, backend: Backend, test_clock: str | None = None) -> str:
    """Create a customer whose default card is 4242; return their id."""
    parameters: dict[str, str] = {"email": "ada@example.com"}
    if test_clock:
        parameters["test_clock"] = test_clock
    customer = await sdk.v1.customers.create_async(parameters)  # pyright: ignore[reportArgumentType]
    method = await _card(sdk, backend)
    attached = await sdk.v1.payment_methods.attach_async(method, {"customer": customer.id})
    await sdk.v1.customers.update_async(
        customer.id, {"invoice_settings": {"default_payment_method": attached.id}}
    )
    return customer.id


async def monthly_item(sdk: Sdk, backend: Backend) -> dict[str, str]:
    """Create the item of a monthly subscription: a price, or for localstripe the older plan."""
    if backend.name == "localstripe":
        product = await sdk.v1.products.create_async({"name": "Monthly", "type": "service"})
        plan = await sdk.v1.plans.create_async(
            {"product": product.id, "currency": "eur", "amount": 1400, "interval": "month"}
        )
        return {"plan": plan.id}
    product = await sdk.v1.products.create_async({"name": "Monthly"})
    price = await sdk.v1.prices.create_async(
        {"product": product.id, "currency": "eur", "unit_amount": 1400, "recurring": {"interval": "month"}}
    )
    return {"price": price.id}


async def subscribed(sdk: Sdk, backend: Backend, customer: str) -> stripe.Subscription:
    """Create a monthly subscription of a customer."""
    item = await monthly_item(sdk, backend)
    parameters = {"customer": customer, "items": [item], "expand": ["latest_invoice"]}
    return await sdk.v1.subscriptions.create_async(parameters)  # pyright: ignore[reportArgumentType]


async def _card(sdk: Sdk, backend: Backend) -> str:
    if backend.name != "localstripe":
        return "pm_card_visa"
    card = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2034, "cvc": "123"}
    method = await sdk.v1.payment_methods.create_async({"type": "card", "card": card})  # pyright: ignore[reportArgumentType]
    return method.id
