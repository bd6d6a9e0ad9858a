"""A tab in front of a fake of the API, or of the product's own."""

import pytest

from tests.api.conftest import account, api, api_app, bank, plain_settings, resources, settings
from tests.factories import Account
from tests.fake_api import FakeApi
from tests.unit.ui.client.conftest import line, wire
from tests.unit.ui.client.wire import Line
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import ACCOUNT

__all__ = ["account", "api", "api_app", "bank", "line", "plain_settings", "resources", "settings", "wire"]


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
    visitor.sign_in(ACCOUNT)
    return visitor


@pytest.fixture
def tab(line: Line) -> Tab:
    """A tab in front of the product's own API, in which nobody has signed in."""
    return Tab()


@pytest.fixture
def own_tab(tab: Tab, account: Account) -> Tab:
    """A tab in which the account's owner has signed in."""
    tab.sign_in(account)
    return tab
