"""Whose pages may read the API's answers: asked of the product as it is composed, pages and API together."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import httpx
import pytest
from fastapi import FastAPI
from reflex_base.environment import environment

from webdev_certs import webdev_certs
from webdev_certs.settings.settings import get_settings

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
    """A browser in front of the composition root, with a test's API in it."""
    monkeypatch.setattr(webdev_certs, "_api", lambda: api_app)
    monkeypatch.setattr(webdev_certs, "_sandboxes", lambda: SimpleNamespace(mounts={}))
    # The composition says how the UI tier gets to the API: here that ends with the test.
    monkeypatch.setattr("webdev_certs.ui.client.sender._server", None)
    monkeypatch.setenv(environment.REFLEX_SKIP_COMPILE.name, "true")
    transport = httpx.ASGITransport(webdev_certs.app())
    async with httpx.AsyncClient(transport=transport, base_url=get_settings().origin) as browser:
        yield browser


async def preflight(browser: httpx.AsyncClient, path: str, origin: str) -> httpx.Response:
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    return await browser.options(path, headers={"Origin": origin, **asked})


@pytest.mark.parametrize("origin", FOREIGN)
async def test_foreign_pages_read_and_send_nothing(product: httpx.AsyncClient, origin: str):
    for path in PATHS:
        assert GRANTS not in (await product.get(path, headers={"Origin": origin})).headers
        refused = await preflight(product, path, origin)
        assert refused.status_code == 400
        assert GRANTS not in refused.headers


async def test_our_own_pages_may(product: httpx.AsyncClient):
    for origin in get_settings().allowed_origins:
        for path in PATHS:
            answer, allowed = (
                await product.get(path, headers={"Origin": origin}),
                await preflight(product, path, origin),
            )
            assert answer.headers.get_list(GRANTS) == allowed.headers.get_list(GRANTS) == [origin]
            assert "origin" in answer.headers["vary"].lower()
            assert allowed.status_code == 200


async def test_what_foreign_pages_post_without_asking_signs_nobody_in(product: httpx.AsyncClient):
    """A form of theirs needs no preflight, but has no token either: there is no cookie that could be used."""
    answer = await product.post(
        "/api/auth/logout", content="x", headers={"Origin": FOREIGN[0], "Content-Type": "text/plain"}
    )
    assert answer.status_code == 401
    assert "set-cookie" not in answer.headers
