"""The plans on offer, and how they are paid for."""

from webdev_certs.schemas.payments import PaymentConfig, Plan
from webdev_certs.server.services.payments.provider import provider_errors_as
from webdev_certs.server.services.shared.context import Context, payments_not_configured
from webdev_certs.settings.stripe_keys import is_test_key
from webdev_certs.shared.translation import N_

_UNAVAILABLE = N_("We can’t show the plans right now. Try again in a minute.")


async def list_plans(context: Context) -> list[Plan]:
    """Return the plans on offer, with Stripe's prices.

    Raises:
        Unavailable: `plans_unavailable` or `payments_not_configured`.
    """
    with provider_errors_as("plans_unavailable", _UNAVAILABLE):
        prices = await context.plans.all(context.provider)
    return [Plan.model_validate(price, from_attributes=True) for price in prices]


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
