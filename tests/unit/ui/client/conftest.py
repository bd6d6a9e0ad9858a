"""The client in front of the product's own API."""

import httpx
import pytest
from fastapi import FastAPI

from tests.api.conftest import account, api, api_app, bank, plain_settings, resources, settings
from tests.factories import Account
from tests.unit.ui.client.wire import Line, Tokens, Wire
from webdev_certs.ui.client import Api, connect, use_transport

__all__ = ["account", "api", "api_app", "bank", "plain_settings", "resources", "settings"]


@pytest.fixture
def wire(api_app: FastAPI) -> Wire:
    return Wire(api_app)


@pytest.fixture
def line(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Line:
    """Use a transport to the test's API, for this test only."""
    monkeypatch.setattr("webdev_certs.ui.client.sender.current_server", None)
    line = Line(httpx.ASGITransport(wire, raise_app_exceptions=False))
    use_transport("http://api.test", line, refresh_pauses=(0, 0))
    return line


@pytest.fixture
def tokens(account: Account) -> Tokens:
    """Return the tokens of a signed-in browser."""
    return Tokens(account.access_token, account.refresh_token)


@pytest.fixture
def client(line: Line, tokens: Tokens) -> Api:
    """Return the client for the signed-in browser."""
    return connect(tokens, "Browser/1.0")
