"""The client's calls: typed answers, refusals as one exception, and escaped ids in URLs."""

import asyncio
from urllib.parse import unquote

import httpx
import pytest
from fastapi import FastAPI
from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import set_confirmed
from tests.ports import free_port
from tests.serving import until_it_answers
from tests.unit.ui.client.wire import REFRESH, Call, Line, Tokens, Wire
from webdev_certs.schemas.certificates import SharingChoice
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.ui.client import Api, ApiError, connect, use_transport

TECHNOLOGIES = "/api/technologies"
ODD_IDS = ["..", ".", "a/b", "/", "%2f", "%2e%2e", "a?b", "a#b", "a b", "ä€", "\r\nX: y", "\x00", "x" * 5000]


@pytest.mark.parametrize("id_", ODD_IDS)
async def test_an_odd_id_stays_one_segment(client: Api, wire: Wire, id_: str):
    calls = [
        client.attempt(id_),
        client.attempt_result(id_),
        client.practice_session(id_),
        client.practice_result(id_),
        client.submit_attempt(id_),
        client.advance_attempt(id_, 1),
        client.save_answer(id_, 1, ItemResponse(text="42")),
        client.answer_practice(id_, 1, ItemResponse(text="42")),
        client.share_certificate(id_, SharingChoice(score_public=True)),
        client.certificate_file(id_, "pdf"),
        client.reissue_certificate(id_),
        client.verify_certificate(id_),
    ]
    for call in calls:
        with pytest.raises(ApiError) as refusal:
            await call
        assert refusal.value.status in (404, 405, 422)
        assert refusal.value.message
    for call in wire.calls:
        _, api, _, segment, *rest = call.raw_path.split("/")
        assert (api, unquote(segment)) == ("api", id_)
        assert call.query == {}
        assert "/".join(rest) in ("", "result", "submit", "advance", "answers/1", "pdf", "reissue")


async def test_an_empty_id_does_not_read_the_list(client: Api, wire: Wire):
    with pytest.raises(ApiError) as refusal:
        await client.attempt("")
    assert refusal.value.status == 404
    assert wire.paths() == ["/api/tests/-"]


async def test_an_id_longer_than_a_url_may_be_is_refused(client: Api, wire: Wire):
    with pytest.raises(ApiError) as refusal:
        await client.attempt("x" * 70_000)
    assert refusal.value.message
    assert wire.calls == []


async def test_refusals_carry_the_problem(client: Api, account: Account, api: httpx.AsyncClient):
    await set_confirmed(account, True)
    state = await client.start_attempt("react")
    with pytest.raises(ApiError) as refusal:
        await client.advance_attempt(str(state.test_id), 2)
    error = refusal.value
    assert (error.status, error.code) == (409, "position_not_current")
    assert error.message == str(error)
    assert error.extra["position"] == 1
    assert error.fields == {}


async def test_refused_fields_are_named(client: Api, wire: Wire):
    with pytest.raises(ApiError) as refusal:
        await client.verify_certificate("WDC-?")
    assert refusal.value.code == "certificate_mistyped"
    assert list(refusal.value.fields) == ["number"]


NO_PROBLEMS = [
    "",
    "<html>Bad gateway</html>",
    "null",
    "[]",
    '"no"',
    "{}",
    '{"code": 7, "detail": null}',
    '{"errors": null}',
    '{"errors": ["no"], "code": "x", "detail": "y"}',
    '{"errors": [{"message": "GraphQL-like"}]}',
    "\x00\xff",
]


@pytest.mark.parametrize("status", [400, 404, 500, 502])
async def test_other_errors_become_a_generic_one(client: Api, wire: Wire, status: int):
    for body in NO_PROBLEMS:
        wire.instead(TECHNOLOGIES, PlainTextResponse(body, status, {"X-Request-Id": "request-7"}))
        with pytest.raises(ApiError) as refusal:
            await client.technologies()
        error = refusal.value
        assert error.request_id == "request-7"
        assert (error.status, error.code, error.fields) == (status, f"http_{status}", {})
        assert error.message == "The server sent an answer we didn’t expect."


@pytest.mark.parametrize(
    "answer",
    [
        HTMLResponse("<h1>Please sign in to the hotel's network</h1>"),
        JSONResponse({"technologies": []}),
        JSONResponse([{"technology": "react"}]),
        Response(status_code=204),
    ],
)
async def test_an_answer_that_breaks_the_contract_is_an_error(client: Api, wire: Wire, answer: Response):
    wire.instead(TECHNOLOGIES, answer)
    with pytest.raises(ApiError) as refusal:
        await client.technologies()
    assert refusal.value.status == answer.status_code
    assert refusal.value.message == "The server sent an answer we didn’t expect."


