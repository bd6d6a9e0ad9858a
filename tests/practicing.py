"""Practice sessions over the API."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.answering import answer
from tests.conftest import FakeClock
from tests.factories import Account, sign_in

State = dict[str, Any]


async def start(account: Account, **form: Any) -> State:
    """Start a practice session and return its state."""
    response = await account.post("/api/practice", json={"technology": "react"} | form)
    assert response.status_code == 201, response.text
    return response.json()


async def read(account: Account, state: State, path: str = "") -> httpx.Response:
    """Get the practice session of a state, or a path below it."""
    return await account.get(f"/api/practice/{state['practice_session_id']}{path}")


async def give(account: Account, state: State, *, right: bool = True) -> httpx.Response:
    return await account.post(
        f"/api/practice/{state['practice_session_id']}/answers/{state['position']}",
        json={"response": answer(state["item"], right=right)},
    )


async def later(account: Account, clock: FakeClock, **duration: float) -> Account:
    """Advance the clock and sign in again, because access tokens expire."""
    clock.advance(**duration)
    return await sign_in(account)


async def answer_all(
    account: Account,
    state: State,
    *,
    right: bool | Callable[[int], bool] = True,
    clock: FakeClock | None = None,
) -> State:
    """Answer a practice session from the item of a state to its end; return the last state.

    Args:
        account: The learner.
        state: The practice session.
        right: Whether answers are correct: all of them, or by their positions.
        clock: Advances before each answer; None to answer all at the same time.
    """
    while not state["finished"]:
        if clock:
            clock.advance(seconds=10)
        is_right = right(state["position"]) if callable(right) else right
        response = await give(account, state, right=is_right)
        assert response.status_code == 200, response.text
        state = (await read(account, state)).json()
    return state


async def finish(
    account: Account,
    *,
    right: bool | Callable[[int], bool] = lambda position: position % 2 == 1,
    clock: FakeClock | None = None,
    **form: Any,
) -> State:
    """Start a practice session and answer it to its end, by default every second item wrong."""
    return await answer_all(account, await start(account, **form), right=right, clock=clock)


def given(response: dict[str, Any]) -> dict[str, Any]:
    """Return an answer without its empty fields."""
    return {field: value for field, value in response.items() if value is not None}
