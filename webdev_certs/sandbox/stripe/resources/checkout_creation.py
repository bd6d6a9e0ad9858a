"""Creating a checkout session: its parameters, the rules that combine them, and the line items."""

from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.parameters import (
    Currency,
    Flag,
    Group,
    Integer,
    Listed,
    Metadata,
    Parameters,
    Text,
    Url,
)
from webdev_certs.sandbox.stripe.resources import prices

_DAY = 86_400


class PriceData(Group):
    currency: Currency
    product: Text | None = None
    product_data: prices.ProductData | None = None
    recurring: prices.Recurring | None = None
    unit_amount: prices.Amount


class LineItem(Group):
    price: Text | None = None
    price_data: PriceData | None = None
    quantity: Annotated[Integer, Field(ge=1, le=999_999)] = 1


class PaymentIntentData(Group):
    description: Text | None = None
    metadata: Metadata | None = None
    receipt_email: Text | None = None
    setup_future_usage: Literal["off_session", "on_session"] | None = None


class SubscriptionData(Group):
    description: Text | None = None
    metadata: Metadata | None = None


class Switch(Group):
    enabled: Flag


class CreateCheckoutSession(Parameters):
    allow_promotion_codes: Flag | None = None
    allowed_payment_method_types: Listed[Literal["card"]] | None = None
    automatic_tax: Switch = Switch(enabled=False)
    cancel_url: Url | None = None
    client_reference_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    customer: Text | None = None
    customer_creation: Literal["always", "if_required"] | None = None
    customer_email: Text | None = None
    expires_at: Integer | None = None
    invoice_creation: Switch = Switch(enabled=False)
    line_items: Annotated[Listed[LineItem], Field(min_length=1, max_length=100)]
    locale: Literal["auto", "en"] | None = None
    metadata: Metadata | None = None
    mode: Literal["payment", "subscription"]
    payment_intent_data: PaymentIntentData = PaymentIntentData()
    submit_type: Literal["auto", "book", "donate", "pay"] | None = None
    subscription_data: SubscriptionData = SubscriptionData()
    success_url: Url
    ui_mode: Literal["hosted_page"] = "hosted_page"


def check(account: Account, parameters: CreateCheckoutSession) -> None:
    """Check the rules that involve several parameters or stored objects.

    Raises:
        ApiError: With Stripe's message.
    """
    is_payment, given = parameters.mode == "payment", parameters.model_fields_set
    if parameters.customer and parameters.customer_email:
        raise ApiError("You may only specify one of these parameters: customer, customer_email.")
    if parameters.customer:
        account.get("customer", parameters.customer, "customer")
    if parameters.customer_email and "@" not in parameters.customer_email:
        message = f"Invalid email address: {parameters.customer_email}"
        raise ApiError(message, code="email_invalid", param="customer_email")
    if "payment_intent_data" in given and not is_payment:
        raise ApiError("You can not pass `payment_intent_data` in `subscription` mode.",
                       param="payment_intent_data")  # fmt: skip
    if "subscription_data" in given and is_payment:
        raise ApiError("You can not pass `subscription_data` in `payment` mode.", param="subscription_data")
    if "invoice_creation" in given and not is_payment:
        raise ApiError("You can only enable invoice creation when `mode` is set to `payment`.",
                       param="invoice_creation")  # fmt: skip
    if parameters.customer_creation and not is_payment:
        raise ApiError("`customer_creation` can only be used in `payment` mode.", param="customer_creation")
    if parameters.automatic_tax.enabled:
        raise ApiError("The sandbox does not support automatic tax.", param="automatic_tax[enabled]")
    if parameters.expires_at is not None:
        ahead = parameters.expires_at - account.now()
        if not 1800 <= ahead <= _DAY:
            message = "The `expires_at` timestamp must be between 30 minutes and 24 hours from now."
            raise ApiError(message, param="expires_at")


def line_items(account: Account, parameters: CreateCheckoutSession) -> list[Json]:
    """Return the line items with their prices.

    Raises:
        ApiError: A price does not exist, does not fit the mode, or has another currency than the others.
    """
    items = [_line_item(account, parameters, index) for index in range(len(parameters.line_items))]
    if len({item["currency"] for item in items}) > 1:
        raise ApiError("All prices of one Checkout Session must have the same currency.")
    if not sum(item["amount_total"] for item in items):
        message = "The sandbox does not support Checkout Sessions with a total of zero."
        raise ApiError(message, param="line_items")
    return items


def _line_item(account: Account, parameters: CreateCheckoutSession, index: int) -> Json:
    item = parameters.line_items[index]
    param = f"line_items[{index}]"
    price = _price(account, item, param)
    is_recurring = price["type"] == "recurring"
    if is_recurring and parameters.mode == "payment":
        message = (
            "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode"
            " or use only one-time prices."
        )
        raise ApiError(message, param=f"{param}[price]")
    if not is_recurring and parameters.mode == "subscription":
        message = "The sandbox supports only recurring prices in `subscription` mode."
        raise ApiError(message, param=f"{param}[price]")
    amount = price["unit_amount"] * item.quantity
    return {
        "id": account.new_id("li"),
        "object": "item",
        "adjustable_quantity": None,
        "amount_discount": 0,
        "amount_subtotal": amount,
        "amount_tax": 0,
        "amount_total": amount,
        "currency": price["currency"],
        "description": account.get("product", price["product"])["name"],
        "metadata": {},
        "price": price,
        "quantity": item.quantity,
    }


def _price(account: Account, item: LineItem, param: str) -> Json:
    if item.price:
        price = account.get("price", item.price, f"{param}[price]")
        if not price["active"]:
            raise ApiError("The price specified is inactive. This field only accepts active prices.",
                           param=f"{param}[price]")  # fmt: skip
        return price
    if not item.price_data:
        raise ApiError(f"Missing required param: {param}[price].", code="parameter_missing",
                       param=f"{param}[price]")  # fmt: skip
    price = prices.create(account, prices.CreatePrice(**item.price_data.model_dump()))
    # A price created for one purchase cannot be used again.
    return account.save(price, active=False)
