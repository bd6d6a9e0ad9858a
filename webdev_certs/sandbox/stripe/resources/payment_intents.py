"""Payment intents: https://docs.stripe.com/api/payment_intents."""

from collections.abc import Mapping

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.cards import AUTHENTICATION_REQUIRED, NOT_AUTHENTICATED, Decline
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import DatedListParameters, Metadata, Parameters, Text, merged
from webdev_certs.sandbox.stripe.resources import charges, disputes, payment_methods

_KIND = "payment_intent"
_UNUSED = dict.fromkeys(
    (
        "allowed_payment_method_types", "application", "application_fee_amount", "automatic_payment_methods",
        "canceled_at", "cancellation_reason", "customer_account", "managed_payments",
        "excluded_payment_method_types", "on_behalf_of", "payment_method_configuration_details", "processing",
        "review", "shipping", "source", "statement_descriptor", "statement_descriptor_suffix",
        "transfer_data", "transfer_group",
    )
)  # fmt: skip


class UpdatePaymentIntent(Parameters):
    description: Text | None = None
    metadata: Metadata | None = None


class ListPaymentIntents(DatedListParameters):
    customer: Text | None = None


def new(
    account: Account,
    *,
    amount: int,
    currency: str,
    customer: str | None,
    created: int,
    description: str | None = None,
    metadata: Mapping[str, str] | None = None,
    receipt_email: str | None = None,
    is_for_later: bool = False,
) -> Json:
    """Store a payment intent; `is_for_later` means that the card will be charged again."""
    identifier = account.new_id("pi")
    intent = {
        **_UNUSED,
        "id": identifier,
        "object": _KIND,
        "amount": amount,
        "amount_capturable": 0,
        "amount_details": {"tip": {}},
        "amount_received": 0,
        "capture_method": "automatic",
        "client_secret": f"{identifier}_{account.new_id('secret')}",
        "confirmation_method": "automatic",
        "created": created,
        "currency": currency,
        "customer": customer,
        "description": description,
        "last_payment_error": None,
        "latest_charge": None,
        "livemode": False,
        "metadata": dict(metadata or {}),
        "next_action": None,
        "payment_method": None,
        "payment_method_options": {"card": {"request_three_d_secure": "automatic"}},
        "payment_method_types": ["card"],
        "receipt_email": receipt_email,
        "setup_future_usage": "off_session" if is_for_later else None,
        "status": "requires_payment_method",
    }
    account.save(intent)
    account.emit("payment_intent.created", intent)
    return intent


def attempt(
    account: Account, intent: Json, method: Json, *, now: int, is_present: bool, challenge_url: str = ""
) -> Decline | None:
    """Charge the payment intent to a card and store the result in the intent.

    Args:
        account: The account.
        intent: The payment intent; changed and stored.
        method: The card.
        now: The time, in seconds.
        is_present: Whether the customer is present and can authenticate.
        challenge_url: The URL where they authenticate.

    Returns:
        Why the card was declined; None if it was charged or the customer must authenticate first.
    """
    card = payment_methods.card_of(method)
    account.save(intent, payment_method=method["id"], last_payment_error=None)
    if card.needs_authentication and not method["_is_authenticated"]:
        if is_present:
            action = {
                "redirect_to_url": {"return_url": None, "url": challenge_url},
                "type": "redirect_to_url",
            }
            account.save(intent, status="requires_action", next_action=action)
            account.emit("payment_intent.requires_action", intent)
            return None
        return _decline(account, intent, method, AUTHENTICATION_REQUIRED, now)
    decline = card.decline or (None if is_present else card.renewal_decline)
    if decline:
        return _decline(account, intent, method, decline, now)
    charge = charges.of_intent(account, intent, method, None, now)
    account.save(
        intent,
        amount_received=intent["amount"],
        latest_charge=charge["id"],
        next_action=None,
        status="succeeded",
    )
    account.emit("payment_intent.succeeded", intent)
    if card.is_disputed:
        disputes.new(account, charge, now)
    return None


def fail_authentication(account: Account, intent: Json, method: Json) -> Decline:
    """Record that the customer failed to authenticate, so nothing was charged."""
    return _record_decline(account, intent, method, NOT_AUTHENTICATED, charge=None)


def retrieve(account: Account, _parameters: Parameters, intent: str) -> Json:
    """Return the payment intent."""
    return account.get(_KIND, intent)


def update(account: Account, parameters: UpdatePaymentIntent, intent: str) -> Json:
    """Change the given fields."""
    found = account.get(_KIND, intent)
    if parameters.description is not None:
        found["description"] = parameters.description
    return account.save(found, metadata=merged(found["metadata"], parameters.metadata))


def list_all(account: Account, parameters: ListPaymentIntents) -> Json:
    """List the payment intents, newest first."""
    found = account.store.find(_KIND, customer=parameters.customer)
    return lists.page(found, parameters, "/v1/payment_intents")


def _decline(account: Account, intent: Json, method: Json, decline: Decline, now: int) -> Decline:
    charge = charges.of_intent(account, intent, method, decline, now)
    return _record_decline(account, intent, method, decline, charge["id"])


def _record_decline(
    account: Account, intent: Json, method: Json, decline: Decline, charge: str | None
) -> Decline:
    error = {
        "charge": charge,
        "code": decline.code,
        "decline_code": decline.decline_code,
        "message": decline.message,
        "payment_method": method,
        "type": "card_error" if charge else "invalid_request_error",
    }
    account.save(
        intent,
        last_payment_error={name: value for name, value in error.items() if value is not None},
        latest_charge=charge,
        next_action=None,
        payment_method=None,
        status="requires_payment_method",
    )
    account.emit("payment_intent.payment_failed", intent)
    return decline


OPERATIONS = (
    Operation("GET", "/v1/payment_intents", ListPaymentIntents, list_all),
    Operation("GET", "/v1/payment_intents/{intent}", Parameters, retrieve),
    Operation("POST", "/v1/payment_intents/{intent}", UpdatePaymentIntent, update),
)
