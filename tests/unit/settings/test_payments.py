"""Which Stripe keys a process accepts."""

from collections.abc import Callable

import pytest
from pydantic import ValidationError

from tests.unit.settings.surroundings import PRODUCTION

LIVE = {"STRIPE_PUBLISHABLE_KEY": "pk_live_1", "STRIPE_SECRET_KEY": "sk_live_hunter2"}
TEST = {"STRIPE_PUBLISHABLE_KEY": "pk_test_1", "STRIPE_SECRET_KEY": "sk_test_hunter2"}
RESTRICTED = LIVE | {"STRIPE_SECRET_KEY": "rk_live_hunter2"}
WEBHOOKS = {"STRIPE_WEBHOOK_SECRET": "whsec_hunter2"}


@pytest.fixture
def refused(read) -> Callable[..., str]:
    """Return a function that reads invalid settings and returns the error, which never contains a key."""

    def refused(**variables: str) -> str:
        with pytest.raises(ValidationError) as refusal:
            read(**variables)
        assert "hunter2" not in str(refusal.value)
        return str(refusal.value)

    return refused


@pytest.mark.parametrize("keys", [{}, LIVE, RESTRICTED, TEST])
def test_development_accepts_any_pair_of_keys(read, keys: dict[str, str]):
    assert read(**keys).takes_payments is bool(keys)


@pytest.mark.parametrize("keys", [LIVE, RESTRICTED])
def test_production_accepts_live_keys(read, keys: dict[str, str]):
    assert read(**PRODUCTION, **keys, **WEBHOOKS).takes_payments


@pytest.mark.parametrize("environment", [{}, PRODUCTION | WEBHOOKS | {"STRIPE_TEST_MODE": "true"}])
@pytest.mark.parametrize("secret", ["sk", "rk"])
def test_keys_of_different_modes_are_refused(refused, environment: dict[str, str], secret: str):
    for publishable, other in (("live", "test"), ("test", "live")):
        keys = {
            "STRIPE_PUBLISHABLE_KEY": f"pk_{publishable}_1",
            "STRIPE_SECRET_KEY": f"{secret}_{other}_hunter2",
        }
        assert "STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY" in refused(**environment, **keys)


@pytest.mark.parametrize("key", ["sk_live_hunter2", "rk_test_hunter2", "whsec_hunter2", "hunter2"])
def test_only_a_publishable_key_is_accepted_for_browsers(refused, key: str):
    assert "STRIPE_PUBLISHABLE_KEY" in refused(**LIVE | {"STRIPE_PUBLISHABLE_KEY": key})


@pytest.mark.parametrize("key", ["pk_live_hunter2", "whsec_hunter2", "hunter2"])
def test_only_a_secret_key_is_accepted_as_secret_key(refused, key: str):
    assert "STRIPE_SECRET_KEY" in refused(**LIVE | {"STRIPE_SECRET_KEY": key})


def test_production_refuses_test_keys_unless_they_are_allowed(read, refused):
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **TEST, **WEBHOOKS)
    only_published = {"STRIPE_PUBLISHABLE_KEY": "pk_test_1", "API_URL": "https://api.certs.example"}
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **only_published)
    assert read(**PRODUCTION, **TEST, **WEBHOOKS, STRIPE_TEST_MODE="true").takes_payments


def test_production_requires_a_webhook_secret(read, refused):
    """Otherwise a user who does not return from Stripe would get access late."""
    assert not read(**PRODUCTION).takes_payments
    assert "STRIPE_WEBHOOK_SECRET" in refused(**PRODUCTION, **LIVE)


def test_prices_are_set_as_json(read):
    assert read().stripe_prices == {}
    prices = read(STRIPE_PRICES='{"lifetime": "price_1", "monthly": "price_2"}').stripe_prices
    assert prices == {"lifetime": "price_1", "monthly": "price_2"}


@pytest.mark.parametrize("price", ["prod_1", ""])
def test_an_invalid_price_setting_is_refused(refused, price: str):
    """Otherwise a typo would silently remove a plan from sale."""
    assert "STRIPE_PRICES" in refused(STRIPE_PRICES=f'{{"lifetime": "{price}"}}')
