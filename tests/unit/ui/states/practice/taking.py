"""Take practice sessions over the API, and on the screen."""

import httpx

from tests.factories import Account
from tests.practicing import give, read, start
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.ui.states.practice.practice import PracticeState


async def take_practice(api: httpx.AsyncClient, account: Account, items: int = 10) -> str:
    """Answer the first items of a practice session, the first five incorrectly; return the session's id."""
    state = await start(api, account)
    for position in range(1, items + 1):
        await give(api, account, state, right=position > 5)
        state = (await read(api, account, state)).json()
    return state["practice_session_id"]


async def check(tab: Tab, *, right: bool = True) -> None:
    """Send an answer to the item on the screen."""
    practice = tab.state(PracticeState)
    await tab.fire(PracticeState.check, practice.ticket, entries(practice.item, right=right))
