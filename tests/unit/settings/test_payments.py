"""Which Stripe keys a process accepts."""

from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from webdev_certs.server.gateways.access_token_key import SigningKey
from webdev_certs.settings import Settings

LIVE = {"stripe_publishable_key": "pk_live_1", "stripe_secret_key": SecretStr("sk_live_hunter2")}
TEST = {"stripe_publishable_key": "pk_test_1", "stripe_secret_key": SecretStr("sk_test_hunter2")}
RESTRICTED = LIVE | {"stripe_secret_key": SecretStr("rk_live_hunter2")}
WEBHOOKS: dict[str, Any] = {"stripe_webhook_secret": SecretStr("whsec_hunter2")}
PRODUCTION: dict[str, Any] = {
    "environment": "production",
    "public_url": "https://certs.example",
    "signing_key": SecretStr(SigningKey.generate().pem()),
    "smtp_host": "mail.example",
}


def settings(**values: Any) -> Settings:
    """Return settings that ignore any `.env` file."""
    return Settings(_env_file=None, **values)  # pyright: ignore[reportCallIssue]


def refused(**values: Any) -> str:
    """Return the error for invalid settings, which never contains a key."""
    with pytest.raises(ValidationError) as refusal:
        settings(**values)
    message = str(refusal.value)
    assert "hunter2" not in message
    return message


@pytest.mark.parametrize("keys", [{}, LIVE, RESTRICTED, TEST])
def test_development_accepts_any_pair_of_keys(keys: dict[str, Any]):
    assert settings(**keys).takes_payments is bool(keys)


@pytest.mark.parametrize("keys", [LIVE, RESTRICTED])
def test_production_accepts_live_keys(keys: dict[str, Any]):
    assert settings(**PRODUCTION, **keys, **WEBHOOKS).takes_payments


@pytest.mark.parametrize("environment", [{}, PRODUCTION | WEBHOOKS | {"stripe_test_mode": True}])
@pytest.mark.parametrize("secret", ["sk", "rk"])
def test_keys_of_different_modes_are_refused(environment: dict[str, Any], secret: str):
    for publishable, other in (("live", "test"), ("test", "live")):
        keys = {
            "stripe_publishable_key": f"pk_{publishable}_1",
            "stripe_secret_key": SecretStr(f"{secret}_{other}_hunter2"),
        }
        assert "STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY" in refused(**environment, **keys)


@pytest.mark.parametrize("key", ["sk_live_hunter2", "rk_test_hunter2", "whsec_hunter2", "hunter2"])
def test_only_a_publishable_key_is_accepted_for_browsers(key: str):
    assert "STRIPE_PUBLISHABLE_KEY" in refused(**LIVE | {"stripe_publishable_key": key})


@pytest.mark.parametrize("key", ["pk_live_hunter2", "whsec_hunter2", "hunter2"])
def test_only_a_secret_key_is_accepted_as_secret_key(key: str):
    assert "STRIPE_SECRET_KEY" in refused(**LIVE | {"stripe_secret_key": SecretStr(key)})


def test_production_refuses_test_keys_unless_they_are_allowed():
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **TEST, **WEBHOOKS)
    only_published = {"stripe_publishable_key": "pk_test_1", "api_url": "https://api.certs.example"}
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **only_published)
    assert settings(**PRODUCTION, **TEST, **WEBHOOKS, stripe_test_mode=True).takes_payments


def test_production_requires_a_webhook_secret():
    """Otherwise a user who does not return from Stripe would get access late."""
    assert "STRIPE_WEBHOOK_SECRET" in refused(**PRODUCTION, **LIVE)
    assert not settings(**PRODUCTION).takes_payments


def test_prices_are_set_as_json(monkeypatch: pytest.MonkeyPatch):
    assert settings().stripe_prices == {}
    monkeypatch.setenv("STRIPE_PRICES", '{"lifetime": "price_1", "monthly": "price_2"}')
    assert settings().stripe_prices == {"lifetime": "price_1", "monthly": "price_2"}


@pytest.mark.parametrize("prices", [{"lifetime": "prod_1"}, {"lifetime": ""}])
def test_an_invalid_price_setting_is_refused(prices: dict[str, str]):
    """Otherwise a typo would silently remove a plan from sale."""
    assert "STRIPE_PRICES" in refused(stripe_prices=prices)
