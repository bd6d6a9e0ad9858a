"""Customers: https://docs.stripe.com/api/customers."""

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Clearable,
    DatedListParameters,
    Group,
    Listed,
    Metadata,
    Parameters,
    Text,
    merged,
)
from webdev_certs.sandbox.stripe.resources import payment_methods, subscriptions

_UNUSED = dict.fromkeys(("currency", "customer_account", "default_source", "discount", "shipping"))


class Address(Group):
    city: Clearable | None = None
    country: Clearable | None = None
    line1: Clearable | None = None
    line2: Clearable | None = None
    postal_code: Clearable | None = None
    state: Clearable | None = None


class InvoiceSettings(Group):
    default_payment_method: Clearable | None = None


class UpdateCustomer(Parameters):
    address: Address | None = None
    description: Clearable | None = None
    email: Clearable | None = None
    invoice_settings: InvoiceSettings | None = None
    metadata: Metadata | None = None
    name: Clearable | None = None
    phone: Clearable | None = None
    preferred_locales: Listed[Text] | None = None


class CreateCustomer(UpdateCustomer):
    payment_method: Text | None = None
    test_clock: Text | None = None


class ListCustomers(DatedListParameters):
    email: Text | None = None
    test_clock: Text | None = None


def create(account: Account, parameters: CreateCustomer) -> Json:
    """Create a customer and attach `payment_method` if given."""
    clock = parameters.test_clock
    if clock:
        account.get("test_helpers.test_clock", clock, "test_clock")
    customer = {
        **_UNUSED,
        "id": account.new_id("cus"),
        "object": "customer",
        "address": None,
        "balance": 0,
        "created": account.now(clock),
        "delinquent": False,
        "description": None,
        "email": None,
        "invoice_prefix": account.new_id("")[-8:].upper(),
        "invoice_settings": {
            "custom_fields": None,
            "default_payment_method": None,
            "footer": None,
            "rendering_options": None,
        },
        "livemode": False,
        "metadata": {},
        "name": None,
        "next_invoice_sequence": 1,
        "phone": None,
        "preferred_locales": [],
        "tax_exempt": "none",
        "test_clock": clock,
    }
    account.save(customer)
    if parameters.payment_method:
        payment_methods.attach_to(account, parameters.payment_method, customer["id"])
    _change(account, customer, parameters)
    account.emit("customer.created", customer)
    return customer


def update(account: Account, parameters: UpdateCustomer, customer: str) -> Json:
    """Change the given fields."""
    found = account.get("customer", customer)
    _change(account, found, parameters)
    account.emit("customer.updated", found)
    return found


def retrieve(account: Account, _parameters: Parameters, customer: str) -> Json:
    """Return the customer; a deleted one as `{"deleted": true}`."""
    return account.store.get("customer", customer) or account.get("customer", customer)


def list_all(account: Account, parameters: ListCustomers) -> Json:
    """List the customers, newest first."""
    found = account.store.find("customer", email=parameters.email, test_clock=parameters.test_clock)
    current = [customer for customer in found if not customer.get("deleted")]
    return lists.page(current, parameters, "/v1/customers")


def delete(account: Account, _parameters: Parameters, customer: str) -> Json:
    """Delete the customer and end their subscriptions at once."""
    found = account.get("customer", customer)
    for subscription in account.store.find("subscription", customer=customer):
        if subscription["status"] not in subscriptions.ENDED:
            subscriptions.end(account, subscription, account.now(found["test_clock"]))
    account.emit("customer.deleted", found)
    deleted = {"id": customer, "object": "customer", "deleted": True}
    account.store.put(deleted)
    return deleted


def _change(account: Account, customer: Json, parameters: UpdateCustomer) -> None:
    given = parameters.model_dump(exclude_unset=True, include={"description", "email", "name", "phone"})
    if given.get("email") and "@" not in given["email"]:
        message = f"Invalid email address: {given['email']}"
        raise ApiError(message, code="email_invalid", param="email")
    customer.update({name: value or None for name, value in given.items()})
    if parameters.address:
        address = customer["address"] or dict.fromkeys(Address.model_fields)
        changes = parameters.address.model_dump(exclude_unset=True)
        customer["address"] = {**address, **{name: value or None for name, value in changes.items()}}
    if parameters.preferred_locales is not None:
        customer["preferred_locales"] = parameters.preferred_locales
    settings = parameters.invoice_settings
    if settings and settings.default_payment_method is not None:
        method = settings.default_payment_method or None
        if method:
            method = payment_methods.of_customer(
                account, method, customer["id"], "invoice_settings[default_payment_method]"
            )["id"]
        customer["invoice_settings"]["default_payment_method"] = method
    account.save(customer, metadata=merged(customer["metadata"], parameters.metadata))


OPERATIONS = (
    Operation("POST", "/v1/customers", CreateCustomer, create),
    Operation("GET", "/v1/customers", ListCustomers, list_all),
    Operation("GET", "/v1/customers/{customer}", Parameters, retrieve),
    Operation("POST", "/v1/customers/{customer}", UpdateCustomer, update),
    Operation("DELETE", "/v1/customers/{customer}", Parameters, delete),
)
