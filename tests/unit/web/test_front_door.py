"""Paths, redirects and cache rules of the front door."""

import httpx
import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.unit.web.conftest import DYNAMIC, HTML, PAGES
from webdev_certs.ui.pages import routes
from webdev_certs.web.front_door import FrontDoor, document_finder

IMMUTABLE = "public, max-age=31536000, immutable"
_VERIFY = "verify/[certificate_number]"


@pytest.mark.parametrize(
    ("path", "document"),
    [
        ("/", ""),
        ("/about", "about"),
        ("/about/", "about"),
        ("/verify/WDC-1", _VERIFY),
        ("/verify/", None),
        ("/verify//", None),
        ("//about", None),
        ("/about/us", None),
        ("/nowhere", None),
        ("/verify/file", "verify/file"),
        (f"/verify/{'x' * 900}", _VERIFY),
        (f"/verify/{'x' * 1000}", None),
    ],
)
def test_a_path_gets_the_document_of_its_route(path: str, document: str | None):
    assert document_finder(["", "about", _VERIFY, "verify/file"])(path) == document


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("page", PAGES)
async def test_a_page_is_served_without_a_redirect_to_a_trailing_slash(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, page: str
):
    assert (await visitor.request(method, page.rstrip("/") + "/")).status_code == 200
    seen.clear()
    response = await visitor.request(method, f"{page}?a=b")
    assert response.status_code == 200
    assert response.text == ("" if method == "HEAD" else f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    path = page if page == "/" else page + "/"
    assert seen == [(path, path.encode())]


@pytest.mark.parametrize(("page", "path"), [(page, path) for page in DYNAMIC for path in DYNAMIC[page]])
async def test_every_path_of_a_dynamic_route_gets_its_document(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], page: str, path: str
):
    response = await visitor.get(path)
    assert (response.status_code, response.text) == (200, f"<h1>{page}</h1>")
    assert response.headers["cache-control"] == "no-cache"
    assert seen == [(f"{page}/", f"{page}/".encode())]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(("path", "target"), routes.REDIRECTS.items())
async def test_old_paths_redirect(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], method: str, path: str, target: str
):
    for written in (path, path + "/"):
        response = await visitor.request(method, written)
        assert (response.status_code, response.headers["location"]) == (308, target)
    assert seen == []


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/about//", "/about"),
        ("/auth//login", "/auth/login"),
        ("/about.html", "/about"),
        ("/about/index.html", "/about"),
        ("/index.html", "/"),
        ("/verify//WDC-1", "/verify/WDC-1"),
    ],
)
async def test_a_page_has_one_path(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], path: str, target: str
):
    """Below others, neither its policy would allow its scripts nor its router know it."""
    response = await visitor.get(f"{path}?a=b")
    assert (response.status_code, response.headers["location"]) == (308, f"{target}?a=b")
    assert seen == []


@pytest.mark.parametrize("query", ["a=b&c=%2F%26", "a=%E2%82%AC", "q=a+b", "%0d%0aX:y"])
async def test_a_redirect_keeps_the_query(visitor: httpx.AsyncClient, query: str):
    response = await visitor.get(f"/practice?{query}")
    assert response.headers["location"] == f"/dashboard/practice?{query}"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "path",
    [
        *("/nowhere", "/nowhere/deep/", "/about/more", "/auth", "/auth/", "/About", "/a.png", "/%2e%2e"),
        "/assets",
        *("/verify", "/verify/", "/verify//", "/verify/WDC-1/more", "/practice-test/a/b/c"),
    ],
)
async def test_unknown_pages_redirect_to_the_home_page(visitor: httpx.AsyncClient, method: str, path: str):
    response = await visitor.request(method, f"https://certs.test{path}?a=b")
    assert (response.status_code, response.headers["location"]) == (302, "/#not-found")
    assert "shell" not in response.text
    assert "immutable" not in response.headers.get("cache-control", "")


