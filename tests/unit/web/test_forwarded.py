"""Whose request it is behind proxies, for HTTP and for the websocket that the screens speak over."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from reflex.app import EventNamespace
from reflex.istate.data import SessionData
from starlette.types import Receive, Scope, Send

from webdev_certs.server.domain.networks import parse_networks
from webdev_certs.web.forwarded import Forwarded

PEER, BROWSER, LIE = "192.0.2.1", "198.51.100.7", "203.0.113.9"


async def seen(kind: str, headers: Sequence[tuple[bytes, bytes]], **rules: Any) -> Scope:
    """The scope that comes out behind the middleware."""
    scopes: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        scopes.append(scope)

    async def nothing(*_: Any) -> Any:
        raise AssertionError("nothing is received or sent")

    scope = {"type": kind, "client": (PEER, 4711), "headers": list(headers), "path": "/_event"}
    await Forwarded(app, **rules)(scope, nothing, nothing)
    assert scope["client"] == (PEER, 4711)
    return scopes[0]


def header(*entries: str) -> list[tuple[bytes, bytes]]:
    return [(b"x-forwarded-for", entry.encode("latin-1")) for entry in entries]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("headers", "hops", "address"),
    [
        ([], 0, PEER),
        (header(LIE), 0, PEER),
        (header(f"{LIE}, {BROWSER}"), 1, BROWSER),
        # Repeated lines are one list (RFC 9110 §5.3).
        (header(LIE, BROWSER), 1, BROWSER),
        (header(f"{LIE},, ", f" ,{BROWSER}"), 1, BROWSER),
        (header("\xff\xfe"), 1, PEER),
    ],
)
async def test_the_callers_address_takes_the_connections_place(
    kind: str, headers: list[tuple[bytes, bytes]], hops: int, address: str
):
    scope = await seen(kind, [(b"host", b"certs.example"), *headers], hops=hops)
    assert scope["client"] == (address, 4711)
    assert scope["headers"] == [(b"host", b"certs.example")]


async def test_a_remote_ui_tier_is_believed():
    rules = {"hops": 0, "ui_tiers": parse_networks(PEER)}
    assert (await seen("http", header(BROWSER), **rules))["client"][0] == BROWSER


async def test_what_has_no_address_passes():
    scopes: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        scopes.append(scope)

    for scope in ({"type": "lifespan"}, {"type": "http", "client": None, "headers": header(LIE)}):
        await Forwarded(app, hops=1)(scope, None, None)  # pyright: ignore[reportArgumentType]
        assert scopes.pop() is scope


@pytest.mark.parametrize(("hops", "address"), [(0, PEER), (1, BROWSER)])
async def test_states_are_told_that_address(hops: int, address: str):
    """Reflex itself believes the connection alone, and what the page sends along counts for nothing."""
    scope = await seen("websocket", header(f"{LIE}, {BROWSER}"), hops=hops)
    namespace: Any = SimpleNamespace()
    told = EventNamespace._build_static_router_data(namespace, "sid", {"asgi.scope": scope})
    assert SessionData.from_router_data({"ip": LIE} | told).client_ip == address
