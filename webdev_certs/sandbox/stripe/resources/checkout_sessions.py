"""Checkout sessions: https://docs.stripe.com/api/checkout/sessions. Paying them is checkout.py's business."""

from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Currency,
    Flag,
    Group,
    Integer,
    Listed,
    ListParameters,
    Metadata,
    Parameters,
    Text,
    Url,
    merged,
)
from webdev_certs.sandbox.stripe.resources import prices

KIND = "checkout.session"

_DAY = 86_400
_UNUSED = dict.fromkeys(
    (
        "adaptive_pricing", "after_expiration", "billing_address_collection", "client_secret",
        "collected_information", "consent", "consent_collection", "currency_conversion",
        "customer_account", "invoice", "payment_link", "payment_method_configuration_details",
        "recovered_from", "saved_payment_method_options", "setup_intent", "shipping_address_collection",
        "shipping_cost", "wallet_options",
    )
)  # fmt: skip


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


class AutomaticTax(Group):
    enabled: Flag


class CreateSession(Parameters):
    allow_promotion_codes: Flag | None = None
    automatic_tax: AutomaticTax | None = None
    cancel_url: Url | None = None
    client_reference_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    customer: Text | None = None
    customer_creation: Literal["always", "if_required"] | None = None
    customer_email: Text | None = None
    expires_at: Integer | None = None
    line_items: Annotated[Listed[LineItem], Field(min_length=1, max_length=100)]
    locale: Text | None = None
    metadata: Metadata | None = None
    mode: Literal["payment", "subscription"]
    payment_intent_data: PaymentIntentData | None = None
    payment_method_types: Listed[Literal["card"]] = ["card"]
    submit_type: Literal["auto", "book", "donate", "pay"] | None = None
    subscription_data: SubscriptionData | None = None
    success_url: Url
    ui_mode: Literal["hosted_page"] = "hosted_page"


class UpdateSession(Parameters):
    metadata: Metadata | None = None


class ListSessions(ListParameters):
    customer: Text | None = None
    payment_intent: Text | None = None
    status: Literal["complete", "expired", "open"] | None = None
    subscription: Text | None = None


def create(account: Account, parameters: CreateSession) -> Json:
    """Opens a session with a page where it is paid."""
    _check(account, parameters)
    items = [_line_item(account, parameters, place) for place in range(len(parameters.line_items))]
    if len({item["currency"] for item in items}) > 1:
        raise ApiError("All prices of one Checkout Session must have the same currency.")
    now = account.now()
    total = sum(item["amount_total"] for item in items)
    is_payment = parameters.mode == "payment"
    identifier = account.new_id("cs_test")
    session = {
        **_UNUSED,
        "id": identifier,
        "object": KIND,
        "allow_promotion_codes": parameters.allow_promotion_codes,
        "amount_subtotal": total,
        "amount_total": total,
        "automatic_tax": {"enabled": False, "liability": None, "provider": None, "status": None},
        "cancel_url": parameters.cancel_url,
        "client_reference_id": parameters.client_reference_id,
        "created": now,
        "currency": items[0]["currency"],
        "custom_fields": [],
        "custom_text": dict.fromkeys(("after_submit", "shipping_address", "submit",
                                      "terms_of_service_acceptance")),
        "customer": parameters.customer,
        "customer_creation": (parameters.customer_creation or "if_required")
        if is_payment and not parameters.customer
        else None,
        "customer_details": None,
        "customer_email": parameters.customer_email,
        "discounts": [],
        "expires_at": parameters.expires_at or now + _DAY,
        "invoice_creation": None,
        "livemode": False,
        "locale": parameters.locale,
        "metadata": parameters.metadata or {},
        "mode": parameters.mode,
        "origin_context": None,
        "payment_intent": None,
        "payment_method_collection": "if_required" if is_payment else "always",
        "payment_method_options": {"card": {"request_three_d_secure": "automatic"}},
        "payment_method_types": ["card"],
        "payment_status": "unpaid" if total else "no_payment_required",
        "permissions": None,
        "phone_number_collection": {"enabled": False},
        "shipping_options": [],
        "status": "open",
        "submit_type": parameters.submit_type,
        "subscription": None,
        "success_url": parameters.success_url,
        "total_details": {"amount_discount": 0, "amount_shipping": 0, "amount_tax": 0},
        "ui_mode": "hosted_page",
        "url": f"{account.config.public_base}/c/pay/{identifier}",
        "_line_items": items,
        "_payment_intent_data": (parameters.payment_intent_data or PaymentIntentData()).model_dump(),
        "_subscription_data": (parameters.subscription_data or SubscriptionData()).model_dump(),
    }  # fmt: skip
    return account.save(session)


