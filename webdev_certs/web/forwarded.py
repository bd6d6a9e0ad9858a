"""Sets the caller's IP address on requests that come through proxies or a UI tier."""

import logging
from collections.abc import Collection, Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

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


log = logging.getLogger(__name__)
_HEADER = b"x-forwarded-for"


class Forwarded:
    """ASGI middleware that replaces the connection's IP address with the caller's, for HTTP and WebSockets.

    It removes X-Forwarded-For, so nothing behind it can read the header.
    """

    def __init__(self, app: ASGIApp, hops: int, ui_tiers: Collection[Network] = ()) -> None:
        """Wrap an app.

        Args:
            app: The app.
            hops: Number of the operator's proxies that every request passes.
            ui_tiers: Networks of UI tiers on other machines.
        """
        self._app = app
        self._hops = hops
        self._ui_tiers = ui_tiers
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            peer, port = scope["client"]
            headers = scope["headers"]
            entries = b",".join(value for name, value in headers if name == _HEADER).decode("latin-1")
            forwarded = [entry for entry in entries.split(",") if entry.strip()]
            self._warn_of_unknown_proxy(peer, forwarded)
            ip = client_ip(peer, forwarded, self._hops, self._ui_tiers)
            kept = [header for header in headers if header[0] != _HEADER]
            scope = {**scope, "client": (ip, port), "headers": kept}
        await self._app(scope, receive, send)

    def _warn_of_unknown_proxy(self, peer: str, forwarded: Sequence[str]) -> None:
        """Warn once if requests seem to come through a proxy that the settings do not count."""
        if self._hops or self._has_warned or not forwarded:
            return
        if any(ip_address(peer) in network for network in self._ui_tiers):
            return
        self._has_warned = True
        log.warning(
            "A request has X-Forwarded-For, but TRUSTED_PROXIES is 0. Behind a proxy all users would share "
            "its IP address and their limits: set the number of your proxies (docs/operations.md)."
        )
