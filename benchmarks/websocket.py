"""A learner's browser tab as the server sees it: Socket.IO over one WebSocket, without a page.

Sources:
    RFC 6455 §5.2 – the frames; messages here are text, each in one frame.
    Engine.IO 4 and Socket.IO 5, https://socket.io/docs/v4/socket-io-protocol/ – the packets.
    Reflex 0.10.1, `reflex_base/.templates/web/utils/state.js` – the events and their data.
"""

import asyncio
import base64
import json
import os
import struct
from typing import Any, Self
from uuid import uuid4

ROOT = "reflex___state____state"
SESSION = f"{ROOT}.webdev_certs___ui___states___session___session____session_state"
EXAM = f"{ROOT}.webdev_certs___ui___states___exams___exam____exam_state"
VAR = "_rx_state_"
"""The full names of states, and the ending of their variables."""
NAMESPACE = "/_event"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0x0, 0x1, 0x8, 0x9, 0xA
_FINAL = 0x80
_MASKED = 0x80
_MASK = b"\0\0\0\0"
"""Clients must mask what they send; this mask leaves the payload unchanged."""


class Tab:
    """One connection; `path` is the page that it shows."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> None:
        self._reader = reader
        self._writer = writer
        self._router_data = {"pathname": path, "asPath": path}

    @classmethod
    async def open(
        cls,
        port: int,
        path: str,
        event: str,
        payload: dict[str, Any],
        tab_id: str | None = None,
        host: str = "127.0.0.1",
        name: str = "localhost",
    ) -> Self:
        """Connect as a page does that has just loaded: it sends its first event with the connection.

        Args:
            port: The port of the product on this machine.
            path: The path of the page.
            event: The full name of the event that hydrates.
            payload: The arguments of the event.
            tab_id: The id of the browser tab; a new one by default.
            host: Where the product is.
            name: The host in its `PUBLIC_URL`, because it refuses WebSockets of other sites.
        """
        reader, writer = await asyncio.open_connection(host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {NAMESPACE}/?EIO=4&transport=websocket&token={tab_id or uuid4()} HTTP/1.1\r\n"
            f"Host: {name}:{port}\r\nOrigin: http://{name}:{port}\r\nUser-Agent: benchmarks\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n", 1)[0]:
            raise ConnectionError(f"the server did not open a WebSocket: {head.decode()}")
        tab = cls(reader, writer, path)
        await tab._message()
        tab._send("40" + NAMESPACE + "," + json.dumps({"event": tab._event(event, payload)}))
        return tab

    def emit(self, event: str, payload: dict[str, Any]) -> None:
        """Send an event by its full name."""
        self._send("42" + NAMESPACE + "," + json.dumps(["event", self._event(event, payload)]))

    async def update(self) -> dict[str, Any]:
        """Wait for the server's next state update and return it."""
        prefix = "42" + NAMESPACE + ","
        while True:
            message = await self._message()
            if message == "2":
                self._send("3")
            elif message.startswith(prefix):
                name, update = json.loads(message[len(prefix) :])
                if name == "event":
                    return update
                raise ConnectionError(f"unexpected message: {message}")

    def close(self) -> None:
        """Close the connection."""
        self._writer.close()

    def _event(self, name: str, payload: dict[str, Any]) -> dict[str, Any]:
        return {"name": name, "payload": payload, "router_data": dict(self._router_data)}

    def _send(self, text: str) -> None:
        self._frame(_TEXT, text.encode())

    def _frame(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = struct.pack("!BB", _FINAL | opcode, _MASKED | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", _FINAL | opcode, _MASKED | 126, size)
        else:
            head = struct.pack("!BBQ", _FINAL | opcode, _MASKED | 127, size)
        self._writer.write(head + _MASK + payload)

    async def _message(self) -> str:
        parts: list[bytes] = []
        while True:
            first, size = await self._reader.readexactly(2)
            if size == 126:
                (size,) = struct.unpack("!H", await self._reader.readexactly(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", await self._reader.readexactly(8))
            payload = await self._reader.readexactly(size)
            opcode = first & 0x0F
            if opcode == _CLOSE:
                raise ConnectionError(f"the server closed the connection: {payload!r}")
            if opcode == _PING:
                self._frame(_PONG, payload)
            elif opcode in (_TEXT, _CONTINUATION):
                parts.append(payload)
                if first & _FINAL:
                    return b"".join(parts).decode()


def login(account: dict[str, Any]) -> dict[str, Any]:
    """Return what the browser stores of a login session.

    Args:
        account: The API's answer to a registration or a sign-in.
    """
    return {
        "access_token": account["access_token"],
        "refresh_token": account["refresh_token"],
        "user": json.dumps(account["user"]),
    }
