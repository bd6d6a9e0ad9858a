"""The plans on offer."""

from webdev_certs.schemas.payments import Plan
from webdev_certs.server.services.payments.context import PaymentContext, provider_errors_as
from webdev_certs.shared.translation import N_

_UNAVAILABLE = N_("We can’t show the plans right now. Try again in a minute.")


async def list_plans(context: PaymentContext) -> list[Plan]:
    """Return the plans on offer, with Stripe's prices.

    Raises:
        Unavailable: `plans_unavailable` or `payments_not_configured`.
    """
    with provider_errors_as("plans_unavailable", _UNAVAILABLE):
        prices = await context.plans.all(context.provider)
    return [Plan.model_validate(price, from_attributes=True) for price in prices]
