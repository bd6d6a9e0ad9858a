"""The nginx configuration in docs/operations.md protects the product behind it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket
from websockets.asyncio.client import connect

from tests.contract.nginx.proxy import Proxy, nginx_before
from tests.ports import free_port
from tests.waiting import until
from webdev_certs.schemas.certificates import MAX_FILE_BYTES
from webdev_certs.web.forwarded import Forwarded

LIE = "203.0.113.9"
FAKED = {"X-Forwarded-For": LIE, "Forwarded": f"for={LIE}", "X-Real-IP": LIE}


@pytest.fixture
def paths() -> list[str]:
    """Return the list of the paths of the requests that have reached the product."""
    return []


@pytest.fixture
async def port(paths: list[str]) -> AsyncIterator[int]:
    """Serve an app that answers with the IP address and host it sees, with TRUSTED_PROXIES=1."""

    async def tell(request: Request) -> JSONResponse:
        paths.append(request.url.path)
        await request.body()
        client = request.client.host if request.client else ""
        return JSONResponse({"ip": client, "host": request.headers["host"].partition(":")[0]})

    async def tell_socket(socket: WebSocket) -> None:
        await socket.accept()
        client = socket.client.host if socket.client else ""
        await socket.send_json({"ip": client, "token": socket.query_params["token"]})
        await socket.close()

    inner = Starlette(
        routes=[WebSocketRoute("/_event/", tell_socket), Route("/{path:path}", tell, methods=["GET", "POST"])]
    )
    app: ASGIApp = Forwarded(inner, hops=1)
    chosen = free_port()
    server = Server(app, port=chosen, interface=Interfaces.ASGI, log_enabled=False)
    serving = asyncio.create_task(server.serve())
    yield chosen
    server.stop()
    await serving


@pytest.fixture
def proxy(port: int, tmp_path: Path) -> Iterator[Proxy]:
    with nginx_before(port, tmp_path) as running:
        yield running


@pytest.fixture
async def visitor(proxy: Proxy) -> AsyncIterator[httpx.AsyncClient]:
    base_url = f"https://localhost:{proxy.port}"
    async with httpx.AsyncClient(verify=proxy.trust, base_url=base_url, timeout=30) as client:
        yield client


async def test_browsers_get_http_2(proxy: Proxy):
    trust = proxy.trust
    trust.set_alpn_protocols(["h2", "http/1.1"])
    _, writer = await asyncio.open_connection("localhost", proxy.port, ssl=trust)
    chosen = writer.get_extra_info("ssl_object").selected_alpn_protocol()
    writer.close()
    assert chosen == "h2"


async def test_callers_cannot_choose_the_ip_that_limits_count(visitor: httpx.AsyncClient):
    told = await visitor.get("/api/health", headers=FAKED)
    assert told.json() == {"ip": "127.0.0.1", "host": "localhost"}


async def test_websockets_pass_with_the_ip_of_the_browser(proxy: Proxy):
    url = f"wss://localhost:{proxy.port}/_event/?token=secret"
    async with connect(url, ssl=proxy.trust, additional_headers=FAKED) as socket:
        assert json.loads(await socket.recv()) == {"ip": "127.0.0.1", "token": "secret"}


async def test_the_access_log_contains_no_query(proxy: Proxy, visitor: httpx.AsyncClient):
    url = f"wss://localhost:{proxy.port}/_event/?token=secret"
    async with connect(url, ssl=proxy.trust) as socket:
        await socket.recv()
    reset = "/auth/reset-password?token=secret"
    await visitor.get(reset, headers={"Referer": f"https://localhost{reset}"})
    await visitor.get("/api/health")
    # nginx logs a request after it has been answered.
    await until(lambda: "/api/health" in proxy.access_log.read_text())
    lines = proxy.access_log.read_text()
    assert "secret" not in lines
    assert (lines.count("/_event/"), lines.count("/auth/reset-password")) == (1, 1)


async def test_a_half_sent_request_does_not_reach_the_product(
    proxy: Proxy, visitor: httpx.AsyncClient, paths: list[str]
):
    _, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.trust)
    writer.write(b"POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf")
    await writer.drain()
    assert (await visitor.post("/whole", content=b"whole")).status_code == 200
    writer.close()
    assert paths[-1:] == ["/whole"]
    assert "/half" not in paths


async def test_the_largest_file_to_verify_reaches_the_product(visitor: httpx.AsyncClient):
    largest = await visitor.post("/api/verify/file", content=b"x" * MAX_FILE_BYTES)
    assert largest.status_code == 200
    assert (await visitor.post("/api/verify/file", content=b"x" * (MAX_FILE_BYTES + 1))).status_code == 413
