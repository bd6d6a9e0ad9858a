"""The payment provider that the settings name."""

from webdev_certs.server.gateways.stripe.payments import StripePayments
from webdev_certs.settings import Settings


def configured_provider(settings: Settings) -> StripePayments | None:
    """Return Stripe with the keys of the settings, or None without keys."""
    if settings.stripe_secret_key is None or not settings.takes_payments:
        return None
    return StripePayments(
        settings.stripe_secret_key.get_secret_value(),
        settings.stripe_webhook_secret.get_secret_value(),
        base_address=settings.stripe_api_base,
        prices=settings.stripe_prices,
        timeout_seconds=settings.stripe_timeout_seconds,
    )
