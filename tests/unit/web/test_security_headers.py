"""Security headers of pages and of other responses."""

import os
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webdev_certs.shared.content_policy import script_hashes
from webdev_certs.web.security_headers import SecurityHeaders

LOCAL, PUBLIC = "http://localhost:8000", "https://certs.example"
HOME, LOGIN, SHELL = "<script>home()</script>", "<script>login()</script>", "<script>shell()</script>"
VERIFY = "<script>verify()</script>"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "auth" / "login").mkdir(parents=True)
    (tmp_path / "index.html").write_text(HOME)
    (tmp_path / "auth" / "login" / "index.html").write_text(LOGIN)
    (tmp_path / "verify" / "[number]").mkdir(parents=True)
    (tmp_path / "verify" / "[number]" / "index.html").write_text(VERIFY)
    (tmp_path / "404.html").write_text(SHELL)
    return tmp_path


def visitor(
    pages: Path, origin: str = LOCAL, stripe: bool = False, stripe_script: str = ""
) -> httpx.AsyncClient:
    async def answer(request) -> Response:
        if request.url.query == "unchanged":
            return Response(status_code=304)
        # The policy comes from the built file, not from the content of the response.
        return HTMLResponse("<script>injected()</script>")

    async def data(_request) -> Response:
        return JSONResponse({})

    async def part(request) -> Response:
        return Response("", media_type=request.query_params["type"])

    async def own(_request) -> Response:
        return HTMLResponse("", headers={"Content-Security-Policy": "sandbox", "Referrer-Policy": "origin"})

    routes = [
        Route("/api/data", data),
        Route("/part", part),
        Route("/own", own),
        Route("/{path:path}", answer),
    ]
    app = SecurityHeaders(
        Starlette(routes=routes), origin=origin, pages=pages, stripe=stripe, stripe_script=stripe_script
    )
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")


async def policy(client: httpx.AsyncClient, path: str = "/") -> dict[str, list[str]]:
    """Return the directives of the policy of the response, after checking that each occurs once."""
    text = (await client.get(path)).headers["content-security-policy"]
    directives = [directive.split() for directive in text.split("; ")]
    assert len({name for name, *_ in directives}) == len(directives)
    return {name: sources for name, *sources in directives}


