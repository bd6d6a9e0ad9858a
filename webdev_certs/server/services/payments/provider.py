"""The payment provider that the settings name: its plans, its key for browsers, and its errors."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from webdev_certs.schemas.payments import PaymentConfig, Plan
from webdev_certs.server.domain.errors import Unavailable, UnavailableCode
from webdev_certs.server.domain.payments import in_currency
from webdev_certs.server.gateways.payments import ProviderError
from webdev_certs.server.gateways.stripe.payments import StripePayments
from webdev_certs.server.services.shared.context import Context, payments_not_configured
from webdev_certs.settings import Settings
from webdev_certs.settings.consistency import is_test_key
from webdev_certs.shared.translation import N_, _

log = logging.getLogger(__name__)

_UNAVAILABLE = N_("We can’t show the plans right now. Try again in a minute.")


def configured_provider(settings: Settings) -> StripePayments | None:
    """Return Stripe with the keys of the settings, or None without keys."""
    if settings.stripe_secret_key is None or not settings.takes_payments:
        return None
    return StripePayments(
        settings.stripe_secret_key,
        settings.stripe_webhook_secret,
        base_address=settings.stripe_api_base,
        prices=settings.stripe_prices,
        timeout_seconds=settings.stripe_timeout_seconds,
    )


@contextmanager
def provider_errors_as(code: UnavailableCode, message: str) -> Iterator[None]:
    """Turn errors of the payment provider into one domain error.

    Args:
        code: The code of the domain error.
        message: What the user reads, marked with `N_`.

    Raises:
        Unavailable: `code`, if the block raises a `ProviderError`.
    """
    try:
        yield
    except ProviderError as error:
        log.warning("%s: %s: %s", code, type(error).__name__, error)
        raise Unavailable(code, _(message)) from error


async def list_plans(context: Context, currency: str | None) -> list[Plan]:
    """Return the plans on offer, with Stripe's prices, in a currency if all have a price in it.

    Raises:
        Unavailable: `plans_unavailable` or `payments_not_configured`.
    """
    with provider_errors_as("plans_unavailable", _UNAVAILABLE):
        prices = await context.plans.all(context.provider)
    return [Plan.model_validate(price, from_attributes=True) for price in in_currency(prices, currency)]


def payment_config(context: Context) -> PaymentConfig:
    """Return what a browser needs to open Stripe Checkout.

    Raises:
        Unavailable: `payments_not_configured`.
    """
    settings = context.settings
    if not settings.takes_payments:
        raise payments_not_configured()
    return PaymentConfig(
        publishable_key=settings.stripe_publishable_key,
        script_url=settings.stripe_script_url,
        sandbox=is_test_key(settings.stripe_publishable_key),
    )
