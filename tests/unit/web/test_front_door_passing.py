"""Requests and responses that the front door does not change."""

import httpx
import pytest

from tests.unit.web.conftest import PAGES
from webdev_certs.ui.pages import routes
from webdev_certs.web.front_door import FrontDoor


@pytest.mark.parametrize("path", ["/practice", "/about", "/nowhere", "/api/echo"])
async def test_requests_with_other_methods_are_not_changed(
    visitor: httpx.AsyncClient, seen: list[tuple[str, bytes]], path: str
):
    response = await visitor.post(f"{path}?a=b", content=b"body")
    assert "location" not in response.headers
    assert seen == [(path, path.encode())]
    if path == "/api/echo":
        assert (response.text, response.headers["x-query"]) == ("body", "a=b")


@pytest.mark.parametrize("kind", ["websocket", "lifespan"])
async def test_other_connections_are_not_changed(kind: str):
    passed: list[object] = []

    async def app(scope, receive, send) -> None:
        passed.extend((scope, receive, send))

    async def receive():
        return {"type": f"{kind}.x"}

    async def send(_message) -> None: ...

    scope = {"type": kind, "path": "/practice", "headers": [], "extra": object()}
    await FrontDoor(app, PAGES, routes.REDIRECTS)(scope, receive, send)
    assert passed == [scope, receive, send]
    assert passed[0] is scope


async def test_the_callers_scope_is_not_changed():
    seen: list[str] = []

    async def app(scope, _receive, _send) -> None:
        seen.append(scope["path"])

    async def receive():
        return {"type": "http.disconnect"}

    async def send(_message) -> None: ...

    scope = {"type": "http", "method": "GET", "path": "/about", "raw_path": b"/about", "headers": []}
    before = dict(scope)
    await FrontDoor(app, PAGES, {})(scope, receive, send)
    assert scope == before
    assert seen == ["/about/"]


async def test_a_response_may_start_without_headers():
    """In ASGI the headers are optional and may be any iterable."""
    messages: list[dict] = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message) -> None:
        messages.append(message)

    for start in ({}, {"headers": ((b"content-type", b"text/html"),)}):

        async def app(_scope, _receive, send, start=start) -> None:
            await send({"type": "http.response.start", "status": 200, **start})
            await send({"type": "http.response.body", "body": b"x"})

        scope = {"type": "http", "method": "GET", "path": "/about", "headers": [], "query_string": b""}
        messages.clear()
        await FrontDoor(app, PAGES, {})(scope, receive, send)
        assert [message["type"] for message in messages] == ["http.response.start", "http.response.body"]
    assert (b"cache-control", b"no-cache") in messages[0]["headers"]


async def test_a_response_is_streamed():
    """Events and downloads must not be delayed."""
    order: list[str] = []

    async def app(_scope, _receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for part in ("a", "b"):
            order.append(f"made {part}")
            await send({"type": "http.response.body", "body": part.encode(), "more_body": part == "a"})

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message) -> None:
        if message["type"] == "http.response.body":
            order.append(f"sent {message['body'].decode()}")

    scope = {"type": "http", "method": "GET", "path": "/api/x", "headers": [], "query_string": b""}
    await FrontDoor(app, PAGES, {})(scope, receive, send)
    assert order == ["made a", "sent a", "made b", "sent b"]


@pytest.mark.parametrize("path", ["//certificates", "//about/", "///evil.example", "//evil.example/"])
async def test_double_slashes_redirect_within_the_site(visitor: httpx.AsyncClient, path: str):
    # As part of a full URL, because httpx would normalize a path.
    response = await visitor.get(f"http://visitor.test{path}", headers={"Host": "evil.example"})

    assert response.status_code == 308
    assert response.headers["Location"] == "/" + path.lstrip("/")
