"""A tab in front of a fake of the API, or of the product's own."""

from uuid import UUID

import pytest

from tests.api.conftest import account, api, api_app, bank, plain_settings, resources
from tests.api.conftest import settings as api_settings
from tests.factories import Account
from tests.fake_api import FakeApi
from tests.unit.ui.client.conftest import line, wire
from tests.unit.ui.client.wire import Line
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import USER
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.services.payments import entitlements
from webdev_certs.settings import Settings

__all__ = ["account", "api", "api_app", "api_settings", "bank", "line", "plain_settings", "resources", "wire"]


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> FakeApi:
    """What answers the calls of the tabs `visitor` and `learner`."""
    api = FakeApi()
    monkeypatch.setattr("webdev_certs.ui.states.session.session.connect", api.connect)
    return api


@pytest.fixture
def visitor(fake: FakeApi) -> Tab:
    """A tab in front of the fake, in which nobody has signed in."""
    return Tab()


@pytest.fixture
def learner(visitor: Tab) -> Tab:
    """A tab in front of the fake, in which `records.USER` has signed in."""
    visitor.sign_in(Account(USER.model_dump(), "access", "refresh", ""))
    return visitor


@pytest.fixture
def settings(api_settings: Settings) -> Settings:
    """Login sessions and tokens that outlast every move of the clock."""
    days = 365 * 10
    return api_settings.model_copy(
        update={"access_token_minutes": days * 24 * 60, "refresh_token_days": days}
    )


@pytest.fixture
def tab(line: Line) -> Tab:
    """A tab in front of the product's own API, in which nobody has signed in."""
    return Tab()


@pytest.fixture
def own_tab(tab: Tab, account: Account) -> Tab:
    """A tab in which the account's owner has signed in."""
    tab.sign_in(account)
    return tab


@pytest.fixture
async def paid(account: Account, resources: Resources) -> Account:
    """The account, with paid access."""
    async with resources.database.transaction() as db:
        await entitlements.grant(db, UUID(account.user["id"]), "granted", resources.clock())
    return account
