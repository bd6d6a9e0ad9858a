"""A refresh of the token that fails: for a moment, or for good."""

import pytest
from starlette.responses import JSONResponse, PlainTextResponse, Response

from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import PROBLEM, REFRESH, VERIFY, Call, Line, Tokens, Wire
from webdev_certs.ui.client import NO_REFRESH_TOKEN, Api, ApiError, connect


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