async def test_every_document_has_security_headers(pages: Path):
    async with visitor(pages) as client:
        for path in ("/", "/auth/login/", "/nothing", "/api/data"):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "camera=(self)" in headers["permissions-policy"]
            assert "payment=()" in headers["permissions-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert "strict-transport-security" not in headers


@pytest.mark.parametrize(
    ("path", "file"),
    [
        ("/", HOME),
        ("/auth/login", LOGIN),
        ("/auth/login/", LOGIN),
        ("/verify/WDC-1", VERIFY),
        ("/verify/WDC-1/", VERIFY),
        ("/verify/", SHELL),
        ("/verify/WDC-1/more", SHELL),
        ("/auth", SHELL),
        ("/auth/%2e%2e/auth/login", SHELL),
        ("/%2e%2e/%00", SHELL),
    ],
)
async def test_a_page_may_run_only_the_inline_scripts_of_its_built_file(pages: Path, path: str, file: str):
    async with visitor(pages) as client:
        assert (await policy(client, path))["script-src"] == ["'self'", LOCAL, *script_hashes(file)]


async def test_an_unchanged_page_has_the_same_policy(pages: Path):
    """Browsers replace the cached headers with those of a 304."""
    async with visitor(pages) as client:
        answer = await client.get("/auth/login?unchanged")
        assert answer.status_code == 304
        assert (
            answer.headers["content-security-policy"]
            == (await client.get("/auth/login")).headers["content-security-policy"]
        )


async def test_an_unchanged_script_gets_no_headers_of_documents(pages: Path):
    async with visitor(pages) as client:
        response = await client.get("/assets/shared-0000.js?unchanged")
    assert response.status_code == 304
    assert not {"content-security-policy", "permissions-policy"} & set(response.headers)


async def test_only_inline_styles_are_unsafe(pages: Path):
    async with visitor(pages) as client:
        directives = await policy(client)
    unsafe = {name for name, sources in directives.items() if any("unsafe" in s for s in sources)}
    assert unsafe == {"style-src"}
    assert directives["default-src"] == ["'none'"]
    assert not any("*" in source for sources in directives.values() for source in sources)


async def test_a_new_build_changes_the_policy_at_once(pages: Path):
    async with visitor(pages) as client:
        before = await policy(client)
        (pages / "index.html").write_text(SHELL)
        os.utime(pages / "index.html", ns=(1, 1))
        assert (await policy(client))["script-src"] == ["'self'", LOCAL, *script_hashes(SHELL)]
        assert before["script-src"] == ["'self'", LOCAL, *script_hashes(HOME)]


async def test_without_built_pages_the_policy_has_no_hashes(tmp_path: Path):
    async with visitor(tmp_path / "missing") as client:
        assert (await policy(client))["script-src"] == ["'self'", LOCAL]


@pytest.mark.parametrize(
    ("origin", "connect"),
    [
        (LOCAL, ["'self'", LOCAL, "ws://localhost:8000"]),
        (PUBLIC, ["'self'", PUBLIC, "wss://certs.example"]),
    ],
)
async def test_pages_may_connect_only_to_the_products_origin(pages: Path, origin: str, connect: list[str]):
    async with visitor(pages, origin) as client:
        assert (await policy(client))["connect-src"] == connect


async def test_an_https_origin_adds_hsts_and_upgrades_requests(pages: Path):
    async with visitor(pages, PUBLIC) as client:
        response = await client.get("/")
        assert response.headers["strict-transport-security"] == "max-age=31536000"
        assert (await policy(client))["upgrade-insecure-requests"] == []


async def test_stripe_is_allowed_only_where_it_is_used(pages: Path):
    async with visitor(pages) as client:
        assert not any("stripe" in source for s in (await policy(client)).values() for source in s)
        assert (await policy(client))["frame-src"] == ["'none'"]
    async with visitor(pages, stripe=True) as client:
        directives = await policy(client)
        for name in ("script-src", "frame-src"):
            assert {"https://js.stripe.com", "https://*.js.stripe.com"} <= set(directives[name])
        assert "https://api.stripe.com" in directives["connect-src"]
        assert "js.stripe.com" in (await client.get("/")).headers["permissions-policy"]


@pytest.mark.parametrize("kind", ["text/javascript; charset=utf-8", "text/css", "font/woff2"])
async def test_parts_of_pages_have_the_headers_that_concern_them(pages: Path, kind: str):
    async with visitor(pages, PUBLIC) as client:
        headers = (await client.get("/part", params={"type": kind})).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "strict-transport-security" in headers
    assert not {"content-security-policy", "permissions-policy", "referrer-policy"} & set(headers)


@pytest.mark.parametrize("kind", ["image/svg+xml", "application/pdf", "text/plain", "application/xml"])
async def test_what_a_browser_can_show_has_all_headers(pages: Path, kind: str):
    async with visitor(pages) as client:
        headers = (await client.get("/part", params={"type": kind})).headers
    assert {"content-security-policy", "permissions-policy", "referrer-policy"} <= set(headers)
    assert headers["content-security-policy"].startswith("default-src 'none'")


async def test_other_responses_may_load_and_run_nothing(pages: Path):
    async with visitor(pages) as client:
        directives = await policy(client, "/api/data")
    assert "script-src" not in directives
    assert directives["default-src"] == ["'none'"]


async def test_headers_of_the_response_itself_are_kept(pages: Path):
    async with visitor(pages) as client:
        response = await client.get("/own")
    assert response.headers["content-security-policy"] == "sandbox"
    assert response.headers["referrer-policy"] == "origin"
    assert response.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("url", "extra"),
    [
        ("https://js.stripe.com/endive/stripe.js", set()),
        ("https://scripts.example:8443/v3/stripe.js", {"https://scripts.example:8443"}),
    ],
)
async def test_the_origin_of_another_script_of_stripe_is_allowed(pages: Path, url: str, extra: set[str]):
    async with visitor(pages, stripe=True) as client:
        usual = await policy(client)
    async with visitor(pages, stripe=True, stripe_script=url) as client:
        directives = await policy(client)
    for name in ("script-src", "frame-src"):
        assert set(directives[name]) - set(usual[name]) == extra
    async with visitor(pages, stripe_script=url) as client:
        assert not any(source in extra for sources in (await policy(client)).values() for source in sources)
