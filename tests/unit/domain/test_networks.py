"""Finding the caller behind proxies, and what counts as one caller."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.networks import client_address, household, is_loopback, parse_networks

PEER, BROWSER, LIE = "192.0.2.1", "198.51.100.7", "203.0.113.9"
UI = "10.0.0.7"
addresses = st.ip_addresses().map(str)


@pytest.mark.parametrize(
    ("forwarded", "hops", "address"),
    [
        # Nobody is believed who need not be.
        ([], 0, PEER),
        ([LIE], 0, PEER),
        # One proxy says who called it; what the caller said itself stands further left.
        ([BROWSER], 1, BROWSER),
        ([LIE, BROWSER], 1, BROWSER),
        ([BROWSER, "10.0.0.1"], 2, BROWSER),
        ([LIE, LIE, BROWSER, "10.0.0.1"], 2, BROWSER),
        # Fewer hops than there are proxies: someone came past them.
        ([], 1, PEER),
        ([LIE], 2, PEER),
        # What proxies write besides addresses.
        (["unknown"], 1, PEER),
        (["_hidden"], 1, PEER),
        (["198.51.100.7:51034"], 1, BROWSER),
        ([" 198.51.100.7 "], 1, BROWSER),
        (["[2001:db8::7]:51034"], 1, "2001:db8::7"),
        (["2001:DB8:0::7"], 1, "2001:db8::7"),
        (["::ffff:198.51.100.7"], 1, BROWSER),
    ],
)
def test_the_caller_is_found(forwarded: list[str], hops: int, address: str):
    assert client_address(PEER, forwarded, hops) == address


@pytest.mark.parametrize(
    ("peer", "forwarded", "hops", "address"),
    [
        # A UI tier elsewhere speaks for its browser,
        (UI, [BROWSER], 0, BROWSER),
        (UI, [LIE, BROWSER], 0, BROWSER),
        # also through our proxy,
        (PEER, [BROWSER, UI], 1, BROWSER),
        # and for itself when it says nothing.
        (UI, [], 0, UI),
        (UI, ["unknown"], 0, UI),
        # Nobody else speaks for others, nor for a UI tier.
        (PEER, [BROWSER], 0, PEER),
        (PEER, [LIE, UI], 0, PEER),
        (PEER, [LIE, UI, BROWSER], 1, BROWSER),
    ],
)
def test_a_remote_ui_tier_is_one_more_hop(peer: str, forwarded: list[str], hops: int, address: str):
    assert client_address(peer, forwarded, hops, parse_networks("10.0.0.0/29, fd00::1")) == address


@given(st.lists(st.one_of(addresses, st.text(max_size=12)), max_size=4), addresses, st.integers(0, 3))
def test_what_a_stranger_writes_changes_nothing(lies: list[str], browser: str, hops: int):
    """Each of our proxies adds an entry; the stranger may have written any before them."""
    added = [browser, *(["10.0.0.1"] * hops)][:hops]
    peer = PEER if hops else browser
    assert client_address(peer, lies + added, hops) == client_address(peer, added, hops)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_a_home_is_one_address_or_one_64(address: str, counted: str):
    assert household(address) == counted


@pytest.mark.parametrize("text", ["10.0.0.7/33", "ui.example", "10.0.0.1-10.0.0.9", "10.0.0.1/8"])
def test_what_is_no_network_is_refused(text: str):
    with pytest.raises(ValueError, match=r"."):
        parse_networks(text)


def test_networks_are_read():
    assert parse_networks("") == []
    assert [str(network) for network in parse_networks("10.0.0.7,fd00::/64 ,")] == [
        "10.0.0.7/32",
        "fd00::/64",
    ]


@pytest.mark.parametrize(
    "origin",
    [
        *("http://localhost:8000", "http://127.0.0.1:8000", "http://127.8.9.10", "http://[::1]:8000"),
        *("https://localhost", "http://certs.localhost:3000", "http://[::ffff:127.0.0.1]"),
    ],
)
def test_ones_own_machine(origin: str):
    assert is_loopback(origin)


@pytest.mark.parametrize(
    "origin",
    [
        *("https://certs.example", "http://192.168.1.7:8000", "http://0.0.0.0:8000", "http://[fd00::1]"),
        *("http://localhost.certs.example", "http://notlocalhost", "http://127.0.0.1.certs.example", ""),
    ],
)
def test_other_machines(origin: str):
    assert not is_loopback(origin)
