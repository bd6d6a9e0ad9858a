"""Customers: https://docs.stripe.com/api/customers."""

from webdev_certs.sandbox.stripe import subscriptions
from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import (
    ListParameters,
    Metadata,
    Operation,
    Parameters,
    Text,
    page,
    retrieval,
)

KIND = "customer"
_PATH = "/v1/customers"


class CreateCustomer(Parameters):
    email: Text | None = None
    metadata: Metadata | None = None
    name: Text | None = None


def create(account: Account, parameters: CreateCustomer) -> Json:
    """Create a customer."""
    if parameters.email and "@" not in parameters.email:
        raise ApiError(f"Invalid email address: {parameters.email}", code="email_invalid", param="email")
    customer = {
        "id": new_id("cus"),
        "object": KIND,
        "created": account.now(),
        "email": parameters.email,
        "invoice_prefix": new_id("")[-8:].upper(),
        "livemode": False,
        "metadata": parameters.metadata or {},
        "name": parameters.name,
        "next_invoice_sequence": 1,
    }
    account.save(customer)
    account.emit("customer.created", customer)
    return customer


def list_customers(account: Account, parameters: ListParameters) -> Json:
    """List the customers, newest first."""
    current = [customer for customer in account.store.find(KIND) if not customer.get("deleted")]
    return page(current, parameters, _PATH)


def delete(account: Account, _parameters: Parameters, identifier: str) -> Json:
    """Delete the customer and end their subscriptions at once."""
    found = account.get(KIND, identifier)
    for subscription in account.store.find(subscriptions.KIND, customer=identifier):
        if subscription["status"] != "canceled":
            subscriptions.end(account, subscription, account.now())
    account.emit("customer.deleted", found)
    return account.save({"id": identifier, "object": KIND, "deleted": True})


OPERATIONS = (
    Operation("POST", _PATH, CreateCustomer, create),
    Operation("GET", _PATH, ListParameters, list_customers),
    retrieval(_PATH, KIND),
    Operation("DELETE", _PATH + "/{identifier}", Parameters, delete),
)
