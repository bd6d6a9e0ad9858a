"""Apps behind a proxy that answer with what they see."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from tests.ports import free_port
from tests.serving import until_it_answers
from webdev_certs.settings.networks import Network
from webdev_certs.web.forwarded import Forwarded


@dataclass
class Telling:
    """A served app that answers with its name, and the IP address and host that it sees.

    Attributes:
        name: Its name.
        missing: Whether it answers 404 to everything, and refuses WebSockets.
        ui_tiers: As the setting UI_TIERS. TRUSTED_PROXIES is 1.
        paths: The paths of the requests that have reached it.
    """

    name: str
    missing: bool = False
    ui_tiers: Collection[Network] = ()
    paths: list[str] = field(default_factory=list)
    port: int = field(default_factory=free_port)

    @asynccontextmanager
    async def served(self) -> AsyncIterator[None]:
        """Serve it for the duration of the block."""
        routes = [
            WebSocketRoute("/{path:path}", self._tell_socket),
            Route("/{path:path}", self._tell, methods=["GET", "POST"]),
        ]
        app: ASGIApp = Forwarded(Starlette(routes=routes), 1, self.ui_tiers)
        server = Server(app, port=self.port, interface=Interfaces.ASGI, log_enabled=False)
        serving = asyncio.create_task(server.serve())
        try:
            await until_it_answers(self.port)
            yield
        finally:
            server.stop()
            await serving

    async def _tell(self, request: Request) -> Response:
        self.paths.append(request.url.path)
        await request.body()
        if self.missing:
            return Response(status_code=404)
        client = request.client.host if request.client else ""
        host = request.headers["host"].partition(":")[0]
        return JSONResponse({"name": self.name, "ip": client, "host": host})

    async def _tell_socket(self, socket: WebSocket) -> None:
        self.paths.append(socket.url.path)
        if self.missing:
            await socket.close()
            return
        await socket.accept()
        client = socket.client.host if socket.client else ""
        await socket.send_json({"name": self.name, "ip": client, "token": socket.query_params["token"]})
        await socket.close()
