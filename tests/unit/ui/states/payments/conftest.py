"""A tab in front of the API and of the payment provider: the Stripe sandbox, behind a line that can fail."""

from collections.abc import Iterator

import httpx
import pytest

from tests.api.payments.conftest import clock, provider, provider_port, settings
from tests.api.payments.provider import Provider
from tests.factories import Account
from tests.unit.states.browser import Tab
from tests.unit.states.payments.buyer import ORIGIN, Buyer
from webdev_certs.settings.settings import get_settings

__all__ = ["clock", "provider", "provider_port", "settings"]


@pytest.fixture(autouse=True)
def own_origin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The UI tier is known by the origin that the API knows as its own."""
    monkeypatch.setenv("PUBLIC_URL", ORIGIN)
    monkeypatch.setenv("SANDBOX", "false")
    get_settings.cache_clear()
    yield
    get_settings.cache_clear()


@pytest.fixture
def buyer(own_tab: Tab, api: httpx.AsyncClient, provider: Provider, account: Account) -> Buyer:
    """Somebody who has signed in, has paid for nothing, and looks at the payment page."""
    buyer = Buyer(own_tab, api, provider, account)
    buyer.open("/payment")
    return buyer
