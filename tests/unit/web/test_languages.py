"""Each language has its own pages below a prefix, and a tab's messages have the language of its pages."""

import asyncio

import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from webdev_certs.shared.translation import current_language
from webdev_certs.web.front_door import FrontDoor
from webdev_certs.web.languages import LanguageFolders, Languages


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer with the path and the language that the app is asked for."""
    await PlainTextResponse(f"{scope['path']} {current_language()}")(scope, receive, send)


def visitor() -> httpx.AsyncClient:
    async def apart(scope: Scope, receive: Receive, send: Send) -> None:
        served = LanguageFolders(echo) if not scope["path"].startswith("/api/") else echo
        await served(scope, receive, send)

    transport = httpx.ASGITransport(Languages(apart))
    return httpx.AsyncClient(transport=transport, base_url="http://localhost")


@pytest.mark.parametrize(
    ("path", "served"),
    [
        ("/about", "/about en"),
        ("/de/about", "/de/about de"),
        ("/de/", "/de/ de"),
        ("/de/assets/app-1.js", "/de/assets/app-1.js de"),
        ("/de/verify/WDC-1", "/de/verify/WDC-1 de"),
        # What has no language has no prefix.
        ("/de/api/health", "/de/api/health en"),
        ("/de/.well-known/did.json", "/de/.well-known/did.json en"),
        ("/de/sandbox/mail", "/de/sandbox/mail en"),
        # Not languages of the product
        ("/fr/about", "/fr/about en"),
        ("/demo", "/demo en"),
        ("/DE/about", "/DE/about en"),
        ("/de%0a", "/de\n en"),
        ("/about/de/", "/about/de/ en"),
        ("/de/de/about", "/de/de/about de"),
    ],
)
async def test_a_prefix_chooses_the_folder_and_the_language(path: str, served: str):
    async with visitor() as client:
        assert (await client.get(path)).text == served


async def test_requests_do_not_share_their_language():
    """A server handles each request in a task of its own."""
    async with visitor() as client:
        asked = [asyncio.create_task(client.get(path)) for path in ("/about", "/de/about") * 3]
        answers = [answer.text for answer in await asyncio.gather(*asked)]
    assert answers == ["/about en", "/de/about de"] * 3
    assert current_language() == "en"


@pytest.mark.parametrize(
    ("path", "status", "target"),
    [
        ("/old?a=b", 308, "/new?a=b"),
        ("/de/old?a=b", 308, "/de/new?a=b"),
        ("/de", 308, "/de/"),
        ("/de?a=b%20c", 308, "/de/?a=b%20c"),
        # No other host
        ("//a.test", 308, "/a.test"),
        ("/de//a.test", 308, "/de/a.test"),
        # Unknown pages lead home.
        ("/nothing", 302, "/#not-found"),
        ("/de/nothing", 302, "/de/#not-found"),
    ],
)
async def test_redirects_stay_in_the_language(path: str, status: int, target: str):
    door = Languages(FrontDoor(PlainTextResponse("no", 404), ["/new"], {"/old": "/new"}))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(door), base_url="http://localhost") as client:
        url = httpx.URL("http://localhost", raw_path=path.encode())
        response = await client.get(url, headers={"Accept": "text/html"})
        assert (response.status_code, response.headers["location"]) == (status, target)


async def connect(path: str, *received: str) -> tuple[Scope, list[str], list[str]]:
    """Open a WebSocket; return what the app is told, what it receives, and what the browser gets back."""
    told: Scope = {}
    heard: list[str] = []
    sent: list[str] = []
    waiting = list(received)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        told.update(scope)
        while text := (await receive()).get("text"):
            heard.append(text)
            await send({"type": "websocket.send", "text": text})

    async def receive() -> Message:
        if waiting:
            return {"type": "websocket.receive", "text": waiting.pop(0)}
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        sent.append(message["text"])

    scope = {
        "type": "websocket",
        "path": path,
        "raw_path": path.encode(),
        "headers": [(b"accept-language", b"fr,de"), (b"host", b"localhost")],
    }
    await Languages(app)(scope, receive, send)
    return told, heard, sent


@pytest.mark.parametrize(("path", "language"), [("/_event/", b"en"), ("/de/_event/", b"de")])
async def test_a_websocket_has_the_language_of_its_pages_not_that_of_the_browser(path: str, language: bytes):
    told, _heard, _sent = await connect(path)
    assert (told["path"], told["raw_path"]) == ("/_event/", b"/_event/")
    assert told["headers"] == [(b"host", b"localhost"), (b"accept-language", language)]


@pytest.mark.parametrize("prefix", ["", "/de"])
async def test_a_websocket_below_a_prefix_talks_to_the_one_namespace(prefix: str):
    messages = [f"40{prefix}/_event,", "2", f'42{prefix}/_event,["event",{{"path":"/de/_event"}}]']
    _told, heard, sent = await connect(f"{prefix}/_event/", *messages)
    assert heard == ["40/_event,", "2", '42/_event,["event",{"path":"/de/_event"}]']
    assert sent == messages
