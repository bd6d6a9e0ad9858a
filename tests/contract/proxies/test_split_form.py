"""deploy/nginx/webdev-certs-split.conf sends each call to its tier, with the IP address of its user."""

import json
from collections.abc import AsyncIterator, Iterator
from ipaddress import ip_network
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.contract.proxies.proxy import Proxy, nginx, split
from tests.contract.telling import Telling
from tests.ports import free_port
from webdev_certs.shared.translation import LANGUAGES, language_prefix

PREFIXES = [language_prefix(code) for code in LANGUAGES]
STRANGER = "127.0.0.7"
"""An IP address of this machine that is no process of the pages."""


@pytest.fixture
async def pages() -> AsyncIterator[Telling]:
    pages = Telling("pages")
    async with pages.served():
        yield pages


@pytest.fixture
async def api() -> AsyncIterator[Telling]:
    api = Telling("api", ui_tiers=[ip_network("127.0.0.1/32")])
    async with api.served():
        yield api


@pytest.fixture
def door() -> int:
    """Return the port at which the processes of the pages call the API."""
    return free_port()


@pytest.fixture
def proxy(pages: Telling, api: Telling, door: int, tmp_path: Path) -> Iterator[Proxy]:
    here = split(f"127.0.0.1:{pages.port}", f"127.0.0.1:{api.port}", door)
    with nginx("webdev-certs-split.conf", here, tmp_path) as running:
        yield running


async def test_each_call_reaches_its_tier(proxy: Proxy):
    async with httpx.AsyncClient(verify=proxy.trust) as visitor:
        for path, tier in (
            ("/", "pages"),
            ("/de/about", "pages"),
            ("/de/assets/app-1.js", "pages"),
            ("/api/health", "api"),
            ("/api/docs", "api"),
            ("/.well-known/jwks.json", "api"),
            ("/.well-known/did.json", "api"),
        ):
            told = await visitor.get(f"https://localhost:{proxy.port}{path}")
            assert told.json()["name"] == tier, path
    for prefix in PREFIXES:
        url = f"wss://localhost:{proxy.port}{prefix}/_event/?token=secret"
        async with connect(url, ssl=proxy.trust) as socket:
            assert json.loads(await socket.recv())["name"] == "pages", prefix


async def test_only_the_pages_may_name_a_user(proxy: Proxy, door: int):
    named = {"X-Forwarded-For": "203.0.113.9"}
    # As `webdev_certs.ui.client` does.
    async with httpx.AsyncClient(headers=named) as pages:
        told = await pages.get(f"http://127.0.0.1:{door}/api/health")
    assert told.json()["ip"] == "203.0.113.9"

    transport = httpx.AsyncHTTPTransport(local_address=STRANGER)
    async with httpx.AsyncClient(transport=transport, headers=named) as stranger:
        refused = await stranger.get(f"http://127.0.0.1:{door}/api/health")
    assert refused.status_code == 403
    # The public port does not believe a forwarded address either.
    transport = httpx.AsyncHTTPTransport(local_address=STRANGER, verify=proxy.trust)
    async with httpx.AsyncClient(transport=transport, headers=named) as stranger:
        told = await stranger.get(f"https://localhost:{proxy.port}/api/health")
    assert told.json()["ip"] == STRANGER
