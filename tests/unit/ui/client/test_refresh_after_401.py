"""The bearer token of every request and its refresh, as the server receives them."""

import asyncio
import json

import httpx
import pytest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, registration
from tests.mailbox import set_confirmed
from tests.unit.ui.client.wire import (
    PROBLEM,
    REFRESH,
    VERIFY,
    Call,
    Line,
    Tokens,
    Wire,
    end_login_session,
)
from tests.waiting import until
from webdev_certs.schemas.auth import Credentials, Registration
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import NO_REFRESH_TOKEN, Api, ApiError, connect
from webdev_certs.ui.client.refresh_after_401 import EXEMPT_PATHS, REFRESH_PAUSES, BearerAuth

# Which requests carry the access token


async def test_requests_carry_the_stored_token(client: Api, wire: Wire, account: Account):
    assert (await client.verify()).email == account.user["email"]
    await client.technologies()
    assert {call.authorization for call in wire.calls} == {f"Bearer {account.access_token}"}
    assert {call.user_agent for call in wire.calls} == {"Browser/1.0"}


async def test_without_a_token_nothing_is_sent(line: Line, wire: Wire):
    await connect(Tokens()).technologies()
    assert [call.authorization for call in wire.calls] == [None]


async def test_signing_in_and_registering_carry_no_token(client: Api, wire: Wire, account: Account):
    await client.login(Credentials(email=account.user["email"], password=PASSWORD))
    await client.register(Registration(**registration()))
    assert wire.paths() == ["/api/auth/login", "/api/auth/register"]
    assert {call.authorization for call in wire.calls} == {None}


@pytest.mark.parametrize("path", EXEMPT_PATHS)
async def test_the_401_of_an_exempt_path_is_final(wire: Wire, tokens: Tokens, path: str):
    wire.instead(f"/api{path}", JSONResponse(PROBLEM, 401))
    async with httpx.AsyncClient(transport=httpx.ASGITransport(wire), base_url="http://api.test") as http:
        auth = BearerAuth(tokens, httpx.URL(f"http://api.test{REFRESH}"), http)
        response = await http.post(f"/api{path}?next=1", auth=auth)
    assert response.status_code == 401
    assert [(call.raw_path, call.authorization) for call in wire.calls] == [(f"/api{path}", None)]
    assert tokens.access_token
    assert not tokens.signed_out


@pytest.mark.parametrize("path", EXEMPT_PATHS)
async def test_an_id_that_reads_like_an_exempt_path_changes_nothing(client: Api, wire: Wire, path: str):
    with pytest.raises(ApiError) as refusal:
        await client.attempt(path)
    assert refusal.value.status == 404
    assert wire.calls[0].authorization is not None


# Refreshing


async def test_an_expired_token_is_refreshed_once_and_the_request_repeated(
    client: Api, line: Line, wire: Wire, tokens: Tokens, account: Account, clock: FakeClock
):
    clock.advance(minutes=15)
    assert (await client.verify()).email == account.user["email"]
    assert wire.paths() == [VERIFY, REFRESH, VERIFY]
    first, refresh, second = wire.calls
    assert first.authorization == f"Bearer {account.access_token}"
    assert refresh.authorization is None
    assert json.loads(refresh.body) == {
        "refresh_token": account.refresh_token,
        "access_token": account.access_token,
    }
    assert second.authorization == f"Bearer {tokens.access_token}"
    # Only the access token is new.
    assert tokens.access_token not in ("", account.access_token)
    assert tokens == Tokens(tokens.access_token, account.refresh_token, signed_out=0)
    timeouts = [request.extensions["timeout"] for request in line.requests]
    assert timeouts == [timeouts[0]] * 3


async def test_a_malformed_token_is_refreshed(client: Api, wire: Wire, tokens: Tokens):
    tokens.access_token = "dämaged\u2028"
    await client.verify()
    assert wire.paths() == [VERIFY, REFRESH, VERIFY]


async def test_the_body_of_a_repeated_request_is_intact(
    client: Api, wire: Wire, account: Account, clock: FakeClock, api: httpx.AsyncClient
):
    await set_confirmed(account, True)
    clock.advance(minutes=15)
    state = await client.start_attempt("react")
    assert state.position == 1
    first, _, second = wire.calls
    assert json.loads(first.body) == {"technology": "react", "mock": False}
    assert (second.method, second.raw_path, second.body) == (first.method, first.raw_path, first.body)
    assert second.user_agent == "Browser/1.0"


async def test_a_repeated_401_is_not_refreshed_again(client: Api, wire: Wire, tokens: Tokens):
    wire.instead(VERIFY, JSONResponse(PROBLEM, 401))
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert (refusal.value.status, refusal.value.code) == (401, "no")
    assert wire.paths() == [VERIFY, REFRESH, VERIFY]
    assert not tokens.signed_out


async def test_a_refresh_names_the_language_of_the_tab(
    line: Line, wire: Wire, account: Account, clock: FakeClock
):
    clock.advance(minutes=15)
    with in_language("de"):
        await connect(Tokens(account.access_token, account.refresh_token)).verify()
    (refresh,) = (call for call in wire.calls if call.raw_path == REFRESH)
    assert refresh.language == "de"


# A refresh that fails: for a moment, or for good


async def test_without_a_refresh_token_the_browser_is_signed_out(line: Line, wire: Wire):
    tokens = Tokens("garbage")
    with pytest.raises(ApiError) as refusal:
        await connect(tokens).verify()
    assert (refusal.value.status, refusal.value.message) == (401, NO_REFRESH_TOKEN)
    assert tokens == Tokens(signed_out=1)
    assert wire.paths() == [VERIFY]


