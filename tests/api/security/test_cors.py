"""Which sites' pages may read the API's answers, in the composed product of pages and API."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI

from webdev_certs import webdev_certs
from webdev_certs.settings import get_settings
from webdev_certs.ui.reflex_internals import SKIP_COMPILE

pytestmark = pytest.mark.one_database

FOREIGN = [
    "https://evil.example",
    "https://certs.example",
    "http://localhost:8000.evil.example",
    "http://localhost:9999",
    "null",
]
PATHS = ["/api/health", "/api/profile", "/api/auth/login"]
GRANTS = "access-control-allow-origin"


@pytest.fixture
async def product(api_app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """Return a client of the composed product, with the test's API in it."""
    monkeypatch.setattr(webdev_certs, "product_api", lambda: api_app)
    monkeypatch.setattr(webdev_certs, "product_sandboxes", lambda: SimpleNamespace(mounts={}))
    # The composition chooses the UI tier's transport; undo that after the test.
    monkeypatch.setattr("webdev_certs.ui.client.sender.current_server", None)
    monkeypatch.setenv(SKIP_COMPILE, "true")
    transport = httpx.ASGITransport(webdev_certs.app())
    async with httpx.AsyncClient(transport=transport, base_url=get_settings().origin) as browser:
        yield browser


async def preflight(browser: httpx.AsyncClient, path: str, origin: str) -> httpx.Response:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    return await browser.options(path, headers={"Origin": origin, **asked})


async def test_other_sites_can_neither_read_nor_send(product: httpx.AsyncClient):
    for origin in FOREIGN:
        for path in PATHS:
            assert GRANTS not in (await product.get(path, headers={"Origin": origin})).headers
            refused = await preflight(product, path, origin)
            assert refused.status_code == 400, (origin, path)
            assert GRANTS not in refused.headers


async def test_our_own_pages_can_read_and_send(product: httpx.AsyncClient):
    for origin in get_settings().allowed_origins:
        for path in PATHS:
            answer, allowed = (
                await product.get(path, headers={"Origin": origin}),
                await preflight(product, path, origin),
            )
            assert answer.headers.get_list(GRANTS) == allowed.headers.get_list(GRANTS) == [origin]
            assert "origin" in answer.headers["vary"].lower()
            assert allowed.status_code == 200


async def test_a_form_posted_by_another_site_signs_nobody_in(product: httpx.AsyncClient):
    """A form needs no preflight, but it has no token, because the product sets no cookies."""
    answer = await product.post(
        "/api/auth/logout", content="x", headers={"Origin": FOREIGN[0], "Content-Type": "text/plain"}
    )
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
