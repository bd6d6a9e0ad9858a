"""Checkout sessions: https://docs.stripe.com/api/checkout/sessions. See checkout.py for paying them."""

from typing import Literal

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    DatedListParameters,
    ListParameters,
    Metadata,
    Parameters,
    Text,
    merged,
)
from webdev_certs.sandbox.stripe.resources import checkout_creation
from webdev_certs.sandbox.stripe.resources.checkout_creation import CreateCheckoutSession

KIND = "checkout.session"

_DAY = 86_400
_UNUSED = dict.fromkeys(
    (
        "adaptive_pricing", "after_expiration", "billing_address_collection", "client_secret",
        "collected_information", "consent", "consent_collection", "currency_conversion", "customer_account",
        "integration_identifier", "invoice", "managed_payments", "payment_link",
        "payment_method_configuration_details", "recovered_from", "saved_payment_method_options",
        "setup_intent", "shipping_address_collection", "shipping_cost", "wallet_options",
    )
)  # fmt: skip


class UpdateCheckoutSession(Parameters):
    metadata: Metadata | None = None


class ListCheckoutSessions(DatedListParameters):
    customer: Text | None = None
    payment_intent: Text | None = None
    status: Literal["complete", "expired", "open"] | None = None
    subscription: Text | None = None


def create(account: Account, parameters: CreateCheckoutSession) -> Json:
    """Open a checkout session, which is paid at its `url`."""
    checkout_creation.check(account, parameters)
    items = checkout_creation.line_items(account, parameters)
    now = account.now()
    total = sum(item["amount_total"] for item in items)
    is_payment = parameters.mode == "payment"
    identifier = account.new_id("cs_test")
    session = {
        **_UNUSED,
        "id": identifier,
        "object": KIND,
        "allow_promotion_codes": parameters.allow_promotion_codes,
        "allowed_payment_method_types": parameters.allowed_payment_method_types,
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
        "invoice_creation": _invoice_creation(parameters),
        "livemode": False,
        "locale": parameters.locale,
        "metadata": parameters.metadata or {},
        "mode": parameters.mode,
        "origin_context": None,
        "payment_intent": None,
        "payment_method_collection": "if_required" if is_payment else "always",
        "payment_method_options": {"card": {"request_three_d_secure": "automatic"}},
        "payment_method_types": ["card"],
        "payment_status": "unpaid",
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
        "_payment_intent_data": parameters.payment_intent_data.model_dump(),
        "_subscription_data": parameters.subscription_data.model_dump(),
    }  # fmt: skip
    return account.save(session)


def retrieve(account: Account, _parameters: Parameters, session: str) -> Json:
    """Return the checkout session."""
    return account.get(KIND, session)


def update(account: Account, parameters: UpdateCheckoutSession, session: str) -> Json:
    """Change the metadata."""
    found = account.get(KIND, session)
    return account.save(found, metadata=merged(found["metadata"], parameters.metadata))


def list_all(account: Account, parameters: ListCheckoutSessions) -> Json:
    """List the checkout sessions, newest first."""
    found = account.store.find(
        KIND,
        customer=parameters.customer,
        payment_intent=parameters.payment_intent,
        status=parameters.status,
        subscription=parameters.subscription,
    )
    return lists.page(found, parameters, "/v1/checkout/sessions")


def list_line_items(account: Account, parameters: ListParameters, session: str) -> Json:
    """List the line items."""
    found = account.get(KIND, session)
    return lists.page(found["_line_items"], parameters, f"/v1/checkout/sessions/{session}/line_items")


def expire(account: Account, _parameters: Parameters, session: str) -> Json:
    """Expire an open checkout session."""
    found = account.get(KIND, session)
    if found["status"] != "open":
        message = 'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session'
        raise ApiError(f"{message} has a status of {found['status']}.")
    account.save(found, status="expired", url=None)
    account.emit("checkout.session.expired", found)
    return found


def _invoice_creation(parameters: CreateCheckoutSession) -> Json | None:
    if parameters.mode != "payment":
        return None
    unused = ("account_tax_ids", "custom_fields", "description", "footer", "issuer", "rendering_options")
    return {
        "enabled": parameters.invoice_creation.enabled,
        "invoice_data": {**dict.fromkeys(unused), "metadata": {}},
    }


OPERATIONS = (
    Operation("POST", "/v1/checkout/sessions", CreateCheckoutSession, create),
    Operation("GET", "/v1/checkout/sessions", ListCheckoutSessions, list_all),
    Operation("GET", "/v1/checkout/sessions/{session}", Parameters, retrieve),
    Operation("POST", "/v1/checkout/sessions/{session}", UpdateCheckoutSession, update),
    Operation("GET", "/v1/checkout/sessions/{session}/line_items", ListParameters, list_line_items),
    Operation("POST", "/v1/checkout/sessions/{session}/expire", Parameters, expire),
)
