"""The client in front of the product's own API."""

from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from tests.api.conftest import account, api, api_app, bank, resources, settings
from tests.factories import Account
from tests.unit.client.wire import Line, Tokens, Wire
from webdev_certs.client import Api, connect, use_transport

__all__ = ["account", "api", "api_app", "bank", "resources", "settings"]


@pytest.fixture
def wire(api_app: FastAPI) -> Wire:
    return Wire(api_app)


@pytest.fixture
def line(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> Line:
    """The client's way to the API, for this test only."""
    monkeypatch.setattr("webdev_certs.ui.client.sender._server", None)
    line = Line(httpx.ASGITransport(wire, raise_app_exceptions=False))
    use_transport("http://api.test", line)
    return line


@pytest.fixture
def tokens(account: Account) -> Tokens:
    """A browser that has signed in."""
    return Tokens(account.access_token, account.refresh_token)


@pytest.fixture
def client(line: Line, tokens: Tokens) -> Api:
    """The API on behalf of that browser."""
    return connect(tokens, "Browser/1.0")


@pytest.fixture
def anonymous(line: Line) -> Callable[[], Api]:
    """The API on behalf of someone who has not signed in."""
    return lambda: connect(Tokens())