def retrieve(account: Account, _parameters: Parameters, session: str) -> Json:
    """The session."""
    return account.get(KIND, session)


def update(account: Account, parameters: UpdateSession, session: str) -> Json:
    """Changes the metadata."""
    found = account.get(KIND, session)
    return account.save(found, metadata=merged(found["metadata"], parameters.metadata))


def list_all(account: Account, parameters: ListSessions) -> Json:
    """Newest first."""
    found = account.store.find(
        KIND,
        customer=parameters.customer,
        payment_intent=parameters.payment_intent,
        status=parameters.status,
        subscription=parameters.subscription,
    )
    return lists.page(found, parameters, "/v1/checkout/sessions")


def list_line_items(account: Account, parameters: ListParameters, session: str) -> Json:
    """What is bought."""
    found = account.get(KIND, session)
    return lists.page(found["_line_items"], parameters, f"/v1/checkout/sessions/{session}/line_items")


def expire(account: Account, _parameters: Parameters, session: str) -> Json:
    """Closes a session that nobody has paid."""
    found = account.get(KIND, session)
    if found["status"] != "open":
        message = 'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session'
        raise ApiError(f"{message} has a status of {found['status']}.")
    account.save(found, status="expired", url=None)
    account.emit("checkout.session.expired", found)
    return found


def _check(account: Account, parameters: CreateSession) -> None:
    is_payment = parameters.mode == "payment"
    if parameters.customer and parameters.customer_email:
        raise ApiError("You may only specify one of these parameters: customer, customer_email.")
    if parameters.customer:
        account.get("customer", parameters.customer, "customer")
    if parameters.customer_email and "@" not in parameters.customer_email:
        message = f"Invalid email address: {parameters.customer_email}"
        raise ApiError(message, code="email_invalid", param="customer_email")
    if parameters.payment_intent_data and not is_payment:
        raise ApiError("You can not pass `payment_intent_data` in `subscription` mode.",
                       param="payment_intent_data")  # fmt: skip
    if parameters.subscription_data and is_payment:
        raise ApiError("You can not pass `subscription_data` in `payment` mode.", param="subscription_data")
    if parameters.customer_creation and not is_payment:
        raise ApiError("`customer_creation` can only be used in `payment` mode.", param="customer_creation")
    if parameters.automatic_tax and parameters.automatic_tax.enabled:
        raise ApiError("The sandbox has no automatic tax.", param="automatic_tax[enabled]")
    if parameters.expires_at is not None:
        ahead = parameters.expires_at - account.now()
        if not 1800 <= ahead <= _DAY:
            message = "The `expires_at` timestamp must be between 30 minutes and 24 hours from now."
            raise ApiError(message, param="expires_at")


def _line_item(account: Account, parameters: CreateSession, place: int) -> Json:
    item = parameters.line_items[place]
    param = f"line_items[{place}]"
    price = _price(account, item, param)
    is_recurring = price["type"] == "recurring"
    if is_recurring and parameters.mode == "payment":
        message = (
            "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode"
            " or use only one-time prices."
        )
        raise ApiError(message, param=f"{param}[price]")
    if not is_recurring and parameters.mode == "subscription":
        message = "The sandbox sells recurring prices alone in `subscription` mode."
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
    # A price that was made for one purchase cannot be used again.
    return account.save(price, active=False)


OPERATIONS = (
    Operation("POST", "/v1/checkout/sessions", CreateSession, create),
    Operation("GET", "/v1/checkout/sessions", ListSessions, list_all),
    Operation("GET", "/v1/checkout/sessions/{session}", Parameters, retrieve),
    Operation("POST", "/v1/checkout/sessions/{session}", UpdateSession, update),
    Operation("GET", "/v1/checkout/sessions/{session}/line_items", ListParameters, list_line_items),
    Operation("POST", "/v1/checkout/sessions/{session}/expire", Parameters, expire),
)
