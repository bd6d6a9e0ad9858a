"""Whose request it is when others have carried it: proxies of ours, and the UI tier."""

from collections.abc import Collection

from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.server.domain.networks import Network, client_address

_HEADER = b"x-forwarded-for"


class Forwarded:
    """ASGI middleware that puts the caller's address where the connection's was, for HTTP and websockets.

    Nothing behind it reads X-Forwarded-For: the header ends here.
    """

    def __init__(self, app: ASGIApp, hops: int, ui_tiers: Collection[Network] = ()) -> None:
        """Takes how many proxies of ours every request passes, and where remote UI tiers call from."""
        self._app = app
        self._hops = hops
        self._ui_tiers = ui_tiers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and scope.get("client"):
            peer, port = scope["client"]
            headers = scope["headers"]
            entries = b",".join(value for name, value in headers if name == _HEADER).decode("latin-1")
            forwarded = [entry for entry in entries.split(",") if entry.strip()]
            address = client_address(peer, forwarded, self._hops, self._ui_tiers)
            kept = [header for header in headers if header[0] != _HEADER]
            scope = {**scope, "client": (address, port), "headers": kept}
        await self._app(scope, receive, send)