async def test_a_redirect_is_an_error(client: Api, wire: Wire):
    """Following one could send the token to another server."""
    moved = PlainTextResponse("", 307, {"Location": "http://elsewhere.test/api/auth/logout"})
    wire.instead(TECHNOLOGIES, moved)
    with pytest.raises(ApiError):
        await client.technologies()
    wire.instead("/api/auth/logout", moved)
    with pytest.raises(ApiError):
        await client.logout()
    assert len(wire.calls) == 2


async def test_no_answer_is_status_0(client: Api, line: Line, tokens: Tokens):
    line.cut = True
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert (refusal.value.status, refusal.value.code) == (0, "unreachable")
    assert tokens.access_token


@pytest.mark.parametrize("user_agent", ["", "Ünïcode/1.0 €", "x" * 5000])
async def test_any_user_agent_is_forwarded(line: Line, wire: Wire, tokens: Tokens, user_agent: str):
    await connect(tokens, user_agent).verify()
    assert wire.calls[0].raw_path == "/api/auth/verify"


async def test_files_are_returned_as_bytes(client: Api, wire: Wire):
    wire.instead("/api/certificates/WDC-1/pdf", Response(b"%PDF-"))
    assert await client.certificate_file("WDC-1", "pdf") == b"%PDF-"


async def test_nothing_works_before_a_transport_is_chosen(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("webdev_certs.ui.client.sender.current_server", None)
    with pytest.raises(RuntimeError, match="use_transport"):
        connect(Tokens())


async def test_it_works_across_the_network(
    api_app: FastAPI, api: httpx.AsyncClient, line: Line, tokens: Tokens, account: Account, clock: FakeClock
):
    """The same client over a real socket: tokens expire, and unusual ids arrive unchanged."""
    wire, port = Wire(api_app), free_port()

    async def serve_http(scope, receive, send):
        # The API is already running, and a second lifespan would close it.
        if scope["type"] == "http":
            await wire(scope, receive, send)

    arrived, all_taken = 0, asyncio.Event()

    async def full_house(_call: Call) -> None:
        """Occupy all connections with 401 answers: requests waiting for the refresh must leave it one."""
        nonlocal arrived
        arrived += 1
        if arrived == connections:
            all_taken.set()
        await all_taken.wait()

    server = Server(serve_http, port=port, interface=Interfaces.ASGINL, log_enabled=False)
    serving = asyncio.create_task(server.serve())
    connections = 10
    network = httpx.AsyncHTTPTransport(limits=httpx.Limits(max_connections=connections))
    use_transport(f"http://127.0.0.1:{port}", network)
    client = connect(tokens, "Browser/1.0")
    try:
        await until_it_answers(port)
        clock.advance(minutes=15)
        wire.calls.clear()
        wire.answers["/api/auth/verify"] = full_house
        users = await asyncio.gather(*(client.verify() for _ in range(50)))
        assert {user.email for user in users} == {account.user["email"]}
        assert wire.count(REFRESH) == 1
        for odd in ("..", "a/b", "%2f"):
            with pytest.raises(ApiError) as refusal:
                await client.attempt(odd)
            assert refusal.value.status == 404
        await set_confirmed(account, True)
        assert (await client.start_attempt("react")).position == 1
    finally:
        await network.aclose()
        server.stop()
        await serving


async def test_the_plans_need_no_token(client: Api, wire: Wire):
    wire.instead("/api/payments/plans", JSONResponse([]))
    config = {"publishableKey": "pk_test_1", "scriptUrl": "https://x", "sandbox": True}
    wire.instead("/api/payments/config", JSONResponse(config))
    assert await client.plans(None) == []
    assert (await client.payment_config()).sandbox
    assert [call.authorization for call in wire.calls] == [None, None]


@pytest.mark.parametrize("config", [{"publishableKey": "", "scriptUrl": "https://x", "sandbox": False}, {}])
async def test_without_a_publishable_key_payments_are_not_configured(
    client: Api, wire: Wire, config: dict[str, object]
):
    wire.instead("/api/payments/config", JSONResponse(config))
    with pytest.raises(ApiError) as refusal:
        await client.payment_config()
    assert refusal.value.code == "payments_not_configured"
