"""Refuses requests to names that do not belong to this machine."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from webdev_certs.shared.networks import is_loopback


class OwnHosts:
    """ASGI middleware against DNS rebinding, by which a web page reaches servers of its visitor's machine.

    The attacker points the page's name to 127.0.0.1, so the browser takes the server for the page's origin.
    But the `Host` header still has the name. IP addresses are accepted: to that page they are another origin.
    """

    def __init__(self, app: ASGIApp, origin: str) -> None:
        """Wrap an app.

        Args:
            app: The app.
            origin: The product's own origin, whose name is accepted too.
        """
        self._app = app
        self._own_name = urlsplit(origin).hostname

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self._is_own(Headers(scope=scope).get("host", "")):
            refusal = PlainTextResponse("The sandboxes answer only to their own name: see HOST.\n", 421)
            await refusal(scope, receive, send)
            return
        await self._app(scope, receive, send)

    def _is_own(self, host: str) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name == self._own_name or is_loopback(f"//{host}") or bool(ip_address(name))
        except ValueError:
            return False
