"""Many simultaneous requests refresh once."""

import asyncio

import httpx

from tests.conftest import FakeClock
from tests.factories import PASSWORD, Account
from tests.unit.ui.client.wire import REFRESH, VERIFY, Call, Line, Tokens, Wire, end_login_session
from tests.waiting import until
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.ui.client import Api, connect


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
