"""The lines of an invoice: https://docs.stripe.com/api/invoice-line-item."""

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import Json
from webdev_certs.sandbox.stripe.pages.layout import money


def of_period(account: Account, subscription: Json) -> list[Json]:
    """Return the lines for a subscription's current period."""
    return [_of_item(account, subscription, item) for item in subscription["items"]["data"]]


def of_purchase(account: Account, checkout_session: Json, now: int) -> list[Json]:
    """Return the lines for a one-time purchase in a checkout session."""
    return [
        {
            **_line(account, item["price"], item["quantity"], item["description"]),
            "parent": {
                "invoice_item_details": {
                    "invoice_item": account.new_id("ii"),
                    "proration": False,
                    "proration_details": None,
                    "subscription": None,
                },
                "subscription_item_details": None,
                "type": "invoice_item_details",
            },
            "period": {"end": now, "start": now},
        }
        for item in checkout_session["_line_items"]
    ]


def _of_item(account: Account, subscription: Json, item: Json) -> Json:
    price, quantity = item["price"], item["quantity"]
    name = account.get("product", price["product"])["name"]
    each = f"{money(price['unit_amount'], price['currency'])} / {price['recurring']['interval']}"
    return {
        **_line(account, price, quantity, f"{quantity} × {name} (at {each})"),
        "metadata": subscription["metadata"],
        "parent": {
            "invoice_item_details": None,
            "subscription_item_details": {
                "invoice_item": None,
                "proration": False,
                "proration_details": None,
                "subscription": subscription["id"],
                "subscription_item": item["id"],
            },
            "type": "subscription_item_details",
        },
        "period": {"end": item["current_period_end"], "start": item["current_period_start"]},
        "subscription": subscription["id"],
    }


def _line(account: Account, price: Json, quantity: int, description: str) -> Json:
    amount = price["unit_amount"] * quantity
    return {
        "id": account.new_id("il"),
        "object": "line_item",
        "amount": amount,
        "currency": price["currency"],
        "description": description,
        "discount_amounts": [],
        "discountable": True,
        "discounts": [],
        "livemode": False,
        "metadata": {},
        "pretax_credit_amounts": [],
        "pricing": {
            "price_details": {"price": price["id"], "product": price["product"]},
            "type": "price_details",
            "unit_amount_decimal": price["unit_amount_decimal"],
        },
        "quantity": quantity,
        "quantity_decimal": str(quantity),
        "subscription": None,
        "subtotal": amount,
        "taxes": [],
    }
