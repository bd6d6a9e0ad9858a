"""Products and prices, which the API only reads: https://docs.stripe.com/api/prices."""

from typing import Literal

from webdev_certs.sandbox.stripe.account import Account, new_id
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import (
    Flag,
    Listed,
    ListParameters,
    Operation,
    Text,
    page,
    retrieval,
)

Interval = Literal["month", "year"]

_PATH = "/v1/prices"
_SEEDED = "seeded"


class ListPrices(ListParameters):
    active: Flag | None = None
    lookup_keys: Listed[Text] | None = None


def add_plans(account: Account) -> None:
    """Add the three plans to a new store."""
    if account.store.fact(_SEEDED):
        return
    add_price(account, "WebDev Certs Pro Lifetime", 24_900, lookup_key="lifetime", euros=22_900)
    add_price(account, "WebDev Certs Pro Monthly", 1_400, interval="month", lookup_key="monthly", euros=1_300)
    add_price(account, "WebDev Certs Pro Yearly", 9_900, interval="year", lookup_key="yearly", euros=8_900)
    account.store.set_fact(_SEEDED, "yes")


def add_price(
    account: Account,
    name: str,
    unit_amount: int,
    *,
    interval: Interval | None = None,
    currency: str = "usd",
    lookup_key: str | None = None,
    euros: int | None = None,
) -> Json:
    """Store a product with a price, and return the price.

    Args:
        account: The account.
        name: The name of the product.
        unit_amount: The price in the currency's smallest unit.
        interval: How often a subscription is paid; None for a one-time price.
        currency: The currency.
        lookup_key: The key by which the product finds the price.
        euros: The price in euro cents, if it can also be paid in euros.
    """
    amounts = {currency: unit_amount} | ({"eur": euros} if euros else {})
    common = {"active": True, "created": account.now(), "livemode": False, "metadata": {}}
    product = account.save({**common, "id": new_id("prod"), "object": "product", "name": name})
    return account.save(
        {
            **common,
            "id": new_id("price"),
            "object": "price",
            "currency": currency,
            "lookup_key": lookup_key,
            "product": product["id"],
            "recurring": {"interval": interval, "interval_count": 1, "usage_type": "licensed"}
            if interval
            else None,
            "type": "recurring" if interval else "one_time",
            "unit_amount": unit_amount,
            "_currency_options": {name: {"unit_amount": amount} for name, amount in amounts.items()},
        }
    )


def in_currency(price: Json, currency: str | None) -> Json:
    """Return the price as it is paid in a currency; by default its own.

    Raises:
        ApiError: It cannot be paid in this currency.
    """
    currency = currency or price["currency"]
    option = price["_currency_options"].get(currency)
    if option is None:
        message = f"The price specified only supports `{'`, `'.join(price['_currency_options'])}`."
        raise ApiError(f"{message} This doesn't match the expected currency: `{currency}`.", param="currency")
    return {**price, "currency": currency, "unit_amount": option["unit_amount"]}


def list_prices(account: Account, parameters: ListPrices) -> Json:
    """List the prices, newest first."""
    active = {} if parameters.active is None else {"active": parameters.active}
    keys = parameters.lookup_keys
    found = account.store.find("price", **active)
    return page([price for price in found if keys is None or price["lookup_key"] in keys], parameters, _PATH)


def money(amount: int, currency: str) -> str:
    """Format an amount, given in the currency's smallest unit."""
    symbols = {"eur": "€", "usd": "$", "gbp": "£"}
    number = f"{amount / 100:,.2f}"
    return f"{symbols[currency]}{number}" if currency in symbols else f"{number} {currency.upper()}"


OPERATIONS = (Operation("GET", _PATH, ListPrices, list_prices), retrieval(_PATH, "price"))
