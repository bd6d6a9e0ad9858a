"""Requests and WebSockets behind proxies have the IP address of the caller."""

from collections.abc import Sequence
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send

from webdev_certs.shared.networks import parse_networks
from webdev_certs.ui.reflex_internals import ip_in_states
from webdev_certs.web.forwarded import Forwarded

PEER, BROWSER, LIE = "192.0.2.1", "198.51.100.7", "203.0.113.9"


async def seen(kind: str, headers: Sequence[tuple[bytes, bytes]], **rules: Any) -> Scope:
    """Return the scope that the app behind the middleware gets."""
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
    ("headers", "hops", "ip"),
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
async def test_the_callers_ip_replaces_the_ip_of_the_connection(
    kind: str, headers: list[tuple[bytes, bytes]], hops: int, ip: str
):
    scope = await seen(kind, [(b"host", b"certs.example"), *headers], hops=hops)
    assert scope["client"] == (ip, 4711)
    assert scope["headers"] == [(b"host", b"certs.example")]


async def test_a_remote_ui_tier_passes_on_the_ip_of_its_browser():
    rules = {"hops": 0, "ui_tiers": parse_networks(PEER)}
    assert (await seen("http", header(BROWSER), **rules))["client"][0] == BROWSER


async def test_connections_without_an_ip_are_not_changed():
    scopes: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        scopes.append(scope)

    for scope in ({"type": "lifespan"}, {"type": "http", "client": None, "headers": header(LIE)}):
        await Forwarded(app, hops=1)(scope, None, None)  # pyright: ignore[reportArgumentType]
        assert scopes.pop() is scope


@pytest.mark.parametrize(("hops", "ip"), [(0, PEER), (1, BROWSER)])
async def test_states_get_the_callers_ip(hops: int, ip: str):
    """Reflex reads the IP address from the connection and ignores what the page sends."""
    scope = await seen("websocket", header(f"{LIE}, {BROWSER}"), hops=hops)
    assert ip_in_states(scope, sent={"ip": LIE}) == ip


@pytest.mark.parametrize(
    ("headers", "rules", "warnings"),
    [
        ([], {"hops": 0}, 0),
        (header(BROWSER), {"hops": 0}, 1),
        (header(BROWSER), {"hops": 1}, 0),
        (header(BROWSER), {"hops": 0, "ui_tiers": parse_networks(PEER)}, 0),
    ],
)
async def test_a_proxy_that_is_not_trusted_is_reported_once(
    headers: list[tuple[bytes, bytes]],
    rules: dict[str, Any],
    warnings: int,
    caplog: pytest.LogCaptureFixture,
):
    async def app(*_: Any) -> None:
        pass

    forwarded: Any = Forwarded(app, **rules)
    for kind in ("http", "http", "websocket"):
        await forwarded({"type": kind, "client": (PEER, 4711), "headers": headers}, None, None)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * warnings
    # The header comes from a stranger and may contain anything.
    assert all("TRUSTED_PROXIES" in text and BROWSER not in text for text in caplog.messages)
