"""No response of the API reveals the key of an exam item."""

from typing import Any

import httpx
import pytest

from tests import factories
from tests.answering import advance, report, save, start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.models import AttemptItem

_SECRET = {
    "scored",
    "pool",
    "key",
    "correct",
    "explanation",
    "accept",
    "feedback",
    "right",
    "score",
    "parameters",
    "evidence",
}


@pytest.fixture(scope="module")
def bank() -> Bank:
    """A bank with pretest items, whose keys are as secret as the others."""
    return factories.bank(pretest=2)


def names_and_texts(value: Any):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from names_and_texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from names_and_texts(inner)
    else:
        yield value


@pytest.mark.one_database
async def test_no_response_reveals_the_key(account: Account, resources: Resources):
    state = await start_exam(account)
    answers: list[httpx.Response] = []
    while True:
        answers.append(await save(account, state, right=state["position"] % 2 == 0))
        answers.append(await account.get(f"/api/tests/{state['test_id']}"))
        answers.append(await account.get(f"/api/tests/{state['test_id']}/result"))
        answers += [await report(account, state), await report(account, state)]
        answers.append(await advance(account, state))
        state = answers[-1].json()
        if state["status"] == "submitted":
            break
    before = {name for response in answers for name in names_and_texts(response.json())}
    assert not before & _SECRET
    assert sum(not row.scored for row in await stored(resources, AttemptItem)) == 3
    after = (await submit(account, state["test_id"])).json()
    assert not {"key", "scored", "pool"} & set(names_and_texts(after))
    for text in before | set(names_and_texts(after)):
        assert not str(text).startswith(("Why ", "It is 42"))


async def test_option_ids_count_the_order_shown(account: Account):
    state = await start_exam(account)
    orders: set[tuple[str, ...]] = set()
    while True:
        item = state["item"]
        for part in ("options", "matches"):
            assert [shown["id"] for shown in item[part]] == [str(n + 1) for n in range(len(item[part]))]
        texts = tuple(shown["text"] for shown in item["options"])
        orders.add(texts)
        if item["format"] == "order_lines":
            assert texts != ("Option a", "Option b", "Option c", "Option d")
        await save(account, state)
        state = (await advance(account, state)).json()
        if state["status"] == "submitted":
            break
    assert len(orders) > 5


async def test_two_learners_get_different_orders(api: httpx.AsyncClient, account: Account):
    other = await register(api)
    assert (await start_exam(account))["item"] != (await start_exam(other))["item"]
