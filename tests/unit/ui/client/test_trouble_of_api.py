"""A process that serves only the pages says whether it is ready, in front of the product's own API."""

from pathlib import Path

import httpx
import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.unit.ui.client.wire import PROBLEM, Line, Wire
from webdev_certs.ui.client import trouble_of_api
from webdev_certs.web.pages_health import with_health

_UNAVAILABLE = PROBLEM | {"status": 503, "code": "database_unavailable"}


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<!doctype html>")
    return tmp_path


async def _ask(pages: Path, path: str) -> httpx.Response:
    app = with_health(PlainTextResponse("a page"), pages, trouble_of_api)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://ui.test") as http:
        return await http.get(path)


async def test_a_process_lives_whatever_the_api_does(pages: Path, line: Line):
    line.cut = True
    answer = await _ask(pages, "/api/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.parametrize(
    ("api", "reasons"),
    [
        (JSONResponse({"status": "ready", "warnings": []}), []),
        (JSONResponse(_UNAVAILABLE, 503), ["database_unavailable"]),
        (None, ["unreachable"]),
    ],
    ids=["ready", "not ready", "away"],
)
async def test_a_process_is_ready_and_warns_that_its_api_is_not(
    pages: Path, line: Line, wire: Wire, api: JSONResponse | None, reasons: list[str]
):
    line.cut = api is None
    if api:
        wire.instead("/api/ready", api)
    answer = await _ask(pages, "/api/ready")
    warnings = [{"code": "api_unavailable", "reason": reason} for reason in reasons]
    assert (answer.status_code, answer.json()) == (200, {"status": "ready", "warnings": warnings})


async def test_a_process_without_pages_is_not_ready(tmp_path: Path, line: Line):
    answer = await _ask(tmp_path, "/api/ready")
    assert (answer.status_code, answer.json()["code"]) == (503, "pages_missing")
    assert answer.headers["Content-Type"] == "application/problem+json"


async def test_everything_else_is_a_page(pages: Path, line: Line):
    assert (await _ask(pages, "/about")).text == "a page"
    assert (await _ask(pages, "/api/profile")).text == "a page"
