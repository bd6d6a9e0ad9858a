"""Which keys of Stripe a process starts with."""

from typing import Any

import pytest
from pydantic import SecretStr, ValidationError

from webdev_certs.server.gateways.signing import SigningKey
from webdev_certs.settings.settings import Settings

LIVE = {"stripe_publishable_key": "pk_live_1", "stripe_secret_key": SecretStr("sk_live_hunter2")}
TEST = {"stripe_publishable_key": "pk_test_1", "stripe_secret_key": SecretStr("sk_test_hunter2")}
RESTRICTED = LIVE | {"stripe_secret_key": SecretStr("rk_live_hunter2")}
HEARS: dict[str, Any] = {"stripe_webhook_secret": SecretStr("whsec_hunter2")}
PRODUCTION: dict[str, Any] = {
    "environment": "production",
    "public_url": "https://certs.example",
    "signing_key": SecretStr(SigningKey.generate().pem()),
    "smtp_host": "mail.example",
}


def settings(**values: Any) -> Settings:
    """Settings that no `.env` file changes."""
    return Settings(_env_file=None, **values)  # pyright: ignore[reportCallIssue]


def refused(**values: Any) -> str:
    """What is said of settings that stop the start; never a key itself."""
    with pytest.raises(ValidationError) as refusal:
        settings(**values)
    said = str(refusal.value)
    assert "hunter2" not in said
    return said


@pytest.mark.parametrize("keys", [{}, LIVE, RESTRICTED, TEST])
def test_development_takes_any_pair(keys: dict[str, Any]):
    assert settings(**keys).takes_payments is bool(keys)


@pytest.mark.parametrize("keys", [LIVE, RESTRICTED])
def test_production_takes_live_keys(keys: dict[str, Any]):
    assert settings(**PRODUCTION, **keys, **HEARS).takes_payments


@pytest.mark.parametrize("surroundings", [{}, PRODUCTION | HEARS | {"stripe_test_mode": True}])
@pytest.mark.parametrize("secret", ["sk", "rk"])
def test_keys_of_two_modes_are_no_pair(surroundings: dict[str, Any], secret: str):
    for publishable, other in (("live", "test"), ("test", "live")):
        keys = {
            "stripe_publishable_key": f"pk_{publishable}_1",
            "stripe_secret_key": SecretStr(f"{secret}_{other}_hunter2"),
        }
        assert "STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY" in refused(**surroundings, **keys)


@pytest.mark.parametrize("key", ["sk_live_hunter2", "rk_test_hunter2", "whsec_hunter2", "hunter2"])
def test_browsers_are_given_a_publishable_key_alone(key: str):
    assert "STRIPE_PUBLISHABLE_KEY" in refused(**LIVE | {"stripe_publishable_key": key})


@pytest.mark.parametrize("key", ["pk_live_hunter2", "whsec_hunter2", "hunter2"])
def test_the_secret_key_is_one(key: str):
    assert "STRIPE_SECRET_KEY" in refused(**LIVE | {"stripe_secret_key": SecretStr(key)})


def test_production_takes_no_test_cards_unless_it_is_asked_to():
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **TEST, **HEARS)
    only_published = {"stripe_publishable_key": "pk_test_1", "api_url": "https://api.certs.example"}
    assert "STRIPE_TEST_MODE" in refused(**PRODUCTION, **only_published)
    assert settings(**PRODUCTION, **TEST, **HEARS, stripe_test_mode=True).takes_payments


def test_production_hears_of_payments():
    """Else a learner who does not come back from the pay page gets nothing for their money."""
    assert "STRIPE_WEBHOOK_SECRET" in refused(**PRODUCTION, **LIVE)
    assert not settings(**PRODUCTION).takes_payments


def test_prices_are_named_as_json(monkeypatch: pytest.MonkeyPatch):
    assert settings().stripe_prices == {}
    monkeypatch.setenv("STRIPE_PRICES", '{"lifetime": "price_1", "monthly": "price_2"}')
    assert settings().stripe_prices == {"lifetime": "price_1", "monthly": "price_2"}


@pytest.mark.parametrize("prices", [{"liftime": "price_1"}, {"lifetime": "prod_1"}, {"lifetime": ""}])
def test_a_price_that_nothing_can_be_sold_at_stops_the_start(prices: dict[str, str]):
    """A slip of the pen would otherwise take a plan out of the shop, and nobody would notice."""
    assert "STRIPE_PRICES" in refused(stripe_prices=prices)
