"""The operations on subscriptions: https://docs.stripe.com/api/subscriptions."""

from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe import billing, invoicing, lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json, no_such
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Clearable,
    DatedListParameters,
    Flag,
    Group,
    Integer,
    Listed,
    Metadata,
    Parameters,
    Text,
    merged,
)
from webdev_certs.sandbox.stripe.resources import payment_methods, subscriptions

_KIND = subscriptions.KIND


class Item(Group):
    price: Text
    quantity: Annotated[Integer, Field(ge=1)] = 1


class CancellationDetails(Group):
    comment: Clearable | None = None
    feedback: (
        Literal["customer_service", "low_quality", "missing_features", "other", "switched_service",
                "too_complex", "too_expensive", "unused"] | None
    ) = None  # fmt: skip


class CreateSubscription(Parameters):
    customer: Text
    default_payment_method: Text | None = None
    description: Text | None = None
    items: Annotated[Listed[Item], Field(min_length=1, max_length=20)]
    metadata: Metadata | None = None
    payment_behavior: Literal["allow_incomplete", "error_if_incomplete"] = "allow_incomplete"


class UpdateSubscription(Parameters):
    cancel_at_period_end: Flag | None = None
    cancellation_details: CancellationDetails | None = None
    default_payment_method: Text | None = None
    description: Clearable | None = None
    metadata: Metadata | None = None


class CancelSubscription(Parameters):
    cancellation_details: CancellationDetails | None = None


class ListSubscriptions(DatedListParameters):
    customer: Text | None = None
    status: (
        Literal["active", "all", "canceled", "ended", "incomplete", "incomplete_expired", "past_due",
                "trialing", "unpaid"] | None
    ) = None  # fmt: skip


def create(account: Account, parameters: CreateSubscription) -> Json:
    """Create a subscription and charge its first invoice to the customer's card."""
    customer = account.get("customer", parameters.customer, "customer")
    prices = [
        (_recurring_price(account, item.price, f"items[{index}][price]"), item.quantity)
        for index, item in enumerate(parameters.items)
    ]
    given = parameters.default_payment_method
    if given:
        payment_methods.of_customer(account, given, customer["id"], "default_payment_method")
    identifier = given or customer["invoice_settings"]["default_payment_method"]
    if not identifier:
        message = (
            "This customer has no attached payment source or default payment method. Please consider adding"
            " a default payment method."
        )
        raise ApiError(message, code="resource_missing")
    now = account.now(customer["test_clock"])
    subscription = subscriptions.new(
        account,
        customer=customer,
        prices=prices,
        method=given,
        status="incomplete",
        now=now,
        metadata=parameters.metadata,
        description=parameters.description,
    )
    invoice = invoicing.draft_period(account, subscription, "subscription_create", now)
    invoicing.finalize(account, invoice, now)
    method = account.get("payment_method", identifier)
    decline = billing.pay_invoice(account, invoice, method, now=now, is_present=True)
    if decline and parameters.payment_behavior == "error_if_incomplete":
        # A plain `ApiError` undoes the whole request, unlike `CardDeclined`.
        raise ApiError(
            decline.message,
            status=402,
            kind="card_error",
            code=decline.code,
            decline_code=decline.decline_code,
        )
    return account.get(_KIND, subscription["id"])


def retrieve(account: Account, _parameters: Parameters, subscription: str) -> Json:
    """Return the subscription, even if it has ended."""
    return account.get(_KIND, subscription)


def update(account: Account, parameters: UpdateSubscription, subscription: str) -> Json:
    """Change the given fields; `cancel_at_period_end` ends the subscription with its current period."""
    found = account.get(_KIND, subscription)
    given = parameters.model_fields_set - {"expand", "metadata", "cancellation_details"}
    if found["status"] in subscriptions.ENDED and given:
        raise ApiError("A canceled subscription can only update its cancellation_details and metadata.")
    _explain(found, parameters.cancellation_details)
    changes: Json = {"metadata": merged(found["metadata"], parameters.metadata)}
    if parameters.description is not None:
        changes["description"] = parameters.description or None
    if parameters.default_payment_method:
        changes["default_payment_method"] = payment_methods.of_customer(
            account, parameters.default_payment_method, found["customer"], "default_payment_method"
        )["id"]
    subscriptions.change(account, found, **changes)
    if parameters.cancel_at_period_end is not None:
        now = account.now(found["test_clock"])
        subscriptions.schedule_end(account, found, is_wanted=parameters.cancel_at_period_end, now=now)
    return account.save(found)


def cancel(account: Account, parameters: CancelSubscription, subscription: str) -> Json:
    """End the subscription at once, without a refund."""
    found = account.get(_KIND, subscription)
    if found["status"] in subscriptions.ENDED:
        raise no_such(_KIND, subscription)
    _explain(found, parameters.cancellation_details)
    subscriptions.end(account, found, account.now(found["test_clock"]))
    return found


def list_all(account: Account, parameters: ListSubscriptions) -> Json:
    """List the subscriptions, newest first; without a status, all that are not canceled."""
    found = account.store.find(_KIND, customer=parameters.customer)
    match parameters.status:
        case None:
            found = [item for item in found if item["status"] != "canceled"]
        case "ended":
            found = [item for item in found if item["status"] in subscriptions.ENDED]
        case "all":
            pass
        case status:
            found = [item for item in found if item["status"] == status]
    return lists.page(found, parameters, "/v1/subscriptions")


def _recurring_price(account: Account, identifier: str, param: str) -> Json:
    price = account.get("price", identifier, param)
    if price["type"] != "recurring":
        message = (
            "The price specified is set to `type=one_time` but this field only accepts prices with"
            " `type=recurring`."
        )
        raise ApiError(message, param=param)
    return price


def _explain(subscription: Json, details: CancellationDetails | None) -> None:
    if details:
        subscription["cancellation_details"].update(details.model_dump(exclude_unset=True))


OPERATIONS = (
    Operation("POST", "/v1/subscriptions", CreateSubscription, create),
    Operation("GET", "/v1/subscriptions", ListSubscriptions, list_all),
    Operation("GET", "/v1/subscriptions/{subscription}", Parameters, retrieve),
    Operation("POST", "/v1/subscriptions/{subscription}", UpdateSubscription, update),
    Operation("DELETE", "/v1/subscriptions/{subscription}", CancelSubscription, cancel),
)
