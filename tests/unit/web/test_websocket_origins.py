"""Only pages of allowed origins can open the WebSocket; browsers do not check this themselves."""

from typing import Any

import engineio
import pytest
from starlette.types import Message

from webdev_certs.settings import get_settings
from webdev_certs.webdev_certs import app


async def opening(origin: bytes) -> list[Message]:
    """Return the messages to a browser that opens the WebSocket from a page of this origin."""
    assert app.sio
    scope: dict[str, Any] = {
        "type": "websocket",
        "path": "/_event/",
        "raw_path": b"/_event/",
        "query_string": b"EIO=4&transport=websocket",
        "headers": [
            (b"host", b"certs.example"),
            (b"connection", b"upgrade"),
            (b"upgrade", b"websocket"),
            (b"origin", origin),
        ],
    }
    arriving: list[Message] = [{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1000}]
    answered: list[Message] = []

    async def receive() -> Message:
        return arriving.pop(0)

    async def send(message: Message) -> None:
        answered.append(message)

    await engineio.ASGIApp(app.sio.eio, engineio_path="/_event")(scope, receive, send)
    return answered


async def test_pages_of_allowed_origins_can_open_the_websocket():
    for origin in get_settings().allowed_origins:
        (first, *_) = await opening(origin.encode())
        assert first["type"] == "websocket.accept", origin


@pytest.mark.parametrize(
    "origin",
    [b"https://evil.example", b"https://certs.example", b"http://localhost:8000.evil.example", b"null"],
)
async def test_pages_of_other_origins_cannot_open_the_websocket(origin: bytes):
    assert "websocket.accept" not in [message["type"] for message in await opening(origin)]
