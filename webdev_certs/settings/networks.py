"""IP addresses and networks in settings."""

from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
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
    name = urlsplit(origin).hostname or ""
    try:
        ip = ip_address(name)
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    # Python does not recognize the loopback address in its IPv4-mapped IPv6 form.
    return (getattr(ip, "ipv4_mapped", None) or ip).is_loopback


def bracketed(host: str) -> str:
    """Return an IP address as URLs have it (RFC 3986 §3.2.2)."""
    return f"[{host}]" if ":" in host else host
