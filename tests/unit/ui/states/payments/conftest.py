"""A tab with the API and the Stripe sandbox, behind a proxy that can fail."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.payments.conftest import clock, provider, provider_port, settings
from tests.api.payments.provider import Provider
from tests.factories import Account
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.buyer import ORIGIN, Buyer
from webdev_certs.settings import get_settings

__all__ = ["clock", "provider", "provider_port", "settings"]


@pytest.fixture(autouse=True)
def own_origin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Give the UI tier the origin that the API accepts."""
    monkeypatch.setenv("PUBLIC_URL", ORIGIN)
    monkeypatch.setenv("SANDBOX", "false")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def buyer(own_tab: Tab, api: httpx.AsyncClient, provider: Provider, account: Account) -> Buyer:
    """A signed-in user on the payment page who has not paid for anything."""
    buyer = Buyer(own_tab, api, provider, account)
    buyer.open("/payment")
    return buyer