@pytest.mark.parametrize(
    ("path", "accept"),
    [
        ("/missing.png", "image/avif,*/*"),
        ("/nowhere", "*/*"),
        ("/nowhere", "application/json"),
        ("/assets/app-0000.js", HTML["Accept"]),
        ("/assets/app-0000.js", "*/*"),
        ("/assets/", HTML["Accept"]),
        ("/api/nowhere", HTML["Accept"]),
        ("/api/nowhere", "application/json"),
        ("/.well-known/nowhere", HTML["Accept"]),
        ("/_event/x", HTML["Accept"]),
    ],
)
async def test_unknown_files_and_calls_are_not_found(visitor: httpx.AsyncClient, path: str, accept: str):
    response = await visitor.get(path, headers={"Accept": accept})
    assert response.status_code == 404
    assert "location" not in response.headers
    # An upgrade can add a file with this hash after an old instance was asked for it.
    assert response.headers.get("cache-control") == ("no-store" if path.startswith("/assets/") else None)
    assert not path.startswith("/assets/") or not {"etag", "last-modified"} & set(response.headers)


async def test_without_an_accept_header_an_unknown_path_is_not_found(door: FrontDoor):
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://x.test") as program:
        del program.headers["accept"]
        assert (await program.get("/nowhere")).status_code == 404


async def test_other_errors_are_passed_on(visitor: httpx.AsyncClient):
    response = await visitor.get("/api/broken")
    assert (response.status_code, response.text) == (500, "<p>")
    assert "cache-control" not in response.headers


@pytest.mark.parametrize(
    ("path", "rule"),
    [
        ("/assets/app-1a2b3c.js", IMMUTABLE),
        ("/assets/frame.html", IMMUTABLE),
        ("/fonts/inter-1a2b3c.woff2", IMMUTABLE),
        ("/tokens.css", "no-cache"),
        ("/api/echo", None),
        ("/api/private", "no-store"),
    ],
)
async def test_cache_rules(visitor: httpx.AsyncClient, path: str, rule: str | None):
    response = await visitor.get(path)
    assert response.status_code == 200
    assert response.headers.get("cache-control") == rule


async def test_an_unchanged_file_is_not_sent_again(visitor: httpx.AsyncClient):
    first = await visitor.get("/assets/app-1a2b3c.js")
    again = await visitor.get("/assets/app-1a2b3c.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == IMMUTABLE


@pytest.mark.parametrize("path", ["/practice", "/about", "/nowhere", "/api/echo"])
async def test_requests_with_other_methods_are_not_changed(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], path: str
):
    response = await visitor.post(f"{path}?a=b", content=b"body")
    assert "location" not in response.headers
    assert seen == [(path, path.encode())]
    if path == "/api/echo":
        assert (response.text, response.headers["x-query"]) == ("body", "a=b")


async def passed(scope: Scope, *messages: Message) -> tuple[Scope, list[Message]]:
    """Return the scope that the app gets, and what is sent after each message that it sends."""
    scopes: list[Scope] = []
    sent: list[Message] = []

    async def app(scope: Scope, _receive: Receive, send: Send) -> None:
        scopes.append(scope)
        for number, message in enumerate(messages, 1):
            await send(message)
            assert len(sent) == number, "events and downloads are not delayed"

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    before = dict(scope)
    await FrontDoor(app, PAGES, routes.REDIRECTS)(scope, receive, send)
    assert scope == before
    return scopes[0], sent


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
async def test_other_connections_are_not_changed(kind: str):
    scope = {"type": kind, "path": "/practice", "headers": [], "extra": object()}
    assert (await passed(scope))[0] is scope


# In ASGI the headers are optional and may be any iterable.
@pytest.mark.parametrize("start", [{}, {"headers": ((b"content-type", b"text/html"),)}])
async def test_a_response_is_streamed_and_may_start_without_headers(start: Message):
    scope = {"type": "http", "method": "GET", "path": "/about", "headers": [], "query_string": b""}
    parts = [{"type": "http.response.body", "body": b"x", "more_body": more} for more in (True, False)]
    given, sent = await passed(scope, {"type": "http.response.start", "status": 200, **start}, *parts)
    assert given["path"] == "/about/"
    assert sent[1:] == parts
    assert (b"cache-control", b"no-cache") in sent[0]["headers"]


@pytest.mark.parametrize("path", ["//certificates", "//about/", "///evil.example", "//evil.example/"])
async def test_double_slashes_redirect_within_the_site(visitor: httpx.AsyncClient, path: str):
    # As part of a full URL, because httpx would normalize a path.
    response = await visitor.get(f"http://visitor.test{path}", headers={"Host": "evil.example"})
    assert (response.status_code, response.headers["location"]) == (308, "/" + path.lstrip("/"))