@pytest.mark.parametrize(
    ("answer", "tries"),
    [
        (PlainTextResponse("Bad gateway", 502), 3),
        (PlainTextResponse("<html>Welcome</html>", 200), 3),
        (JSONResponse({"access_token": None}, 200), 3),
        (Response(status_code=204), 3),
        # A refusal is final.
        (JSONResponse(PROBLEM, 400), 1),
        (JSONResponse(PROBLEM, 403), 1),
    ],
)
async def test_a_refresh_that_never_gets_a_token_fails_after_several_tries_unless_it_is_refused(
    client: Api, wire: Wire, tokens: Tokens, clock: FakeClock, answer: Response, tries: int
):
    clock.advance(minutes=15)
    wire.instead(REFRESH, answer)
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert refusal.value.status == answer.status_code
    assert refusal.value.message
    assert wire.count(REFRESH) == tries
    assert tokens == Tokens(signed_out=1, reconnecting=[True, False] if tries > 1 else [])


def test_the_tries_go_on_for_a_minute():
    """Long enough for a restart of the server. The other tests choose shorter pauses."""
    assert sum(REFRESH_PAUSES) == 60


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


async def test_a_server_that_dies_and_stays_away_signs_out(
    client: Api, wire: Wire, line: Line, tokens: Tokens, clock: FakeClock
):
    clock.advance(minutes=15)

    async def go_away(_call: Call) -> None:
        line.cut = True

    wire.answers[VERIFY] = go_away
    with pytest.raises(ApiError) as refusal:
        await client.verify()
    assert refusal.value.code == "unreachable"
    assert tokens == Tokens(signed_out=1, reconnecting=[True, False])


# Many requests at once


async def test_late_requests_use_the_token_of_the_first_refresh(
    client: Api, wire: Wire, account: Account, clock: FakeClock
):
    """Their 401 arrives after the refresh and all requests that shared it have ended."""
    clock.advance(minutes=15)
    arrived, may_go_on = 0, asyncio.Event()

    async def late(call: Call) -> None:
        nonlocal arrived
        arrived += 1
        if arrived > 25 and call.authorization == f"Bearer {account.access_token}":
            await may_go_on.wait()

    wire.answers[VERIFY] = late
    requests = [asyncio.create_task(client.verify()) for _ in range(50)]
    await asyncio.gather(*requests[:25])
    may_go_on.set()
    await asyncio.gather(*requests)
    assert (wire.count(REFRESH), wire.count(VERIFY)) == (1, 100)


async def test_the_tabs_of_one_browser_refresh_together(
    line: Line, wire: Wire, account: Account, clock: FakeClock
):
    clock.advance(minutes=15)
    tabs = [Tokens(account.access_token, account.refresh_token) for _ in range(10)]
    await asyncio.gather(*(connect(tab).verify() for tab in tabs for _ in range(5)))
    assert wire.count(REFRESH) == 1
    assert len({tab.access_token for tab in tabs}) == 1


async def test_two_browsers_refresh_each_for_itself(
    line: Line, wire: Wire, account: Account, api: httpx.AsyncClient, clock: FakeClock
):
    login = {"email": account.user["email"], "password": PASSWORD}
    other = (await api.post("/api/auth/login", json=login)).json()
    clock.advance(minutes=15)
    browsers = [
        Tokens(account.access_token, account.refresh_token),
        Tokens(other["access_token"], other["refresh_token"]),
    ]
    await asyncio.gather(*(connect(browser).verify() for browser in browsers))
    assert wire.count(REFRESH) == 2
    assert browsers[0].access_token != browsers[1].access_token


async def test_a_failed_refresh_fails_for_every_waiting_request(
    client: Api, wire: Wire, tokens: Tokens, account: Account, clock: FakeClock, resources: Resources
):
    await end_login_session(resources, account)
    clock.advance(minutes=15)
    refusals = await asyncio.gather(*(client.payment_status() for _ in range(50)), return_exceptions=True)
    assert {getattr(refusal, "code", "none") for refusal in refusals} == {"invalid_refresh_token"}
    assert wire.count(REFRESH) == 1
    assert tokens == Tokens(signed_out=50)


async def test_a_refresh_without_an_answer_fails_for_every_waiting_request(
    client: Api, line: Line, wire: Wire, tokens: Tokens, clock: FakeClock
):
    clock.advance(minutes=15)
    line.cut_after = REFRESH
    refusals = await asyncio.gather(*(client.payment_status() for _ in range(50)), return_exceptions=True)
    assert {getattr(refusal, "code", "none") for refusal in refusals} == {"unreachable"}
    # One request tries for all of them.
    assert wire.count(REFRESH) == 3
    assert tokens == Tokens(signed_out=50, reconnecting=[True, False])


async def test_a_canceled_request_lets_the_others_refresh(client: Api, wire: Wire, clock: FakeClock):
    clock.advance(minutes=15)
    refreshing, forever = asyncio.Event(), asyncio.Event()

    async def hang_once(_call: Call) -> None:
        if not refreshing.is_set():
            refreshing.set()
            await forever.wait()

    wire.answers[REFRESH] = hang_once
    first = asyncio.create_task(client.verify())
    await refreshing.wait()
    second = asyncio.create_task(client.verify())
    await until(lambda: wire.count(VERIFY) == 2)
    first.cancel()
    assert (await second).email
    assert wire.count(REFRESH) == 2
