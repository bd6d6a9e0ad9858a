"""Take exams over the API. The texts of the items of `factories.bank` show which answers are right."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.api_client import ApiClient
from tests.ended_attempts import store_right_answers
from tests.factories import Account
from tests.mailbox import set_confirmed

Shown = dict[str, Any]


def answer(item: Shown, *, right: bool = True) -> dict[str, Any]:
    """Return a right or a wrong answer to an item as shown."""
    option = {shown["text"].split()[-1]: shown["id"] for shown in item["options"]}
    match = {shown["text"].split()[-1]: shown["id"] for shown in item["matches"]}
    match item["format"]:
        case "fill_in":
            return {"text": "42" if right else "41"}
        case "true_false":
            return {"choices": [option["true" if right else "false"]]}
        case "multiple_choice":
            # Saved answers come back in the order shown.
            return {"choices": sorted([option["a"], option["b" if right else "c"]], key=int)}
        case "order_lines":
            return {"order": [option[name] for name in ("abcd" if right else "dcba")]}
        case "match_pairs":
            partners = "xyz" if right else "zxy"
            return {"pairs": {option[a]: match[b] for a, b in zip("abc", partners, strict=True)}}
        case _:
            return {"choices": [option["a" if right else "b"]]}


async def start_exam(account: Account, technology: str = "react", *, mock: bool = False) -> dict[str, Any]:
    """Start an exam, with a confirmed email, or a mock exam, and return its state."""
    await set_confirmed(account, True)
    form = {"technology": technology, "mock": mock}
    response = await account.post("/api/tests", json=form)
    assert response.status_code == 201, response.text
    return response.json()


async def save(account: Account, state: dict[str, Any], *, right: bool = True) -> httpx.Response:
    """Save an answer to the current item."""
    return await account.put(
        f"/api/tests/{state['test_id']}/answers/{state['position']}",
        json={"response": answer(state["item"], right=right)},
    )


async def advance(account: Account, state: dict[str, Any]) -> httpx.Response:
    """Go on to the next item."""
    return await account.post(
        f"/api/tests/{state['test_id']}/advance",
        json={"position": state["position"]},
    )


async def take_exam(
    account: Account,
    technology: str = "react",
    *,
    right: Callable[[int], bool] = lambda position: True,
    items: int = 20,
    mock: bool = False,
) -> dict[str, Any]:
    """Start an exam or mock exam, answer its first `items` items, and return the last state.

    The last item is not left. With more than 20 items the exam must not end before, so the answers have to be
    mixed.
    """
    state = await start_exam(account, technology, mock=mock)
    for position in range(1, items + 1):
        response = await save(account, state, right=right(position))
        assert response.status_code == 200, response.text
        if position < items:
            response = await advance(account, state)
            assert response.status_code == 200, response.text
            state = response.json()
    return state


async def submit(account: Account, test_id: str) -> httpx.Response:
    """Submit an exam."""
    return await account.post(f"/api/tests/{test_id}/submit")


async def pass_exam(account: Account, technology: str = "react", *, confirmed: bool = True) -> dict[str, Any]:
    """Pass an exam with right answers only and return its result.

    Without `confirmed` the email is not confirmed when it ends, as after a change of the email meanwhile.

    The attempt starts and ends over the API. Its items and answers are stored at once, because most tests
    need only what follows from a passed exam; `take_exam` goes from item to item.
    """
    state = await start_exam(account, technology)
    await set_confirmed(account, confirmed)
    assert isinstance(account.api, ApiClient)
    await store_right_answers(account.api.app.state.resources, state["test_id"])
    response = await submit(account, state["test_id"])
    assert response.status_code == 200, response.text
    return response.json()


async def report(
    account: Account,
    state: dict[str, Any],
    *,
    kind: str = "wrong_key",
    text: str = "",
    position: int | None = None,
) -> httpx.Response:
    """Report the current item of a test, or the item at a position."""
    return await account.post(
        f"/api/tests/{state['test_id']}/items/{position or state['position']}/report",
        json={"kind": kind, "text": text},
    )
