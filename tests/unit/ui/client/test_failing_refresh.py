"""A refresh of the token that fails: for a moment, or for good."""

import asyncio

import httpx
import pytest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import (
    PROBLEM,
    REFRESH,
    STATUS,
    VERIFY,
    Call,
    Line,
    Tokens,
    Wire,
    end_login_session,
)
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.ui.client import NO_REFRESH_TOKEN, Api, ApiError, connect, use_transport
from webdev_certs.ui.client.refresh_after_401 import REFRESH_PAUSES


async def test_without_a_refresh_token_the_browser_is_signed_out(line: Line, wire: Wire):
    tokens = Tokens("garbage")
    with pytest.raises(ApiError) as refusal:
        await connect(tokens).verify()
    assert (refusal.value.status, refusal.value.message) == (401, NO_REFRESH_TOKEN)
    assert NO_REFRESH_TOKEN == "No refresh token available"
    assert str(refusal.value) == NO_REFRESH_TOKEN
    assert tokens == Tokens(signed_out=1)
    assert wire.paths() == [VERIFY]


async def test_a_failed_refresh_signs_out_and_is_passed_on(
    client: Api, wire: Wire, tokens: Tokens, account: Account, clock: FakeClock, resources: Resources
):
    await end_login_session(resources, account)
    clock.advance(minutes=15)
    with pytest.raises(ApiError) as refusal:
        await client.payment_status()
    assert (refusal.value.status, refusal.value.code) == (401, "invalid_refresh_token")
    assert tokens == Tokens(signed_out=1)
    assert wire.paths() == [STATUS, REFRESH]


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (PlainTextResponse("Bad gateway", 502), 502),
        (PlainTextResponse("<html>Welcome</html>", 200), 200),
        (JSONResponse({"access_token": None}, 200), 200),
        (Response(status_code=204), 204),
    ],
)
async def test_a_refresh_that_never_gets_a_token_fails_after_several_tries(
    client: Api, wire: Wire, tokens: Tokens, clock: FakeClock, answer: Response, status: int
):
    clock.advance(minutes=15)
    wire.instead(REFRESH, answer)
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert refusal.value.status == status
    assert refusal.value.message
    assert wire.count(REFRESH) == 3
    assert tokens == Tokens(signed_out=1, reconnecting=[True, False])


def test_the_tries_go_on_for_a_minute():
    """Long enough for a restart of the server. The other tests choose shorter pauses."""
    assert sum(REFRESH_PAUSES) == 60


@pytest.mark.parametrize("status", [400, 403])
async def test_a_refused_refresh_is_not_tried_again(
    client: Api, wire: Wire, tokens: Tokens, clock: FakeClock, status: int
):
    clock.advance(minutes=15)
    wire.instead(REFRESH, JSONResponse(PROBLEM | {"status": status}, status))
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert refusal.value.status == status
    assert wire.count(REFRESH) == 1
    assert tokens == Tokens(signed_out=1)


@pytest.mark.parametrize("status", [503, 429])
async def test_a_failing_server_does_not_sign_out(
    client: Api, wire: Wire, tokens: Tokens, account: Account, clock: FakeClock, status: int
):
    clock.advance(minutes=15)
    failures = [True, True]

    async def fail_twice(_call: Call) -> Response | None:
        return PlainTextResponse("", status) if failures and failures.pop() else None

    wire.answers[REFRESH] = fail_twice
    assert (await client.verify()).email == account.user["email"]
    assert wire.paths() == [VERIFY, REFRESH, REFRESH, REFRESH, VERIFY]
    assert not tokens.signed_out
    assert tokens.reconnecting == [True, False]


async def test_a_lost_answer_does_not_sign_out(
    client: Api, wire: Wire, line: Line, tokens: Tokens, account: Account, clock: FakeClock
):
    clock.advance(minutes=15)
    line.cut_after = REFRESH

    async def repair(_call: Call) -> None:
        if wire.count(REFRESH) == 2:
            line.cut_after = None

    wire.answers[REFRESH] = repair
    assert (await client.verify()).email == account.user["email"]
    assert not tokens.signed_out


async def test_a_server_that_dies_and_stays_away_signs_out(line: Line):
    """A refresh that gets no answer in the end has failed, and the error is raised."""

    async def refuse_then_die(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        if REFRESH.encode() in asked:
            server.close()
            writer.transport.abort()
        else:
            writer.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            writer.close()

    server = await asyncio.start_server(refuse_then_die, "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    tokens = Tokens("expired", "good")
    async with server, httpx.AsyncHTTPTransport() as network:
        use_transport(f"http://127.0.0.1:{port}", network, refresh_pauses=(0, 0))
        with pytest.raises(ApiError) as refusal:
            await connect(tokens).verify()
    assert (refusal.value.status, refusal.value.code) == (0, "unreachable")
    assert tokens == Tokens(signed_out=1, reconnecting=[True, False])


async def test_a_refresh_has_the_timeout_of_the_request_that_needs_it(
    client: Api, line: Line, clock: FakeClock
):
    clock.advance(minutes=15)
    await client.verify()
    asked, refresh, again = (request.extensions["timeout"] for request in line.requests)
    assert asked == refresh == again
