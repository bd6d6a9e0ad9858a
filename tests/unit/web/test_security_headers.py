"""What every answer tells browsers not to do."""

import os
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from webdev_certs.web.content_policy import script_hashes
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


def visitor(pages: Path, origin: str = LOCAL, stripe: bool = False) -> httpx.AsyncClient:
    async def answer(request) -> Response:
        if request.url.query == "unchanged":
            return Response(status_code=304)
        # What a page shows is none of its policy's business, whoever has put a script there.
        return HTMLResponse("<script>injected()</script>")

    async def data(_request) -> Response:
        return JSONResponse({})

    async def own(_request) -> Response:
        return HTMLResponse("", headers={"Content-Security-Policy": "sandbox", "Referrer-Policy": "origin"})

    routes = [Route("/api/data", data), Route("/own", own), Route("/{path:path}", answer)]
    app = SecurityHeaders(Starlette(routes=routes), origin=origin, pages=pages, stripe=stripe)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")


async def policy(client: httpx.AsyncClient, path: str = "/") -> dict[str, list[str]]:
    """The directives of the answer's policy, each of which stands there once."""
    text = (await client.get(path)).headers["content-security-policy"]
    directives = [directive.split() for directive in text.split("; ")]
    assert len({name for name, *_ in directives}) == len(directives)
    return {name: sources for name, *sources in directives}


async def test_every_answer_has_them(pages: Path):
    async with visitor(pages) as client:
        for path in ("/", "/auth/login/", "/nothing", "/api/data"):
            headers = (await client.get(path)).headers
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "strict-origin-when-cross-origin"
            assert headers["cross-origin-opener-policy"] == "same-origin"
            assert "camera=()" in headers["permissions-policy"]
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
async def test_a_page_may_run_the_scripts_it_was_built_with_and_no_others(pages: Path, path: str, file: str):
    async with visitor(pages) as client:
        assert (await policy(client, path))["script-src"] == ["'self'", LOCAL, *script_hashes(file)]


async def test_a_page_that_has_not_changed_keeps_its_policy(pages: Path):
    """Browsers put the headers of a 304 in place of those they have kept."""
    async with visitor(pages) as client:
        answer = await client.get("/auth/login?unchanged")
        assert answer.status_code == 304
        assert (
            answer.headers["content-security-policy"]
            == (await client.get("/auth/login")).headers["content-security-policy"]
        )


async def test_nothing_unsafe_is_allowed_but_styles(pages: Path):
    async with visitor(pages) as client:
        directives = await policy(client)
    unsafe = {name for name, sources in directives.items() if any("unsafe" in s for s in sources)}
    assert unsafe == {"style-src"}
    assert directives["default-src"] == ["'none'"]
    assert not any("*" in source for sources in directives.values() for source in sources)


async def test_a_new_build_counts_at_once(pages: Path):
    async with visitor(pages) as client:
        before = await policy(client)
        (pages / "index.html").write_text(SHELL)
        os.utime(pages / "index.html", ns=(1, 1))
        assert (await policy(client))["script-src"] == ["'self'", LOCAL, *script_hashes(SHELL)]
        assert before["script-src"] == ["'self'", LOCAL, *script_hashes(HOME)]


async def test_without_a_build_nothing_fails(tmp_path: Path):
    async with visitor(tmp_path / "missing") as client:
        assert (await policy(client))["script-src"] == ["'self'", LOCAL]


@pytest.mark.parametrize(
    ("origin", "connect"),
    [
        (LOCAL, ["'self'", LOCAL, "ws://localhost:8000"]),
        (PUBLIC, ["'self'", PUBLIC, "wss://certs.example"]),
    ],
)
async def test_pages_speak_to_our_origin_alone(pages: Path, origin: str, connect: list[str]):
    async with visitor(pages, origin) as client:
        assert (await policy(client))["connect-src"] == connect


async def test_behind_tls_it_stays_there(pages: Path):
    async with visitor(pages, PUBLIC) as client:
        response = await client.get("/")
        assert response.headers["strict-transport-security"] == "max-age=31536000"
        assert (await policy(client))["upgrade-insecure-requests"] == []


async def test_stripe_may_be_loaded_where_it_is_used(pages: Path):
    async with visitor(pages) as client:
        assert not any("stripe" in source for s in (await policy(client)).values() for source in s)
        assert (await policy(client))["frame-src"] == ["'none'"]
    async with visitor(pages, stripe=True) as client:
        directives = await policy(client)
        for name in ("script-src", "frame-src"):
            assert {"https://js.stripe.com", "https://*.js.stripe.com"} <= set(directives[name])
        assert "https://api.stripe.com" in directives["connect-src"]
        assert "js.stripe.com" in (await client.get("/")).headers["permissions-policy"]


async def test_what_is_no_page_can_do_nothing(pages: Path):
    async with visitor(pages) as client:
        directives = await policy(client, "/api/data")
    assert "script-src" not in directives
    assert directives["default-src"] == ["'none'"]


async def test_what_an_answer_says_itself_stays(pages: Path):
    async with visitor(pages) as client:
        response = await client.get("/own")
    assert response.headers["content-security-policy"] == "sandbox"
    assert response.headers["referrer-policy"] == "origin"
    assert response.headers["x-content-type-options"] == "nosniff"
