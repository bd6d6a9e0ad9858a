"""IP addresses and networks in settings."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias
from urllib.parse import urlsplit

Network: TypeAlias = IPv4Network | IPv6Network


def parse_networks(text: str) -> list[Network]:
    """Parse IP addresses and networks separated by commas, e.g. `10.0.0.7, fd00::/64`.

    Raises:
        ValueError: One of them is neither.
    """
    return [ip_network(part.strip()) for part in text.split(",") if part.strip()]


def is_loopback(origin: str) -> bool:
    """Return whether an origin such as `http://localhost:8000` is on this machine (RFC 6761 §6.3)."""
    found = _host(origin)
    return _is_local_name(found) if isinstance(found, str) else found.is_loopback


def is_private(url: str) -> bool:
    """Return whether a URL's host is on this machine or has an address of a private network.

    Other names may lead anywhere, so they are not private, even if they lead to such an address now.
    """
    found = _host(url)
    return _is_local_name(found) if isinstance(found, str) else found.is_private


def _host(url: str) -> IPv4Address | IPv6Address | str:
    """Return the address in a URL, or the host's name if it has one."""
    name = urlsplit(url).hostname or ""
    try:
        ip = ip_address(name)
    except ValueError:
        return name
    # Python does not recognize the kind of an address in its IPv4-mapped IPv6 form.
    return getattr(ip, "ipv4_mapped", None) or ip


def _is_local_name(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def bracketed(host: str) -> str:
    """Return an IP address as URLs have it (RFC 3986 §3.2.2)."""
    return f"[{host}]" if ":" in host else host
