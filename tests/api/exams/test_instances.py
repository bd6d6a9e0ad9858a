"""Questions that are made when they are asked: each attempt gets its own, and keeps it."""

from dataclasses import replace
from uuid import uuid4

import httpx
import pytest

from tests import factories
from tests.answering import advance, start_exam, submit
from tests.api.accounts.test_auth import stored
from tests.author import item_model, selection_model
from tests.factories import Account, register
from webdev_certs.server.api.dependencies import Resources, new_context
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.item_models.format import Model, model_kind
from webdev_certs.server.models import AttemptItem, ItemVersion
from webdev_certs.server.services.exams.item_pool import new_instance

FAMILIES = 12
"""Models of each topic; an exam of the factories' bank asks five of each."""


def _models(part: TechnologyBank) -> list[Model]:
    trees = [
        tree(id=f"react-{topic.id}-m{number:03}", topic=topic.id)
        for topic in part.blueprint.topics
        for number, tree in enumerate([item_model, selection_model] * (FAMILIES // 2), start=1)
    ]
    return [model_kind(tree).model_validate(tree) for tree in trees]


def bank_of_models() -> Bank:
    """Return a bank whose React test asks only models; all their answers are choices."""
    plain = factories.bank()
    part = plain.get("react")
    practice = tuple(item for item in part.items if item.pool == "practice")
    react = replace(part, items=practice, models=tuple(_models(part)))
    return Bank([react, plain.get("java")], "a secret")


@pytest.fixture
def bank() -> Bank:
    return bank_of_models()


async def save_any(account: Account, state: dict) -> None:
    """Choose the first option."""
    body = {"response": {"choices": [state["item"]["options"][0]["id"]]}}
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    saved = await account.put(path, json=body)
    assert saved.status_code == 200, saved.text


async def answer_any(account: Account, state: dict) -> dict:
    """Choose the first option and go on."""
    await save_any(account, state)
    return (await advance(account, state)).json()


async def take(account: Account, answers: int) -> dict:
    state = await start_exam(account)
    for _ in range(answers):
        state = await answer_any(account, state)
    return state


async def test_no_two_attempts_get_the_same_question(api: httpx.AsyncClient, resources: Resources):
    for _ in range(4):
        await take(await register(api), 12)
    rows = await stored(resources, AttemptItem)
    assert all("-m0" in row.item_id for row in rows)
    assert len({row.item_id for row in rows}) == len(rows) == 4 * 13


async def test_an_attempt_asks_a_family_once(account: Account, resources: Resources):
    await take(account, 19)
    families = [row.item_id.rpartition("-")[0] for row in await stored(resources, AttemptItem)]
    assert len(families) == len(set(families)) == 20


async def test_a_process_that_did_not_make_a_question_shows_and_scores_it(
    account: Account, resources: Resources, bank: Bank
):
    """After a restart, or on another machine, the stored question is asked."""
    state = await take(account, 3)
    bank._instances.clear()
    again = await account.read(f"/api/tests/{state['test_id']}")
    assert again["item"] == state["item"]
    bank._instances.clear()
    for _ in range(17):
        state = await answer_any(account, state)
    bank._instances.clear()
    result = (await submit(account, state["test_id"])).json()
    assert result["answered"] >= 20
    assert result["score"] is not None


async def test_a_question_stays_when_its_model_changes(account: Account, resources: Resources, bank: Bank):
    """An upgrade of the bank changes no question that was asked."""
    state = await take(account, 2)
    part = bank.technologies["react"]
    changed = [model.model_copy(update={"version": 2, "stem": "Something else?"}) for model in part.models]
    bank.technologies["react"] = replace(part, models=tuple(changed))
    bank._instances.clear()
    again = await account.read(f"/api/tests/{state['test_id']}")
    assert again["item"] == state["item"]
    state = await answer_any(account, again)
    assert state["item"]["stem"] == "Something else?"


async def test_a_family_that_is_used_up_is_asked_no_more_until_all_are(
    api: httpx.AsyncClient, resources: Resources, bank: Bank, caplog: pytest.LogCaptureFixture
):
    part = bank.technologies["react"]
    number = {"kind": "int", "min": 58, "max": 60}
    small = item_model(parameters={"a": number, "b": {"kind": "int", "min": 2, "max": 3}, "factor": number})
    tiny = [
        model_kind(small).model_validate({**small, "id": model.id, "topic": model.topic, "constraints": []})
        for model in part.models
    ]
    bank.technologies["react"] = replace(part, models=tuple(tiny))
    # Each family has at most 18 questions.
    for _ in range(22):
        await take(await register(api), 0)
    state = await take(await register(api), 19)
    assert (state["position"], state["status"]) == (20, "open")
    bank.used_up.add(tiny[0].id)
    async with new_context(resources).transaction() as context:
        assert await new_instance(context, "react", tiny[0], uuid4(), 1) is None
        assert await new_instance(context, "react", tiny[0], uuid4(), 1, again=True)


async def test_what_is_stored_of_a_question_is_small(account: Account, resources: Resources):
    await take(account, 19)
    asked = {row.item_id for row in await stored(resources, AttemptItem)}
    contents = [str(row.content) for row in await stored(resources, ItemVersion) if row.item_id in asked]
    assert len(contents) == 20
    assert sum(map(len, contents)) / len(contents) < 1500
