"""The products and prices that a new sandbox starts with."""

from webdev_certs.sandbox.stripe.account import Account
from webdev_certs.sandbox.stripe.resources import prices, products

_CURRENCY = "eur"
_PLANS = (
    ("lifetime", "WebDev Certs Lifetime", 14_900, None),
    ("monthly", "WebDev Certs Monthly", 1_400, prices.Recurring(interval="month")),
    ("yearly", "WebDev Certs Yearly", 9_900, prices.Recurring(interval="year")),
)
"""Lookup key, product name, price in cents, billing interval."""


def add_plans(account: Account) -> None:
    """Add the three plans, but only once per store, so that a removed price stays removed."""
    if account.store.fact("seeded"):
        return
    for key, name, amount, recurring in _PLANS:
        product = products.create(account, products.CreateProduct(id=f"prod_{key}", name=name))
        parameters = prices.CreatePrice(
            currency=_CURRENCY,
            lookup_key=key,
            product=product["id"],
            recurring=recurring,
            unit_amount=amount,
        )
        price = prices.create(account, parameters)
        account.save(product, default_price=price["id"])
    account.store.set_fact("seeded", "yes")
