"""The caller's IP address is found behind proxies and remote UI tiers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.shared.networks import parse_networks
from webdev_certs.web.forwarded import client_ip

PEER, BROWSER, LIE = "192.0.2.1", "198.51.100.7", "203.0.113.9"
UI = "10.0.0.7"
ips = st.ip_addresses().map(str)


@pytest.mark.parametrize(
    ("forwarded", "hops", "ip"),
    [
        # Without proxies the header is ignored.
        ([], 0, PEER),
        ([LIE], 0, PEER),
        # A proxy appends its caller's IP address to the right of what the caller wrote.
        ([BROWSER], 1, BROWSER),
        ([LIE, BROWSER], 1, BROWSER),
        ([BROWSER, "10.0.0.1"], 2, BROWSER),
        ([LIE, LIE, BROWSER, "10.0.0.1"], 2, BROWSER),
        # Fewer entries than proxies: the request bypassed a proxy.
        ([], 1, PEER),
        ([LIE], 2, PEER),
        # Other values that proxies write.
        (["unknown"], 1, PEER),
        (["_hidden"], 1, PEER),
        (["198.51.100.7:51034"], 1, BROWSER),
        ([" 198.51.100.7 "], 1, BROWSER),
        (["[2001:db8::7]:51034"], 1, "2001:db8::7"),
        (["2001:DB8:0::7"], 1, "2001:db8::7"),
        (["::ffff:198.51.100.7"], 1, BROWSER),
    ],
)
def test_the_ip_address_behind_the_operators_proxies_is_found(forwarded: list[str], hops: int, ip: str):
    assert client_ip(PEER, forwarded, hops) == ip


@pytest.mark.parametrize(
    ("peer", "forwarded", "hops", "ip"),
    [
        # A remote UI tier passes on its browser's IP address,
        (UI, [BROWSER], 0, BROWSER),
        (UI, [LIE, BROWSER], 0, BROWSER),
        # also through the operator's proxy.
        (PEER, [BROWSER, UI], 1, BROWSER),
        # Without a valid entry, the UI tier is the caller.
        (UI, [], 0, UI),
        (UI, ["unknown"], 0, UI),
        # Entries from anyone else are ignored.
        (PEER, [BROWSER], 0, PEER),
        (PEER, [LIE, UI], 0, PEER),
        (PEER, [LIE, UI, BROWSER], 1, BROWSER),
    ],
)
def test_a_remote_ui_tier_counts_as_one_more_proxy(peer: str, forwarded: list[str], hops: int, ip: str):
    assert client_ip(peer, forwarded, hops, parse_networks("10.0.0.0/29, fd00::1")) == ip


@given(st.lists(st.one_of(ips, st.text(max_size=12)), max_size=4), ips, st.integers(0, 3))
def test_forged_entries_change_nothing(lies: list[str], browser: str, hops: int):
    """Each of the operator's proxies appends an entry. A caller can write entries only to the left."""
    added = [browser, *(["10.0.0.1"] * hops)][:hops]
    peer = PEER if hops else browser
    assert client_ip(peer, lies + added, hops) == client_ip(peer, added, hops)
