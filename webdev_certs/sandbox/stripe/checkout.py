"""Checkout sessions: https://docs.stripe.com/api/checkout/sessions."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe import charges, invoices, subscriptions
from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.cards import CARDS, Decline, TestCard
from webdev_certs.sandbox.stripe.catalog import in_currency
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import (
    Flag,
    Group,
    Integer,
    Listed,
    ListParameters,
    Metadata,
    Operation,
    Parameters,
    Text,
    Url,
    listing,
    retrieval,
    whole_list,
)

KIND = "checkout.session"

_PATH = "/v1/checkout/sessions"
_DAY = 86_400


class LineItem(Group):
    price: Text
    quantity: Annotated[Integer, Field(ge=1, le=1)]


class Switch(Group):
    enabled: Flag


class CreateCheckoutSession(Parameters):
    allowed_payment_method_types: Listed[Literal["card"]] | None = None
    cancel_url: Url | None = None
    client_reference_id: Annotated[str, Field(min_length=1, max_length=200)] | None = None
    currency: Text | None = None
    customer: Text
    invoice_creation: Switch | None = None
    line_items: Annotated[Listed[LineItem], Field(min_length=1, max_length=1)]
    metadata: Metadata | None = None
    mode: Literal["payment", "subscription"]
    success_url: Url


class ListCheckoutSessions(ListParameters):
    status: Literal["complete", "expired", "open"] | None = None


@dataclass(frozen=True)
class Outcome:
    """The result of a payment attempt: why the card was declined, or the URL where the customer goes next."""

    decline: Decline | None = None
    location: str = ""


def create(account: Account, parameters: CreateCheckoutSession) -> Json:
    """Open a checkout session, which is paid at its `url`."""
    account.get("customer", parameters.customer, "customer")
    price = _price(account, parameters)
    paid = in_currency(price, parameters.currency)
    identifier, now, invoice_creation = new_id("cs_test"), account.now(), parameters.invoice_creation
    item = {
        "id": new_id("li"),
        "object": "item",
        "amount_total": paid["unit_amount"],
        "currency": paid["currency"],
        "description": account.get("product", price["product"])["name"],
        "price": price,
        "quantity": 1,
    }
    session = {
        "id": identifier,
        "object": KIND,
        "amount_total": paid["unit_amount"],
        "cancel_url": parameters.cancel_url,
        "client_reference_id": parameters.client_reference_id,
        "created": now,
        "currency": paid["currency"],
        "customer": parameters.customer,
        "expires_at": now + _DAY,
        "invoice": None,
        "livemode": False,
        "metadata": parameters.metadata or {},
        "mode": parameters.mode,
        "payment_intent": None,
        "payment_status": "unpaid",
        "status": "open",
        "subscription": None,
        "success_url": parameters.success_url,
        "url": f"{account.config.public_base}/c/pay/{identifier}",
        "_line_items": whole_list([item], f"{_PATH}/{identifier}/line_items"),
        "_price": paid,
        "_wants_invoice": invoice_creation is not None and invoice_creation.enabled,
    }
    return account.save(session)


def expire(account: Account, _parameters: Parameters, identifier: str) -> Json:
    """Expire an open checkout session."""
    found = account.get(KIND, identifier)
    if found["status"] != "open":
        message = 'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session'
        raise ApiError(f"{message} has a status of {found['status']}.")
    return expire_now(account, found)


def expire_now(account: Account, session: Json) -> Json:
    """Expire an open checkout session, whose time may be over."""
    account.save(session, status="expired", url=None)
    account.emit("checkout.session.expired", session)
    return session


def item_of(session: Json) -> Json:
    """Return the only line item, which has the price."""
    return session["_line_items"]["data"][0]


def pay(account: Account, session: Json, card: TestCard) -> Outcome:
    """Charge an open checkout session to the card, or ask the customer to authenticate first."""
    intent = charges.ensure_intent(account, session, amount=session["amount_total"], created=account.now())
    account.save(session, _card=card.number)
    if card.needs_authentication:
        account.save(intent, status="requires_action")
        return Outcome(location=f"{account.config.public_base}/c/authenticate/{session['id']}")
    return _charge(account, session, intent, card)


def challenged_card(account: Account, session: Json) -> TestCard:
    """Return the card that the customer must authenticate (3-D Secure).

    Raises:
        ApiError: There is none.
    """
    intent = session.get("_intent")
    if not intent or account.get(charges.INTENT, intent)["status"] != "requires_action":
        raise ApiError("There is nothing to authenticate.", status=409)
    return CARDS[session["_card"]]


def authenticate(account: Account, session: Json, *, is_passed: bool) -> Outcome:
    """Continue the payment after the bank's challenge (3-D Secure)."""
    card = challenged_card(account, session)
    intent = account.get(charges.INTENT, session["_intent"])
    if not is_passed:
        return Outcome(decline=charges.fail_authentication(account, intent))
    return _charge(account, session, intent, card)


def _charge(account: Account, session: Json, intent: Json, card: TestCard) -> Outcome:
    """Charge the card; then create the subscription or the invoice, and complete the checkout session."""
    now = account.now()
    if decline := charges.charge_intent(account, intent, card, now, is_present=True):
        return Outcome(decline=decline)
    customer, item = session["customer"], item_of(session)
    invoice = None
    if session["mode"] == "subscription":
        subscription = subscriptions.new(
            account, customer=customer, price=session["_price"], card=card, now=now
        )
        invoice = invoices.draft_period(account, subscription, "subscription_create", now)
        session["subscription"] = subscription["id"]
    else:
        session["payment_intent"] = intent["id"]
        if session["_wants_invoice"]:
            invoice = invoices.draft_purchase(account, customer, session["_price"], item["description"], now)
    if invoice:
        invoices.finalize(account, invoice, now)
        invoices.mark_paid(account, invoice, intent, now)
        session["invoice"] = invoice["id"]
    account.save(session, payment_status="paid", status="complete", url=None)
    account.emit("checkout.session.completed", session)
    return Outcome(location=session["success_url"].replace("{CHECKOUT_SESSION_ID}", session["id"]))


def _price(account: Account, parameters: CreateCheckoutSession) -> Json:
    """Return the price.

    Raises:
        ApiError: It does not exist, is not active, or does not fit the mode.
    """
    param = "line_items[0][price]"
    price = account.get("price", parameters.line_items[0].price, param)
    if not price["active"]:
        message = "The price specified is inactive. This field only accepts active prices."
        raise ApiError(message, param=param)
    if (price["type"] == "recurring") != (parameters.mode == "subscription"):
        message = f"You specified `{parameters.mode}` mode but passed a {price['type']} price."
        raise ApiError(message, param=param)
    if parameters.invoice_creation and parameters.mode != "payment":
        message = "You can only enable invoice creation when `mode` is set to `payment`."
        raise ApiError(message, param="invoice_creation")
    return price


OPERATIONS = (
    Operation("POST", _PATH, CreateCheckoutSession, create),
    listing(_PATH, KIND, ListCheckoutSessions),
    retrieval(_PATH, KIND),
    Operation("POST", _PATH + "/{identifier}/expire", Parameters, expire),
)
