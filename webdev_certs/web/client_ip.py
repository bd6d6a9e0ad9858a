"""The caller's IP address, found behind proxies."""

from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from webdev_certs.settings.networks import Network


def client_ip(peer: str, forwarded: Sequence[str], hops: int, ui_tiers: Collection[Network] = ()) -> str:
    """Find the IP address of the caller.

    Every proxy appends the IP address that called it to X-Forwarded-For, to the right of whatever the caller
    wrote there. So exactly as many entries can be trusted as the operator has proxies. A request with fewer
    entries has bypassed a proxy, and only its peer can be trusted.

    Args:
        peer: IP address that the connection comes from.
        forwarded: Entries of X-Forwarded-For, left to right.
        hops: Number of the operator's proxies that every request passes.
        ui_tiers: Networks of UI tiers on other machines. Each appends its browser's IP address like a proxy.
    """
    chain = [*forwarded, peer]
    if hops >= len(chain):
        return peer
    position = len(chain) - 1 - hops
    ip = _parse(chain[position])
    if ip is None:
        return peer
    if position and any(ip in network for network in ui_tiers):
        ip = _parse(chain[position - 1]) or ip
    return str(ip)


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an entry. Some proxies add the port, and some systems write IPv4 within IPv6."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip
