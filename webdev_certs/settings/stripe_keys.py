"""Which keys of the payment provider go together (https://docs.stripe.com/keys)."""

import re

_PUBLISHABLE = re.compile(r"pk_(live|test)_.+")
_SECRET = re.compile(r"[sr]k_(live|test)_.+")


def check_keys(
    publishable: str, secret: str, webhook_secret: str, *, is_production: bool, takes_test_cards: bool
) -> None:
    """Stops a process that would take payments and not notice, or give access for none.

    Args:
        publishable: what browsers are given; empty if there is none, like the others.
        secret: what the API is asked with.
        webhook_secret: what the provider's messages are checked with.
        is_production: whether learners use it.
        takes_test_cards: whether test keys are meant, in production too.

    Raises:
        ValueError: what is wrong, with the settings' names and none of their values.
    """
    modes = {
        _mode("STRIPE_PUBLISHABLE_KEY", publishable, _PUBLISHABLE, "pk_live_… or pk_test_…"),
        _mode("STRIPE_SECRET_KEY", secret, _SECRET, "sk_live_…, sk_test_…, rk_live_… or rk_test_…"),
    } - {""}
    if len(modes) > 1:
        raise ValueError("STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY are of different modes, live and test")
    if is_production and "test" in modes and not takes_test_cards:
        raise ValueError(
            "Stripe's test keys give access for no money: set live ones, or STRIPE_TEST_MODE=true"
        )
    if is_production and secret and not webhook_secret:
        raise ValueError("STRIPE_WEBHOOK_SECRET is required in production: payments are heard of by webhooks")


def _mode(name: str, key: str, form: re.Pattern[str], examples: str) -> str:
    """`live` or `test`; empty without a key."""
    found = form.fullmatch(key)
    if key and not found:
        raise ValueError(f"{name} must be {examples}")
    return found[1] if found else ""
