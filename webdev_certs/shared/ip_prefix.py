"""IP prefixes, by which limits count."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address

_PREFIX_LENGTH = 64
"""The IPv6 prefix of one home network (RFC 6177 §2)."""
SITE_LENGTH = 48
"""The largest IPv6 prefix that one customer usually gets (RFC 6177 §2)."""
_WIDE_LENGTH = 24
"""The smallest IPv4 network that providers announce, so the smallest that somebody can rent."""


def ip_prefix(ip: str, length: int = _PREFIX_LENGTH) -> str:
    """Return an IPv4 address itself, or the IPv6 network of `length` bits, usually a /64.

    Args:
        ip: An IP address. Text that is not an IP address is returned unchanged.
        length: The length of the IPv6 prefix in bits.
    """
    try:
        address = ip_address(ip)
    except ValueError:
        return ip
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, length), strict=False))
    return str(address)


def wide_network(network: str) -> str:
    """Return the /24 of an IPv4 address; other text, such as an IPv6 network, unchanged."""
    try:
        return str(IPv4Network((network, _WIDE_LENGTH), strict=False))
    except ValueError:
        return network
