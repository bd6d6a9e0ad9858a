"""The bearer token of every request and its refresh, as the server receives them."""

import json

import httpx
import pytest
from starlette.responses import JSONResponse

from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account, registration
from tests.mailbox import set_confirmed
from tests.unit.ui.client.wire import PROBLEM, REFRESH, VERIFY, Line, Tokens, Wire
from webdev_certs.schemas.auth import Credentials, Registration
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api, ApiError, connect
from webdev_certs.ui.client.refresh_after_401 import EXEMPT_PATHS, BearerAuth

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
