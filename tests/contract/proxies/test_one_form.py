"""The files for nginx and Caddy protect the processes behind them, each of which serves pages and API."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.contract.proxies.proxy import Proxy, caddy, nginx
from tests.contract.telling import Telling
from tests.ports import free_port
from tests.waiting import until
from webdev_certs.schemas.certificates import MAX_FILE_BYTES
from webdev_certs.shared.translation import LANGUAGES, language_prefix

LIE = "203.0.113.9"
FAKED = {"X-Forwarded-For": LIE, "Forwarded": f"for={LIE}", "X-Real-IP": LIE}
PREFIXES = [language_prefix(code) for code in LANGUAGES]


@pytest.fixture
async def first() -> AsyncIterator[Telling]:
    first = Telling("first")
    async with first.served():
        yield first


@pytest.fixture
async def second() -> AsyncIterator[Telling]:
    second = Telling("second")
    async with second.served():
        yield second


@pytest.fixture(params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, first: Telling, second: Telling, tmp_path: Path) -> Iterator[Proxy]:
    with before([first.port, second.port], request.param, tmp_path) as running:
        yield running


def before(ports: Sequence[int], kind: str, folder: Path) -> AbstractContextManager[Proxy]:
    """Run a proxy of a kind before two servers of this machine."""
    servers = [f"127.0.0.1:{port}" for port in ports]
    if kind == "caddy":
        return caddy(servers, folder)
    shipped = ("127.0.0.1:8000", "127.0.0.1:8001")
    return nginx("webdev-certs.conf", dict(zip(shipped, servers, strict=True)), folder)


@pytest.fixture
async def visitor(proxy: Proxy) -> AsyncIterator[httpx.AsyncClient]:
    base_url = f"https://localhost:{proxy.port}"
    async with httpx.AsyncClient(verify=proxy.trust, base_url=base_url, timeout=30) as client:
        yield client


async def test_browsers_are_led_to_tls_and_http_2_and_cannot_choose_the_ip_that_limits_count(
    proxy: Proxy, visitor: httpx.AsyncClient
):
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://localhost:{proxy.plain_port}/verify?number=1")
    assert answer.status_code == 308
    target = urlsplit(answer.headers["Location"])
    assert (target.scheme, target.path, target.query) == ("https", "/verify", "number=1")

    told = (await visitor.get("/api/health", headers=FAKED)).json()
    assert (told["ip"], told["host"]) == ("127.0.0.1", "localhost")
    for prefix in PREFIXES:
        url = f"wss://localhost:{proxy.port}{prefix}/_event/?token=secret"
        async with connect(url, ssl=proxy.trust, additional_headers=FAKED) as socket:
            told = json.loads(await socket.recv())
        assert (told["ip"], told["token"]) == ("127.0.0.1", "secret")

    trust = proxy.trust
    trust.set_alpn_protocols(["h2", "http/1.1"])
    _, writer = await asyncio.open_connection("localhost", proxy.port, ssl=trust)
    chosen = writer.get_extra_info("ssl_object").selected_alpn_protocol()
    writer.close()
    assert chosen == "h2"


async def test_the_product_gets_whole_requests_and_the_log_no_query(
    proxy: Proxy, visitor: httpx.AsyncClient, first: Telling, second: Telling
):
    url = f"wss://localhost:{proxy.port}/_event/?token=secret"
    async with connect(url, ssl=proxy.trust) as socket:
        await socket.recv()
    reset = "/auth/reset-password?token=secret"
    await visitor.get(reset, headers={"Referer": f"https://localhost{reset}"})
    await visitor.get("/api/health")
    # Requests are logged after they have been answered.
    await until(lambda: "/api/health" in proxy.access_log.read_text())
    lines = proxy.access_log.read_text()
    assert "secret" not in lines
    assert (lines.count("/_event/"), lines.count("/auth/reset-password")) == (1, 1)

    _, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.trust)
    writer.write(b"POST /half HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nhalf")
    await writer.drain()
    assert (await visitor.post("/whole", content=b"whole")).status_code == 200
    writer.close()
    paths = {*first.paths, *second.paths}
    assert "/whole" in paths
    assert "/half" not in paths

    # The largest file to verify.
    largest = await visitor.post("/api/verify/file", content=b"x" * MAX_FILE_BYTES)
    assert largest.status_code == 200
    assert (await visitor.post("/api/verify/file", content=b"x" * (MAX_FILE_BYTES + 1))).status_code == 413


async def test_requests_go_on_without_a_process_that_is_not_ready(
    visitor: httpx.AsyncClient, proxy: Proxy, first: Telling, second: Telling
):
    first.missing = True

    async def names_of_tabs() -> set[str]:
        """Open some tabs, one after the other, and return which processes have them."""
        names = set()
        for _ in range(4):
            url = f"wss://localhost:{proxy.port}/_event/?token=secret"
            try:
                async with connect(url, ssl=proxy.trust) as socket:
                    names.add(json.loads(await socket.recv())["name"])
            except InvalidStatus:
                names.add("none")
        return names

    # nginx asks the next process at once, Caddy finds out within two seconds.
    async def passed_over() -> bool:
        return await names_of_tabs() == {second.name}

    await until(passed_over)
    assert first.paths


@pytest.mark.parametrize("kind", ["nginx", "caddy"])
async def test_requests_go_on_without_a_process_that_has_ended(first: Telling, tmp_path: Path, kind: str):
    with before([first.port, free_port()], kind, tmp_path) as proxy:
        url = f"https://localhost:{proxy.port}/api/health"
        async with httpx.AsyncClient(verify=proxy.trust) as visitor:
            answers = [await visitor.post(url, content=b"answer") for _ in range(6)]
    assert {answer.status_code for answer in answers} == {200}


async def test_nginx_gives_another_process_the_tabs_and_scripts_that_one_refuses(
    first: Telling, second: Telling, tmp_path: Path
):
    first.missing = True
    with before([first.port, second.port], "nginx", tmp_path) as proxy:
        for prefix in PREFIXES:
            for _ in range(4):
                url = f"wss://localhost:{proxy.port}{prefix}/_event/?token=secret"
                async with connect(url, ssl=proxy.trust) as socket:
                    assert json.loads(await socket.recv())["name"] == second.name
        tried = len(first.paths)
        assert tried
        async with httpx.AsyncClient(verify=proxy.trust) as visitor:
            for prefix in PREFIXES:
                url = f"https://localhost:{proxy.port}{prefix}/assets/app-1.js"
                answers = [await visitor.get(url) for _ in range(4)]
                assert [answer.json()["name"] for answer in answers] == [second.name] * 4
    assert len(first.paths) > tried
