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


async def test_the_offline_page_runs_its_own_script_and_the_worker_is_allowed(pages: Path):
    offline = "<script>look()</script>"
    (pages / "de" / "offline").mkdir(parents=True)
    (pages / "de" / "offline" / "index.html").write_text(offline)
    async with visitor(pages) as client:
        directives = await policy(client, "/de/offline/")
    assert script_hashes(offline)[0] in directives["script-src"]
    assert directives["worker-src"] == ["'self'"]


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
        page, again, script = [
            await client.get(path)
            for path in ("/auth/login", "/auth/login?unchanged", "/assets/shared-0000.js?unchanged")
        ]
    assert again.status_code == script.status_code == 304
    assert again.headers["content-security-policy"] == page.headers["content-security-policy"]
    assert not {"content-security-policy", "permissions-policy"} & set(script.headers)


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
    ("origin", "websocket", "hsts", "upgrade"),
    [
        (LOCAL, "ws://localhost:8000", None, None),
        (PUBLIC, "wss://certs.example", "max-age=31536000", []),
    ],
)
async def test_pages_connect_only_to_the_products_origin_and_over_https_if_it_has_it(
    pages: Path, origin: str, websocket: str, hsts: str | None, upgrade: list[str] | None
):
    async with visitor(pages, origin) as client:
        directives = await policy(client)
        assert directives["connect-src"] == ["'self'", origin, websocket]
        assert directives.get("upgrade-insecure-requests") == upgrade
        assert (await client.get("/")).headers.get("strict-transport-security") == hsts


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


@pytest.mark.parametrize(
    ("kind", "is_shown"),
    [
        *((kind, False) for kind in ("text/javascript; charset=utf-8", "text/css", "font/woff2")),
        *((kind, True) for kind in ("image/svg+xml", "application/pdf", "text/plain", "application/xml")),
    ],
)
async def test_only_what_a_browser_can_show_has_the_headers_of_documents(
    pages: Path, kind: str, is_shown: bool
):
    async with visitor(pages, PUBLIC) as client:
        headers = (await client.get("/part", params={"type": kind})).headers
    assert {"x-content-type-options", "strict-transport-security"} <= set(headers)
    of_documents = {"content-security-policy", "permissions-policy", "referrer-policy"}
    assert of_documents & set(headers) == (of_documents if is_shown else set())
    assert not is_shown or headers["content-security-policy"].startswith("default-src 'none'")


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
