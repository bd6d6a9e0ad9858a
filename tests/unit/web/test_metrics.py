"""Who may read `/metrics`, and how often what it shows is gathered."""

import asyncio
import socket
from collections.abc import Iterable

import httpx
import pytest
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from pydantic import SecretStr
from starlette.responses import PlainTextResponse

from tests.ports import free_port
from webdev_certs.web.front_door import page_finder
from webdev_certs.web.metrics import MetricsPage, gathering

TOKEN = "a token of Prometheus"


class Source:
    def __init__(self) -> None:
        self.times = 0

    async def __call__(self) -> Iterable[Metric]:
        self.times += 1
        return [GaugeMetricFamily("gathered_times", "How often this was read.", self.times)]


def client(token: str) -> httpx.AsyncClient:
    page = MetricsPage(PlainTextResponse("the product"), SecretStr(token) if token else None)
    return httpx.AsyncClient(transport=httpx.ASGITransport(page), base_url="http://test")


@pytest.mark.parametrize(
    ("token", "given"),
    [("", ""), ("", "Bearer "), (TOKEN, ""), (TOKEN, "Bearer "), (TOKEN, "Bearer wrong"), (TOKEN, TOKEN)],
)
async def test_without_the_token_the_answer_is_always_the_same_404(token: str, given: str):
    response = await client(token).get("/metrics", headers={"Authorization": given} if given else {})
    assert (response.status_code, response.text) == (404, "Not Found")
    assert (await client(token).get("/metrics/more")).text == "the product"


async def test_with_the_token_gauges_are_gathered_at_most_every_few_seconds():
    source, asked = Source(), client(TOKEN)
    async with gathering([source], "127.0.0.1", range(0)):
        for _ in range(3):
            response = await asked.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
            assert "\ngathered_times 1.0\n" in response.text
    assert source.times == 1
    response = await asked.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert "gathered_times" not in response.text


async def test_a_worker_takes_the_first_free_port_needs_no_token_there_and_frees_it():
    port = free_port()
    with socket.socket() as other_worker:
        other_worker.bind(("127.0.0.1", port))
        other_worker.listen()
        ports = range(port, port + 2)
        async with gathering([Source()], "127.0.0.1", ports), httpx.AsyncClient() as asked:
            response = await asked.get(f"http://127.0.0.1:{port + 1}/metrics")
            assert "\ngathered_times 1.0\n" in response.text
            assert "\nprocess_resident_memory_bytes " in response.text
        with pytest.raises(OSError, match="Connect call failed"):
            await asyncio.open_connection("127.0.0.1", port + 1)
        with pytest.raises(OSError, match="in use"):
            async with gathering([Source()], "127.0.0.1", range(port, port + 1)):
                pass


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/", "/"),
        ("/de/", "/"),
        ("/about", "/about"),
        ("/de/about/", "/about"),
        ("/verify/ABC-123", "/verify/[number]"),
        ("/assets/main-5f0c.js", "assets"),
        ("/de/assets/main-5f0c.js", "assets"),
        ("/anything-that-strangers-try.php", "other"),
    ],
)
def test_a_request_counts_by_the_template_of_its_page(path: str, page: str):
    assert page_finder(["/", "/about", "/verify/[number]"])(path) == page
