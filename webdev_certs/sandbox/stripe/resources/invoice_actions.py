"""Paying and voiding open invoices: https://docs.stripe.com/api/invoices/pay."""

from webdev_certs.sandbox.stripe import billing, invoicing
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import Parameters, Text
from webdev_certs.sandbox.stripe.resources import invoices, payment_methods, subscriptions


class PayInvoice(Parameters):
    payment_method: Text | None = None


def pay(account: Account, parameters: PayInvoice, invoice: str) -> Json:
    """Charge an open invoice to the given card, or to its subscription's card."""
    found = account.get(invoices.KIND, invoice)
    invoicing.must_be_open(found)
    method = _method(account, parameters, found)
    if not method:
        raise ApiError("There is no payment method to charge this invoice to.", code="resource_missing")
    now = account.now(found["test_clock"])
    decline = billing.pay_invoice(account, found, method, now=now, is_present=False)
    if decline:
        raise decline.error()
    return found


def void(account: Account, _parameters: Parameters, invoice: str) -> Json:
    """Void an open invoice."""
    found = account.get(invoices.KIND, invoice)
    invoicing.must_be_open(found)
    return invoicing.void(account, found, account.now(found["test_clock"]))


def _method(account: Account, parameters: PayInvoice, invoice: Json) -> Json | None:
    if given := parameters.payment_method:
        return payment_methods.of_customer(account, given, invoice["customer"], "payment_method")
    subscription = invoices.subscription_of(invoice)
    if not subscription:
        return None
    return billing.method_of(account, account.get(subscriptions.KIND, subscription))


OPERATIONS = (
    Operation("POST", "/v1/invoices/{invoice}/pay", PayInvoice, pay),
    Operation("POST", "/v1/invoices/{invoice}/void", Parameters, void),
)
