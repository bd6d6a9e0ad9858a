"""Check Stripe's keys (https://docs.stripe.com/keys)."""

import re

_PUBLISHABLE = re.compile(r"pk_(live|test)_.+")
_SECRET = re.compile(r"[sr]k_(live|test)_.+")


def check_keys(
    publishable: str, secret: str, webhook_secret: str, *, is_production: bool, takes_test_cards: bool
) -> None:
    """Refuse keys with which the product would miss payments or give access without payment.

    Args:
        publishable: The key that browsers get; empty if it is not set, like the other keys.
        secret: The key for calls to Stripe's API.
        webhook_secret: The key that signs webhooks.
        is_production: Whether this is a production environment.
        takes_test_cards: Whether test keys are allowed in production.

    Raises:
        ValueError: The message names the settings, never their values.
    """
    modes = {
        _mode("STRIPE_PUBLISHABLE_KEY", publishable, _PUBLISHABLE, "pk_live_… or pk_test_…"),
        _mode("STRIPE_SECRET_KEY", secret, _SECRET, "sk_live_…, sk_test_…, rk_live_… or rk_test_…"),
    } - {""}
    if len(modes) > 1:
        raise ValueError("STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY have different modes, live and test")
    if is_production and "test" in modes and not takes_test_cards:
        raise ValueError(
            "Stripe's test keys give access without payment: set live keys, or STRIPE_TEST_MODE=true"
        )
    if is_production and secret and not webhook_secret:
        raise ValueError("STRIPE_WEBHOOK_SECRET is required in production: without it no webhook is accepted")


def is_test_key(publishable: str) -> bool:
    """Return whether payments with this publishable key charge no real money."""
    found = _PUBLISHABLE.fullmatch(publishable)
    return found is not None and found[1] == "test"


def _mode(name: str, key: str, form: re.Pattern[str], examples: str) -> str:
    """Return `live` or `test`; empty without a key."""
    found = form.fullmatch(key)
    if key and not found:
        raise ValueError(f"{name} must be {examples}")
    return found[1] if found else ""
