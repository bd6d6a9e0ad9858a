"""Prices: https://docs.stripe.com/api/prices."""

from typing import Annotated, Literal

from pydantic import Field

from webdev_certs.sandbox.stripe import lists
from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.errors import ApiError, Json
from webdev_certs.sandbox.stripe.operations import Operation
from webdev_certs.sandbox.stripe.parameters import (
    Clearable,
    Currency,
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
from webdev_certs.sandbox.stripe.resources import products

_UNUSED = dict.fromkeys(("custom_unit_amount", "tiers_mode", "transform_quantity"))

Amount = Annotated[Integer, Field(ge=0, le=99_999_999)]


class Recurring(Group):
    interval: Literal["day", "week", "month", "year"]
    interval_count: Annotated[Integer, Field(ge=1, le=1095)] = 1
    usage_type: Literal["licensed"] = "licensed"


class ProductData(Group):
    metadata: Metadata | None = None
    name: Text


class UpdatePrice(Parameters):
    active: Flag | None = None
    lookup_key: Clearable | None = None
    metadata: Metadata | None = None
    nickname: Clearable | None = None
    tax_behavior: Literal["exclusive", "inclusive", "unspecified"] | None = None
    transfer_lookup_key: Flag = False


class CreatePrice(UpdatePrice):
    currency: Currency
    product: Text | None = None
    product_data: ProductData | None = None
    recurring: Recurring | None = None
    unit_amount: Amount


class ListPrices(DatedListParameters):
    active: Flag | None = None
    currency: Currency | None = None
    lookup_keys: Listed[Text] | None = None
    product: Text | None = None
    type: Literal["one_time", "recurring"] | None = None


def create(account: Account, parameters: CreatePrice) -> Json:
    """Create a price of a product; `product_data` creates the product too."""
    price = new(
        account,
        product=_product(account, parameters),
        currency=parameters.currency,
        unit_amount=parameters.unit_amount,
        recurring=parameters.recurring,
    )
    _change(account, price, parameters)
    account.emit("price.created", price)
    return price


def new(
    account: Account, *, product: str, currency: str, unit_amount: int, recurring: Recurring | None
) -> Json:
    """Return a new price without storing it."""
    return {
        **_UNUSED,
        "id": account.new_id("price"),
        "object": "price",
        "active": True,
        "billing_scheme": "per_unit",
        "created": account.now(),
        "currency": currency,
        "livemode": False,
        "lookup_key": None,
        "metadata": {},
        "nickname": None,
        "product": product,
        "recurring": {**recurring.model_dump(), "meter": None, "trial_period_days": None}
        if recurring
        else None,
        "tax_behavior": "unspecified",
        "type": "recurring" if recurring else "one_time",
        "unit_amount": unit_amount,
        "unit_amount_decimal": str(unit_amount),
    }


def update(account: Account, parameters: UpdatePrice, price: str) -> Json:
    """Change the given fields; an amount cannot be changed."""
    found = account.get("price", price)
    _change(account, found, parameters)
    account.emit("price.updated", found)
    return found


def retrieve(account: Account, _parameters: Parameters, price: str) -> Json:
    """Return the price."""
    return account.get("price", price)


def list_all(account: Account, parameters: ListPrices) -> Json:
    """List the prices, newest first."""
    found = account.store.find(
        "price",
        active=parameters.active,
        currency=parameters.currency,
        product=parameters.product,
        type=parameters.type,
    )
    if parameters.lookup_keys is not None:
        found = [price for price in found if price["lookup_key"] in parameters.lookup_keys]
    return lists.page(found, parameters, "/v1/prices")


def _product(account: Account, parameters: CreatePrice) -> str:
    if parameters.product_data and not parameters.product:
        name, metadata = parameters.product_data.name, parameters.product_data.metadata
        return products.create(account, products.CreateProduct(name=name, metadata=metadata))["id"]
    if parameters.product and not parameters.product_data:
        return account.get("product", parameters.product, "product")["id"]
    raise ApiError("You must specify either `product` or `product_data` when creating a price.")


def _change(account: Account, price: Json, parameters: UpdatePrice) -> None:
    if parameters.lookup_key:
        _free_lookup_key(account, price["id"], parameters.lookup_key, transfer=parameters.transfer_lookup_key)
    changes = parameters.model_dump(exclude_none=True, include={"active", "tax_behavior"})
    for name in ("lookup_key", "nickname"):
        value = getattr(parameters, name)
        if value is not None:
            changes[name] = value or None
    account.save(price, **changes, metadata=merged(price["metadata"], parameters.metadata))


def _free_lookup_key(account: Account, price_id: str, key: str, *, transfer: bool) -> None:
    for other in account.store.find("price", lookup_key=key):
        if other["id"] != price_id:
            if not transfer:
                message = f"A price (`{other['id']}`) already uses that lookup key."
                raise ApiError(message, param="lookup_key")
            account.save(other, lookup_key=None)
            account.emit("price.updated", other)


OPERATIONS = (
    Operation("POST", "/v1/prices", CreatePrice, create),
    Operation("GET", "/v1/prices", ListPrices, list_all),
    Operation("GET", "/v1/prices/{price}", Parameters, retrieve),
    Operation("POST", "/v1/prices/{price}", UpdatePrice, update),
)
