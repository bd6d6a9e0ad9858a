"""Practice sessions over the API."""

from typing import Any

import httpx

from tests.answering import answer
from tests.conftest import FakeClock
from tests.factories import Account, sign_in

State = dict[str, Any]


async def start(api: httpx.AsyncClient, account: Account, **form: Any) -> State:
    """Start a practice session and return its state."""
    response = await api.post("/api/practice", json={"technology": "react"} | form, headers=account.headers)
    assert response.status_code == 201, response.text
    return response.json()


async def read(api: httpx.AsyncClient, account: Account, state: State, path: str = "") -> httpx.Response:
    """Get the practice session of a state, or a path below it."""
    return await api.get(f"/api/practice/{state['practice_session_id']}{path}", headers=account.headers)


async def give(
    api: httpx.AsyncClient, account: Account, state: State, *, right: bool = True
) -> httpx.Response:
    return await api.post(
        f"/api/practice/{state['practice_session_id']}/answers/{state['position']}",
        json={"response": answer(state["item"], right=right)},
        headers=account.headers,
    )


async def later(api: httpx.AsyncClient, account: Account, clock: FakeClock, **duration: float) -> Account:
    """Advance the clock and sign in again, because access tokens expire."""
    clock.advance(**duration)
    return await sign_in(api, account)


async def finish(api: httpx.AsyncClient, account: Account, **form: Any) -> State:
    """Answer all items of a practice session, every second one wrong; return the last state."""
    state = await start(api, account, **form)
    while not state["finished"]:
        response = await give(api, account, state, right=state["position"] % 2 == 1)
        assert response.status_code == 200, response.text
        state = (await read(api, account, state)).json()
    return state


def given(response: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its empty fields."""
    return {field: value for field, value in response.items() if value is not None}
