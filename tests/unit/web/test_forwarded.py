"""Requests and WebSockets behind proxies and remote UI tiers have the IP address of the caller."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Receive, Scope, Send

from webdev_certs.settings.networks import parse_networks
from webdev_certs.ui.reflex_internals import ip_in_states
from webdev_certs.web.forwarded import Forwarded, client_ip

PEER, BROWSER, LIE = "192.0.2.1", "198.51.100.7", "203.0.113.9"
UI, UI_TIERS = "10.0.0.7", parse_networks("10.0.0.0/29, fd00::1")
ips = st.ip_addresses().map(str)


@pytest.mark.parametrize(
    ("peer", "forwarded", "hops", "ip"),
    [
        # Without proxies the header is ignored.
        (PEER, [], 0, PEER),
        (PEER, [LIE], 0, PEER),
        # A proxy appends its caller's IP address to the right of what the caller wrote.
        (PEER, [BROWSER], 1, BROWSER),
        (PEER, [LIE, BROWSER], 1, BROWSER),
        (PEER, [BROWSER, "10.0.1.1"], 2, BROWSER),
        (PEER, [LIE, LIE, BROWSER, "10.0.1.1"], 2, BROWSER),
        # Fewer entries than proxies: the request bypassed a proxy.
        (PEER, [], 1, PEER),
        (PEER, [LIE], 2, PEER),
        # Other values that proxies write.
        (PEER, ["unknown"], 1, PEER),
        (PEER, ["_hidden"], 1, PEER),
        (PEER, ["198.51.100.7:51034"], 1, BROWSER),
        (PEER, [" 198.51.100.7 "], 1, BROWSER),
        (PEER, ["[2001:db8::7]:51034"], 1, "2001:db8::7"),
        (PEER, ["2001:DB8:0::7"], 1, "2001:db8::7"),
        (PEER, ["::ffff:198.51.100.7"], 1, BROWSER),
        # A remote UI tier passes on its browser's IP address, also through the operator's proxy.
        (UI, [BROWSER], 0, BROWSER),
        (UI, [LIE, BROWSER], 0, BROWSER),
        (PEER, [BROWSER, UI], 1, BROWSER),
        # Without a valid entry, the UI tier is the caller.
        (UI, [], 0, UI),
        (UI, ["unknown"], 0, UI),
        # Entries from anyone else are ignored.
        (PEER, [LIE, UI], 0, PEER),
        (PEER, [LIE, UI, BROWSER], 1, BROWSER),
    ],
)
def test_the_callers_ip_is_found(peer: str, forwarded: list[str], hops: int, ip: str):
    assert client_ip(peer, forwarded, hops, UI_TIERS) == ip


@given(st.lists(st.one_of(ips, st.text(max_size=12)), max_size=4), ips, st.integers(0, 3))
def test_forged_entries_change_nothing(lies: list[str], browser: str, hops: int):
    """Each of the operator's proxies appends an entry. A caller can write entries only to the left."""
    added = [browser, *(["10.0.0.1"] * hops)][:hops]
    peer = PEER if hops else browser
    assert client_ip(peer, lies + added, hops) == client_ip(peer, added, hops)


async def seen(scope: Scope, **rules: Any) -> Scope:
    """Return the scope that the app behind the middleware gets."""
    scopes: list[Scope] = []

    async def app(scope: Scope, _receive: Receive, _send: Send) -> None:
        scopes.append(scope)

    anything: Any = None
    before = dict(scope)
    await Forwarded(app, **rules)(scope, anything, anything)
    assert scope == before
    return scopes[0]


def asking(kind: str, headers: Sequence[tuple[bytes, bytes]]) -> Scope:
    return {"type": kind, "client": (PEER, 4711), "headers": list(headers), "path": "/_event"}


def header(*entries: str) -> list[tuple[bytes, bytes]]:
    return [(b"x-forwarded-for", entry.encode("latin-1")) for entry in entries]


@pytest.mark.parametrize("kind", ["http", "websocket"])
@pytest.mark.parametrize(
    ("headers", "rules", "ip"),
    [
        (header(LIE), {"hops": 0}, PEER),
        (header(f"{LIE}, {BROWSER}"), {"hops": 1}, BROWSER),
        # Repeated lines are one list (RFC 9110 §5.3).
        (header(LIE, BROWSER), {"hops": 1}, BROWSER),
        (header(f"{LIE},, ", f" ,{BROWSER}"), {"hops": 1}, BROWSER),
        (header("\xff\xfe"), {"hops": 1}, PEER),
        (header(BROWSER), {"hops": 0, "ui_tiers": parse_networks(PEER)}, BROWSER),
    ],
)
async def test_the_callers_ip_replaces_the_ip_of_the_connection(
    kind: str, headers: list[tuple[bytes, bytes]], rules: dict[str, Any], ip: str
):
    scope = await seen(asking(kind, [(b"host", b"certs.example"), *headers]), **rules)
    assert (scope["client"], scope["headers"]) == ((ip, 4711), [(b"host", b"certs.example")])


@pytest.mark.parametrize("scope", [{"type": "lifespan"}, {"type": "http", "client": None, "headers": []}])
async def test_connections_without_an_ip_are_not_changed(scope: Scope):
    assert await seen(scope, hops=1) is scope


@pytest.mark.parametrize(("hops", "ip"), [(0, PEER), (1, BROWSER)])
async def test_states_get_the_callers_ip(hops: int, ip: str):
    """Reflex reads the IP address from the connection and ignores what the page sends."""
    scope = await seen(asking("websocket", header(f"{LIE}, {BROWSER}")), hops=hops)
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
        await forwarded(asking(kind, headers), None, None)
    assert [record.levelname for record in caplog.records] == ["WARNING"] * warnings
    # The header comes from a stranger and may contain anything.
    assert all("TRUSTED_PROXIES" in text and BROWSER not in text for text in caplog.messages)
