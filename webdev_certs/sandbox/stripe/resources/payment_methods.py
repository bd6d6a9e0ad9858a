"""Payment methods; the sandbox has only cards: https://docs.stripe.com/api/payment_methods."""

import hashlib
from typing import Literal

from webdev_certs.sandbox.stripe import cards, lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import TestCard
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import ListParameters, Parameters, Text

_KIND = "payment_method"
_NO_ADDRESS = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"))


class Attach(Parameters):
    customer: Text


class ListPaymentMethods(ListParameters):
    customer: Text | None = None
    type: Literal["card"] | None = None


def new(
    account: Account,
    card: TestCard,
    *,
    expiry: tuple[int, int] = (12, 2034),
    email: str | None = None,
    name: str | None = None,
) -> Json:
    """Store a card as a payment method; `expiry` is month and year."""
    method = {
        "id": account.new_id("pm"),
        "object": _KIND,
        "allow_redisplay": "unspecified",
        "billing_details": billing_details(email, name),
        "card": {
            "brand": card.brand,
            "checks": _checks(),
            "country": "US",
            "display_brand": card.brand,
            "exp_month": expiry[0],
            "exp_year": expiry[1],
            "fingerprint": hashlib.sha256(card.number.encode()).hexdigest()[:16],
            "funding": "credit",
            "generated_from": None,
            "last4": card.number[-4:],
            "networks": {"available": [card.brand], "preferred": None},
            "regulated_status": "unregulated",
            "three_d_secure_usage": {"supported": True},
            "wallet": None,
        },
        "created": account.now(),
        "customer": None,
        "customer_account": None,
        "livemode": False,
        "metadata": {},
        "type": "card",
        "_number": card.number,
        "_is_authenticated": False,
    }
    return account.save(method)


def billing_details(email: str | None, name: str | None) -> Json:
    """Return the billing details with this email and name."""
    return {"address": dict(_NO_ADDRESS), "email": email, "name": name, "phone": None, "tax_id": None}


def charge_details(method: Json, amount: int) -> Json:
    """Return the details of the card as a charge shows them."""
    card = method["card"]
    shown = ("brand", "country", "exp_month", "exp_year", "fingerprint", "funding", "last4")
    unused = ("installments", "mandate", "three_d_secure", "wallet")
    network = {"network": card["brand"], "network_token": {"used": False}, "network_transaction_id": None}
    return {
        "card": {
            **{name: card[name] for name in shown},
            **dict.fromkeys(unused),
            **network,
            "amount_authorized": amount,
            "authorization_code": None,
            "checks": _checks(),
            "regulated_status": "unregulated",
        },
        "type": "card",
    }


def card_of(method: Json) -> TestCard:
    """Return the test card of a stored method."""
    card = cards.by_number(method["_number"])
    if not card:
        raise LookupError(f"{method['id']} has a card number that is no longer a test card")
    return card


def attach_to(account: Account, method: str, customer: str) -> Json:
    """Attach a payment method to the customer; the name of a test card (`pm_card_visa`) creates one.

    Raises:
        CardDeclined: The test card is one that is declined.
        ApiError: The method does not exist or belongs to another customer.
    """
    found = named(account, method)
    if found["customer"] not in (None, customer):
        raise ApiError("This PaymentMethod was previously used with another customer.", param="customer")
    if decline := card_of(found).decline:
        raise decline.error()
    account.save(found, customer=customer)
    account.emit("payment_method.attached", found)
    return found


def named(account: Account, method: str) -> Json:
    """Return the stored method, or a new one if `method` is the name of a test card."""
    if card := cards.by_name(method.removeprefix("pm_card_")) if method.startswith("pm_card_") else None:
        return new(account, card)
    return account.get(_KIND, method)


def of_customer(account: Account, method: str, customer: str, param: str) -> Json:
    """Return a payment method of the customer.

    Raises:
        ApiError: It does not exist or is not theirs.
    """
    found = account.get(_KIND, method, param)
    if found["customer"] != customer:
        raise no_such(_KIND, method, param)
    return found


def attach(account: Account, parameters: Attach, payment_method: str) -> Json:
    """Attach the payment method to a customer."""
    account.get("customer", parameters.customer, "customer")
    return attach_to(account, payment_method, parameters.customer)


def detach(account: Account, _parameters: Parameters, payment_method: str) -> Json:
    """Detach the payment method from its customer."""
    found = account.get(_KIND, payment_method)
    if not found["customer"]:
        raise ApiError("The payment method you provided is not attached to a customer.")
    account.save(found, customer=None)
    account.emit("payment_method.detached", found)
    return found


def retrieve(account: Account, _parameters: Parameters, payment_method: str) -> Json:
    """Return the payment method."""
    return account.get(_KIND, payment_method)


def list_all(account: Account, parameters: ListPaymentMethods) -> Json:
    """List a customer's payment methods, newest first."""
    found = account.store.find(_KIND, customer=parameters.customer)
    return lists.page(found if parameters.customer else [], parameters, "/v1/payment_methods")


def _checks() -> Json:
    return {"address_line1_check": None, "address_postal_code_check": None, "cvc_check": "pass"}


OPERATIONS = (
    Operation("GET", "/v1/payment_methods", ListPaymentMethods, list_all),
    Operation("GET", "/v1/payment_methods/{payment_method}", Parameters, retrieve),
    Operation("POST", "/v1/payment_methods/{payment_method}/attach", Attach, attach),
    Operation("POST", "/v1/payment_methods/{payment_method}/detach", Parameters, detach),
)
