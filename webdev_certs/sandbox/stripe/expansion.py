"""`expand[]` replaces ids with their objects: https://docs.stripe.com/api/expanding_objects."""

from collections.abc import Callable
from typing import Any

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json

_DEEPEST = 4

_REFERENCES = {
    "charge": "charge",
    "customer": "customer",
    "default_payment_method": "payment_method",
    "default_price": "price",
    "invoice": "invoice",
    "latest_charge": "charge",
    "latest_invoice": "invoice",
    "payment_intent": "payment_intent",
    "payment_method": "payment_method",
    "product": "product",
    "subscription": "subscription",
    "test_clock": "test_helpers.test_clock",
}
"""Fields that hold an id, with the kind of object that has it."""


def _line_items(_account: Account, checkout_session: Json) -> Json:
    return lists.whole(
        checkout_session["_line_items"], f"/v1/checkout/sessions/{checkout_session['id']}/line_items"
    )


def _payments(account: Account, invoice: Json) -> Json:
    found = account.store.find("invoice_payment", invoice=invoice["id"])
    return lists.whole(found, f"/v1/invoice_payments?invoice={invoice['id']}")


def _subscriptions(account: Account, customer: Json) -> Json:
    found = account.store.find("subscription", customer=customer["id"])
    current = [item for item in found if item["status"] != "canceled"]
    return lists.whole(current, f"/v1/customers/{customer['id']}/subscriptions")


def _refunds(account: Account, charge: Json) -> Json:
    found = account.store.find("refund", charge=charge["id"])
    return lists.whole(found, f"/v1/charges/{charge['id']}/refunds")


_INCLUDED: dict[tuple[str, str], Callable[[Account, Json], Json]] = {
    ("checkout.session", "line_items"): _line_items,
    ("invoice", "payments"): _payments,
    ("customer", "subscriptions"): _subscriptions,
    ("charge", "refunds"): _refunds,
}
"""Lists that are included only on request."""


def expand(account: Account, answer: Json, paths: list[str]) -> Json:
    """Replace ids in the answer with their objects.

    Args:
        account: The account with the objects.
        answer: The answer to send; changed in place.
        paths: What to expand, e.g. `latest_invoice.payments`, or `data.customer` in a list.

    Raises:
        ApiError: A path names nothing that can be expanded, or is too deep.
    """
    for path in paths:
        parts = path.split(".")
        if len(parts) > _DEEPEST + (parts[0] == "data"):
            raise ApiError(f"You cannot expand more than {_DEEPEST} levels of a property (expand: {path}).")
        _expand(account, answer, parts, path)
    return answer


def _expand(account: Account, holder: Any, parts: list[str], path: str) -> None:
    if isinstance(holder, list):
        for inner in holder:
            _expand(account, inner, parts, path)
        return
    if not parts or holder is None:
        return
    name, rest = parts[0], parts[1:]
    include = _INCLUDED.get((holder.get("object", ""), name))
    value = holder.get(name)
    if include and value is None:
        holder[name] = include(account, holder)
    elif isinstance(value, str) and name in _REFERENCES:
        # A deleted object stays in the store as `{"deleted": true}`, which is shown.
        holder[name] = account.store.get(_REFERENCES[name], value) or value
    elif name not in holder or not (name in _REFERENCES or (rest and isinstance(value, dict | list))):
        raise ApiError(f"This property cannot be expanded ({path}).", param="expand")
    _expand(account, holder[name], rest, path)
