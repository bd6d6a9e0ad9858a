"""The access log and the id of each request."""

import logging

import httpx
import pytest
from starlette.types import Receive, Scope, Send

from webdev_certs.web.log_lines import request_id
from webdev_certs.web.request_log import RequestLog


def client(status: int = 200, error: Exception | None = None) -> httpx.AsyncClient:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if status:
            await send({"type": "http.response.start", "status": status, "headers": []})
            await send({"type": "http.response.body", "body": request_id.get().encode()})
        if error:
            raise error

    transport = httpx.ASGITransport(RequestLog(app), raise_app_exceptions=True)
    return httpx.AsyncClient(transport=transport, base_url="http://test")


async def test_a_request_is_one_line_without_its_query(caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO, "webdev_certs"):
        await client(404).get("/api/tests?token=hunter2", headers={"Authorization": "Bearer hunter2"})
    (line,) = caplog.messages
    assert line.startswith("GET /api/tests 404 ")


async def test_each_request_has_its_id_inside_and_in_its_answer():
    first, second = await client().get("/"), await client().get("/", headers={"X-Request-Id": "chosen"})
    assert first.text == first.headers["x-request-id"]
    assert len({first.text, second.text, "chosen"}) == 3
    assert request_id.get() == ""


@pytest.mark.parametrize("path", ["/api/health", "/api/ready"])
async def test_a_check_is_logged_only_if_it_fails(path: str, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.INFO, "webdev_certs"):
        await client(200).get(path)
        assert caplog.messages == []
        await client(503).get(path)
    assert len(caplog.messages) == 1


async def test_an_error_before_the_answer_is_logged_and_answered(caplog: pytest.LogCaptureFixture):
    response = await client(0, RuntimeError("inside")).get("/page")
    assert (response.status_code, response.text) == (500, "Internal Server Error")
    assert "GET /page failed" in caplog.text


async def test_an_error_that_was_answered_is_not_logged_again(caplog: pytest.LogCaptureFixture):
    assert (await client(500, RuntimeError("inside")).get("/api/tests")).status_code == 500
    assert "inside" not in caplog.text
