"""Which network address a caller has: found behind proxies, and taken together where one person has many."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

Network: TypeAlias = IPv4Network | IPv6Network
Address: TypeAlias = IPv4Address | IPv6Address

_PREFIX_OF_ONE_HOME = 64


def client_address(peer: str, forwarded: Sequence[str], hops: int, ui_tiers: Collection[Network] = ()) -> str:
    """Who is calling, when some of what stands between has to be believed.

    Every proxy adds the address it was called from at the right of X-Forwarded-For, and what a caller wrote
    there itself stays at the left. So exactly as many entries can be believed as there are proxies of our
    own. A request that passed fewer of them than that has none that can be, and its peer calls.

    Args:
        peer: the address that the connection comes from.
        forwarded: the entries of X-Forwarded-For, left to right.
        hops: how many proxies of our own every request passes.
        ui_tiers: where UI tiers on other machines call from; each adds its browser's address like a proxy.
    """
    way = [*forwarded, peer]
    if hops >= len(way):
        return peer
    place = len(way) - 1 - hops
    address = _parse(way[place])
    if address is None:
        return peer
    if place and any(address in network for network in ui_tiers):
        address = _parse(way[place - 1]) or address
    return str(address)


def household(address: str) -> str:
    """What one person can be expected to have: one IPv4 address, or one /64 of IPv6 (RFC 6177 §2).

    Text that is no address is returned as it is.
    """
    parsed = _parse(address)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((parsed, _PREFIX_OF_ONE_HOME), strict=False))
    return str(parsed or address)


def parse_networks(text: str) -> list[Network]:
    """Addresses and networks, separated by commas, e.g. `10.0.0.7, fd00::/64`.

    Raises:
        ValueError: one of them is neither.
    """
    return [ip_network(part.strip()) for part in text.split(",") if part.strip()]


def is_loopback(origin: str) -> bool:
    """Whether an origin such as `http://localhost:8000` is on the machine that asks (RFC 6761 §6.3)."""
    name = urlsplit(origin).hostname or ""
    address = _parse(name)
    if address is not None:
        return address.is_loopback
    return name == "localhost" or name.endswith(".localhost")


def _parse(text: str) -> Address | None:
    """The address; some proxies add the port, and some systems write IPv4 within IPv6."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
