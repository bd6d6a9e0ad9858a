"""Which settings the built pages contain."""

from webdev_certs.settings.settings import Settings
from webdev_certs.settings.stripe_keys import is_test_key


def has_test_payments(settings: Settings) -> bool:
    """Whether no real money is charged: the keys are Stripe's test keys, or its sandbox stands in."""
    key = settings.stripe_publishable_key
    return is_test_key(key) if key else settings.has_sandboxes


def settings_in_pages(settings: Settings) -> dict[str, str | int]:
    """Return the settings that the built pages contain: name → value. No other needs a new build."""
    return {
        # The URL of the WebSocket and of the link previews' image.
        "origin": settings.origin,
        # Whether the pages that exist only in development are built.
        "environment": settings.environment,
        # The keys of local storage for social sign-in, and whether its buttons are there.
        "social_url": settings.social_url,
        "retake_days": settings.retake_days,
        "certificate_years": settings.certificate_years,
        "payment_grace_days": settings.payment_grace_days,
        **{f"operator_{name}": value for name, value in settings.operator.model_dump().items()},
        "has_contact_form": bool(settings.contact_email),
        # Whether there is room for the notice about them.
        "has_test_payments": has_test_payments(settings),
    }
