"""Calls within the process arrive and are answered like those over a network."""

import asyncio
import logging
import re

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from tests.waiting import until
from webdev_certs.ui.client import InProcess, in_process


async def test_a_request_is_completed_when_its_sender_is_canceled():
    arrived, go_on, done = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        arrived.set()
        await go_on.wait()
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})
        done.set()

    async with httpx.AsyncClient(transport=InProcess(app)) as http:
        sender = asyncio.create_task(http.post("http://api.test/"))
        await arrived.wait()
        sender.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sender
        go_on.set()
        await asyncio.wait_for(done.wait(), 5)


async def _describe(scope: Scope, receive: Receive, send: Send) -> None:
    request = Request(scope, receive)
    seen = {
        "method": request.method,
        "path": scope["raw_path"].decode(),
        "query": request.url.query,
        "headers": dict(request.headers),
        "ip": request.client and request.client.host,
        "body": (await request.body()).decode(),
    }
    await JSONResponse(seen, 201, {"X-Kind": "description"})(scope, receive, send)


async def test_the_api_sees_what_the_caller_sends_and_counts_by_the_ip_address_of_the_browser():
    headers = {"X-Forwarded-For": "2001:db8::7", "Authorization": "Bearer abc"}
    async with httpx.AsyncClient(transport=InProcess(_describe)) as http:
        answer = await http.put("http://api.test/api/a%2Fb?after=%C3%A4", content=b"{}", headers=headers)
        unknown = (await http.get("http://api.test/")).json()
    seen = answer.json()
    assert (answer.status_code, answer.headers["X-Kind"]) == (201, "description")
    assert (seen["method"], seen["path"], seen["body"]) == ("PUT", "/api/a%2Fb", "{}")
    assert seen["query"] == "after=%C3%A4"
    assert (seen["headers"]["authorization"], seen["headers"]["content-length"]) == ("Bearer abc", "2")
    assert seen["ip"] == "2001:db8::7"
    assert "x-forwarded-for" not in seen["headers"]
    assert unknown["ip"] == "127.0.0.1", "limits need an address"


async def test_calls_of_an_event_share_its_id(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(in_process, "current_event_id", lambda: "of-the-event")
    async with httpx.AsyncClient(transport=InProcess(_describe)) as http:
        answer = await http.get("http://api.test/")
    assert answer.headers["x-request-id"] == "of-the-event"


async def _fail(_scope: Scope, _receive: Receive, _send: Send) -> None:
    raise RuntimeError("no answer")


async def _fail_after_answer(scope: Scope, receive: Receive, send: Send) -> None:
    await Response("kept", 503)(scope, receive, send)
    raise RuntimeError("after the answer")


@pytest.mark.parametrize(
    ("app", "status", "text", "logged"),
    [
        (_fail, 500, "", ["GET /path failed", "GET /path 500"]),
        (_fail_after_answer, 503, "kept", ["GET /path 503"]),
        (_describe, 201, None, ["GET /path 201"]),
        (StreamingResponse(iter([b"in ", b"parts"])), 200, "in parts", ["GET /path 200"]),
    ],
)
async def test_calls_are_in_the_log_and_failures_are_answers(
    app: ASGIApp, status: int, text: str | None, logged: list[str], caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.INFO, "webdev_certs"):
        async with httpx.AsyncClient(transport=InProcess(app)) as http:
            answer = await http.get("http://api.test/path?token=secret")
    assert answer.status_code == status
    assert text is None or answer.text == text
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("webdev_certs")]
    assert [re.sub(r" \d+ ms$", "", line) for line in lines] == logged


async def test_a_crowd_of_reads_waits_in_order_and_answers_are_saved_meanwhile():
    go_on, begun = asyncio.Event(), list[str]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["path"])
        if scope["method"] == "GET":
            await go_on.wait()
        await Response(status_code=204)(scope, receive, send)

    paths = [f"/{number}" for number in range(50)]
    async with httpx.AsyncClient(transport=InProcess(app), base_url="http://api.test") as http:
        reads = [asyncio.create_task(http.get(path, timeout=20)) for path in paths]
        await until(lambda: bool(begun))
        assert (await http.put("/answer")).status_code == 204
        at_once = len(begun) - 1
        assert begun == [*paths[:at_once], "/answer"]
        assert 0 < at_once < 30, "others need connections to the database, too"
        with pytest.raises(httpx.PoolTimeout):
            await http.get("/too-late", timeout=0.01)
        go_on.set()
        await asyncio.gather(*reads)
        assert begun == [*paths[:at_once], "/answer", *paths[at_once:]]
        assert (await http.get("/after")).status_code == 204
