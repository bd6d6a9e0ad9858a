"""Answers to the items of `factories.bank`, told from what is shown alone: their texts give the key away."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.factories import Account
from tests.mailbox import confirm

Shown = dict[str, Any]


def answer(item: Shown, *, right: bool = True) -> dict[str, Any]:
    """A right or a wrong answer to an item as shown."""
    option = {shown["text"].split()[-1]: shown["id"] for shown in item["options"]}
    match = {shown["text"].split()[-1]: shown["id"] for shown in item["matches"]}
    match item["format"]:
        case "fill_in":
            return {"text": "42" if right else "41"}
        case "true_false":
            return {"choices": [option["true" if right else "false"]]}
        case "multiple_choice":
            return {"choices": [option["a"], option["b" if right else "c"]]}
        case "order_lines":
            return {"order": [option[name] for name in ("abcd" if right else "dcba")]}
        case "match_pairs":
            partners = "xyz" if right else "zxy"
            return {"pairs": {option[a]: match[b] for a, b in zip("abc", partners, strict=True)}}
        case _:
            return {"choices": [option["a" if right else "b"]]}


async def get(api: httpx.AsyncClient, account: Account, path: str) -> httpx.Response:
    """What the account's owner is answered."""
    return await api.get(path, headers=account.headers)


async def start_test(api: httpx.AsyncClient, account: Account, technology: str = "react") -> dict[str, Any]:
    """The state of a newly started test."""
    response = await api.post("/api/tests", json={"technology": technology}, headers=account.headers)
    assert response.status_code == 201, response.text
    return response.json()


async def save(
    api: httpx.AsyncClient, account: Account, state: dict[str, Any], *, right: bool = True
) -> httpx.Response:
    """Answers the current item."""
    return await api.put(
        f"/api/tests/{state['test_id']}/answers/{state['position']}",
        json={"response": answer(state["item"], right=right)},
        headers=account.headers,
    )


async def advance(api: httpx.AsyncClient, account: Account, state: dict[str, Any]) -> httpx.Response:
    """Leaves the current item."""
    return await api.post(
        f"/api/tests/{state['test_id']}/advance",
        json={"position": state["position"]},
        headers=account.headers,
    )


async def take_test(
    api: httpx.AsyncClient,
    account: Account,
    technology: str = "react",
    *,
    right: Callable[[int], bool] = lambda position: True,
    items: int = 100,
) -> dict[str, Any]:
    """Answers all items of a new test, or `items` of them; returns its last state, not submitted."""
    state = await start_test(api, account, technology)
    for position in range(1, min(items, state["length"]) + 1):
        response = await save(api, account, state, right=right(position))
        assert response.status_code == 200, response.text
        if position < min(items, state["length"]):
            response = await advance(api, account, state)
            assert response.status_code == 200, response.text
            state = response.json()
    return state


async def submit(api: httpx.AsyncClient, account: Account, test_id: str) -> httpx.Response:
    """Ends a test."""
    return await api.post(f"/api/tests/{test_id}/submit", headers=account.headers)


async def pass_test(
    api: httpx.AsyncClient, account: Account, technology: str = "react", *, confirmed: bool = True
) -> dict[str, Any]:
    """The result of a test with nothing but right answers, by default of someone with a confirmed address."""
    if confirmed:
        # A second time, for a second test, the link is refused, and nothing changes.
        await confirm(api, account)
    state = await take_test(api, account, technology)
    response = await submit(api, account, state["test_id"])
    assert response.status_code == 200, response.text
    return response.json()
