"""Check that settings fit together: Stripe's keys (https://docs.stripe.com/keys), and what several workers
share.
"""

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


def check_workers(
    *, database_url: str, has_redis: bool, has_metrics_token: bool, has_sandboxes: bool
) -> None:
    """Refuse settings with which several workers would disagree or get in each other's way.

    Args:
        database_url: As operators write it; empty for SQLite.
        has_redis: Whether `REDIS_URL` is set.
        has_metrics_token: Whether `METRICS_TOKEN` is set.
        has_sandboxes: Whether a provider is replaced by a sandbox inside the process.

    Raises:
        ValueError: The message names the settings, never their values.
    """
    if not database_url.startswith("postgres"):
        raise ValueError(
            "DATABASE_URL must be a PostgreSQL database with more than one worker: SQLite has one writer at "
            "a time, so that workers would wait for each other"
        )
    if not has_redis:
        raise ValueError(
            "REDIS_URL is required with more than one worker: they count the limits together there"
        )
    if has_metrics_token:
        raise ValueError(
            "METRICS_TOKEN reaches any one of several workers: set METRICS_PORT instead, from which on each "
            "has a port of its own"
        )
    if has_sandboxes:
        raise ValueError(
            "With more than one worker each would have sandboxes of its own: run `webdev-certs sandbox` and "
            "set what it prints, or set SANDBOX=false"
        )
