"""Sets the caller's IP address on requests that come through proxies or a UI tier."""

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.settings.networks import Network
from webdev_certs.web.client_ip import client_ip

_HEADER = b"x-forwarded-for"


class Forwarded:
    """ASGI middleware that replaces the connection's IP address by the caller's, for HTTP and WebSockets.

    It removes X-Forwarded-For, so nothing behind it can read the header.
    """

    def __init__(self, app: ASGIApp, hops: int, ui_tiers: Collection[Network] = ()) -> None:
        """Wrap an app.

        Args:
            app: The app.
            hops: Number of our own proxies that every request passes.
            ui_tiers: Networks of UI tiers on other machines.
        """
        self._app = app
        self._hops = hops
        self._ui_tiers = ui_tiers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            peer, port = scope["client"]
            headers = scope["headers"]
            entries = b",".join(value for name, value in headers if name == _HEADER).decode("latin-1")
            forwarded = [entry for entry in entries.split(",") if entry.strip()]
            ip = client_ip(peer, forwarded, self._hops, self._ui_tiers)
            kept = [header for header in headers if header[0] != _HEADER]
            scope = {**scope, "client": (ip, port), "headers": kept}
        await self._app(scope, receive, send)
