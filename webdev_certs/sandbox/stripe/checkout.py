"""Paying a checkout session: from the card form to `checkout.session.completed`."""

from dataclasses import dataclass

from webdev_certs.sandbox.stripe import invoicing
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.card_form import CardForm
from webdev_certs.sandbox.stripe.cards import Decline
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.resources import (
    customers,
    payment_intents,
    payment_methods,
    subscriptions,
)


@dataclass(frozen=True)
class Outcome:
    """The result of a payment attempt: why the card was declined, or the URL where the customer goes next."""

    decline: Decline | None = None
    location: str = ""


def pay(account: Account, checkout_session: Json, form: CardForm) -> Outcome:
    """Charge an open checkout session to the card of a valid form."""
    checkout_session["_email"], checkout_session["_name"] = _email(account, checkout_session, form), form.name
    customer = _customer(account, checkout_session)
    intent = _intent(account, checkout_session, customer)
    method = payment_methods.new(
        account, form.card, expiry=form.expiry, email=checkout_session["_email"], name=form.name
    )
    account.save(checkout_session, _payment_method=method["id"])
    challenge = f"{account.config.public_base}/c/authenticate/{checkout_session['id']}"
    decline = payment_intents.attempt(
        account, intent, method, now=account.now(), is_present=True, challenge_url=challenge
    )
    if decline:
        return Outcome(decline=decline)
    if intent["status"] == "requires_action":
        return Outcome(location=challenge)
    return complete(account, checkout_session, intent, method)


def authenticate(account: Account, checkout_session: Json, *, is_passed: bool) -> Outcome:
    """Continue the payment after the bank's challenge (3-D Secure)."""
    intent = account.get("payment_intent", checkout_session["_intent"])
    method = account.get("payment_method", checkout_session["_payment_method"])
    if not is_passed:
        return Outcome(decline=payment_intents.fail_authentication(account, intent, method))
    account.save(method, _is_authenticated=True)
    decline = payment_intents.attempt(account, intent, method, now=account.now(), is_present=True)
    return Outcome(decline=decline) if decline else complete(account, checkout_session, intent, method)


def complete(account: Account, checkout_session: Json, intent: Json, method: Json) -> Outcome:
    """Create the subscription or the invoice, and complete the checkout session."""
    customer = account.get("customer", intent["customer"]) if intent["customer"] else None
    if customer and intent["setup_future_usage"]:
        account.save(method, customer=customer["id"])
        account.emit("payment_method.attached", method)
    if checkout_session["mode"] == "subscription" and customer:
        _subscribe(account, checkout_session, customer, intent, method)
    else:
        account.save(checkout_session, payment_intent=intent["id"])
        if customer and _wants_invoice(checkout_session):
            _invoice(account, checkout_session, customer, intent)
    account.save(
        checkout_session,
        customer=intent["customer"],
        customer_details={
            **dict.fromkeys(("address", "business_name", "individual_name", "phone")),
            "email": checkout_session["_email"],
            "name": checkout_session["_name"],
            "tax_exempt": "none",
            "tax_ids": [],
        },
        payment_status="paid",
        status="complete",
        url=None,
    )
    account.emit("checkout.session.completed", checkout_session)
    return Outcome(location=success_url(checkout_session))


def success_url(checkout_session: Json) -> str:
    """Return the URL after payment, with the id of the checkout session filled in."""
    return checkout_session["success_url"].replace("{CHECKOUT_SESSION_ID}", checkout_session["id"])


def _subscribe(account: Account, checkout_session: Json, customer: Json, intent: Json, method: Json) -> None:
    now = account.now(customer["test_clock"])
    data = checkout_session["_subscription_data"]
    subscription = subscriptions.new(
        account,
        customer=customer,
        prices=[(item["price"], item["quantity"]) for item in checkout_session["_line_items"]],
        method=method["id"],
        status="active",
        now=now,
        metadata=data["metadata"],
        description=data["description"],
    )
    invoice = invoicing.draft_period(account, subscription, "subscription_create", now)
    invoicing.finalize(account, invoice, now)
    invoicing.mark_paid(account, invoice, intent, now)
    account.save(checkout_session, invoice=invoice["id"], subscription=subscription["id"])


def _invoice(account: Account, checkout_session: Json, customer: Json, intent: Json) -> None:
    now = account.now(customer["test_clock"])
    invoice = invoicing.draft_purchase(account, checkout_session, customer, now)
    invoicing.finalize(account, invoice, now)
    invoicing.mark_paid(account, invoice, intent, now)
    account.save(checkout_session, invoice=invoice["id"])


def _intent(account: Account, checkout_session: Json, customer: Json | None) -> Json:
    """Return the checkout session's only payment intent, which stays the same after declined cards."""
    if identifier := checkout_session.get("_intent"):
        return account.get("payment_intent", identifier)
    data = checkout_session["_payment_intent_data"]
    intent = payment_intents.new(
        account,
        amount=checkout_session["amount_total"],
        currency=checkout_session["currency"],
        customer=customer["id"] if customer else None,
        created=account.now(),
        description=data["description"],
        metadata=data["metadata"],
        receipt_email=data["receipt_email"],
        is_for_later=checkout_session["mode"] == "subscription"
        or data["setup_future_usage"] == "off_session",
    )
    account.save(checkout_session, _intent=intent["id"])
    return intent


def _customer(account: Account, checkout_session: Json) -> Json | None:
    """Return the checkout session's customer, created at the first attempt if one is needed."""
    if identifier := checkout_session["customer"] or checkout_session.get("_customer"):
        return account.get("customer", identifier)
    is_needed = checkout_session["mode"] == "subscription" or _wants_invoice(checkout_session)
    if not is_needed and checkout_session["customer_creation"] != "always":
        return None
    parameters = customers.CreateCustomer(email=checkout_session["_email"], name=checkout_session["_name"])
    customer = customers.create(account, parameters)
    account.save(checkout_session, _customer=customer["id"])
    return customer


def _email(account: Account, checkout_session: Json, form: CardForm) -> str:
    """Return the email that the checkout session already has, or the one from the form."""
    known = checkout_session["customer_email"]
    if checkout_session["customer"]:
        known = account.get("customer", checkout_session["customer"])["email"]
    return known or form.email


def _wants_invoice(checkout_session: Json) -> bool:
    """Return whether a one-time purchase gets an invoice; subscriptions always do."""
    return checkout_session["mode"] == "payment" and checkout_session["invoice_creation"]["enabled"]
