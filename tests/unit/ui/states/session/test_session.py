"""How the session changes: signing in, signing out, refreshing."""

import asyncio

import pytest

from tests.factories import Account
from tests.unit.ui.client.wire import REFRESH, Call, Wire, end_login_session
from tests.unit.ui.states.browser import Tab, redirect
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.ui.states.session.session import SessionState
from webdev_certs.ui.states.shared.unawaited import finish_background_work

LOGOUT = "/api/auth/logout"
USER = '{"id": "00000000-0000-4000-8000-000000000000", "email": "a@example.com", "full_name": "Ada"}'


def is_anonymous(tab: Tab) -> bool:
    session = tab.state(SessionState)
    stored = (session.access_token, session.refresh_token, session.user)
    return stored == ("", "", "") and not session.is_authenticated and not session.loading


@pytest.mark.parametrize(
    ("token", "user", "authenticated"),
    [
        ("token", USER, True),
        ("", USER, False),
        ("token", "", False),
        ("", "", False),
        ("token", "{", False),
        ("token", "null", False),
        ("token", "{}", False),
        ("token", '{"id": "1", "email": "a@example.com", "full_name": "Ada"}', False),
        ("token", '{"id": "00000000-0000-4000-8000-000000000000", "email": 7, "full_name": "Ada"}', False),
    ],
)
async def test_it_takes_a_token_and_a_valid_user(visitor: Tab, token: str, user: str, authenticated: bool):
    session = visitor.state(SessionState)
    session.access_token, session.user = token, user
    assert session.is_authenticated is authenticated
    if authenticated:
        assert (session.user_name, session.user_email) == ("Ada", "a@example.com")
    assert not session.reduced_motion, "nobody has asked for it"


async def test_the_browser_is_signed_out_before_the_server_answers(
    own_tab: Tab, wire: Wire, account: Account
):
    asked, answered = asyncio.Event(), asyncio.Event()

    async def silent(_call: Call) -> None:
        asked.set()
        await answered.wait()

    wire.answers[LOGOUT] = silent
    async with asyncio.timeout(5):
        effects = [effect async for step in own_tab.stream(SessionState.logout) for effect in step]
    assert redirect(effects) == "/"
    assert is_anonymous(own_tab)
    await asked.wait()
    assert wire.calls[0].authorization == f"Bearer {account.access_token}"
    answered.set()
    await finish_background_work()
    assert is_anonymous(own_tab)


async def test_without_a_token_the_server_is_not_asked(tab: Tab, wire: Wire):
    tab.state(SessionState).user = USER
    assert redirect(await tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(tab)
    assert wire.calls == []


async def test_an_ended_login_session_is_logged_out_too(
    own_tab: Tab, account: Account, resources: Resources, wire: Wire
):
    await end_login_session(resources, account)
    own_tab.state(SessionState).access_token = "expired"
    assert redirect(await own_tab.fire(SessionState.logout)) == "/"
    assert is_anonymous(own_tab)
    assert wire.paths() == [LOGOUT, REFRESH]
