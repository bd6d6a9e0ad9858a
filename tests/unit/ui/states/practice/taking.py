"""Take practice sessions over the API, and on the screen."""

from typing import Any

import httpx

from tests.answering import answer
from tests.factories import Account
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.ui.states.practice.practice import PracticeState


async def take_practice(api: httpx.AsyncClient, account: Account, items: int = 10) -> str:
    """Answer the first items of a practice session, the first five incorrectly; return the session's id."""
    response = await api.post("/api/practice", json={"technology": "react"}, headers=account.headers)
    state: dict[str, Any] = response.json()
    path = f"/api/practice/{state['practice_session_id']}"
    for position in range(1, items + 1):
        body = {"response": answer(state["item"], right=position > 5)}
        await api.post(f"{path}/answers/{position}", json=body, headers=account.headers)
        state = (await api.get(path, headers=account.headers)).json()
    return state["practice_session_id"]


async def check(tab: Tab, *, right: bool = True) -> None:
    """Send an answer to the item on the screen."""
    practice = tab.state(PracticeState)
    await tab.fire(PracticeState.check, practice.ticket, entries(practice.item, right=right))
