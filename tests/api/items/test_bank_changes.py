"""Attempts, practice sessions and results after the question bank changed."""

import dataclasses
from collections.abc import Callable

import httpx
import pytest
from fastapi import FastAPI

from tests.answering import advance, answer, pass_exam, save, start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.factories import Account
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item
from webdev_certs.server.services.items.bank_sync import sync_items

pytestmark = pytest.mark.one_database


async def restart(api_app: FastAPI, change: Callable[[TechnologyBank], TechnologyBank | None]) -> None:
    """Serve another bank from now on, as after a restart."""
    resources: Resources = api_app.state.resources
    bank = Bank(new for part in resources.bank.technologies.values() if (new := change(part)))
    async with resources.database.transaction() as db:
        await sync_items(db, bank)
    api_app.state.resources = dataclasses.replace(resources, bank=bank)


def reworded(part: TechnologyBank) -> TechnologyBank:
    items = (
        Item.model_validate(item.model_dump() | {"version": 2, "stem": "Reworded?"}) for item in part.items
    )
    return TechnologyBank(part.blueprint, tuple(items))


def without_react(part: TechnologyBank) -> TechnologyBank | None:
    return None if part.blueprint.technology == "react" else part


async def test_an_attempt_keeps_its_item_versions(account: Account, api_app: FastAPI):
    state = await start_exam(account)
    await restart(api_app, reworded)
    resumed = await account.post("/api/tests", json={"technology": "react"})
    assert resumed.json()["item"] == state["item"]
    while True:
        # The items that were chosen before the restart keep their version.
        assert state["item"]["stem"].startswith("Question" if state["position"] == 1 else "Reworded")
        assert (await save(account, state)).status_code == 200
        state = (await advance(account, state)).json()
        if state["status"] == "submitted":
            break
    result = (await submit(account, state["test_id"])).json()
    assert (result["passed"], result["answered"]) == (True, 20)
    java = await start_exam(account, "java")
    assert java["item"]["stem"] == "Reworded?"


async def test_an_attempt_ends_when_its_technology_is_removed(account: Account, api_app: FastAPI):
    state = await start_exam(account)
    await save(account, state)
    await restart(api_app, without_react)
    assert (await advance(account, state)).json()["status"] == "submitted"
    result = (await submit(account, state["test_id"])).json()
    assert (result["ended_by"], result["answered"], result["passed"]) == ("no_items", 1, False)


async def test_practice_feedback_explains_the_version_that_was_shown(account: Account, api_app: FastAPI):
    started = await account.post("/api/practice", json={"technology": "react"})
    state = started.json()
    await restart(api_app, reworded)
    path = f"/api/practice/{state['practice_session_id']}"
    assert await account.read(path) == state
    body = {"response": answer(state["item"])}
    told = await account.post(f"{path}/answers/1", json=body)
    assert told.json()["feedback"]["correct"] is True


async def test_results_of_a_removed_technology_can_be_read(
    api: httpx.AsyncClient, account: Account, api_app: FastAPI
):
    result = await pass_exam(account)
    await restart(api_app, without_react)
    again = await account.get(f"/api/tests/{result['test_id']}/result")
    assert (again.json()["score"], again.json()["name"]) == (result["score"], "react")
    (summary,) = await account.read("/api/tests")
    assert summary["name"] == "react"
    verified = (await api.get(f"/api/verify/{result['certificate_number']}")).json()
    assert (verified["name"], verified["title"]) == ("react", "Certified React Developer")


async def test_practice_needs_items_of_the_difficulty(account: Account, api_app: FastAPI):
    def beginners(part: TechnologyBank) -> TechnologyBank:
        items = tuple(item for item in part.practice if item.difficulty == "beginner")
        return TechnologyBank(part.blueprint, items[:4])

    await restart(api_app, beginners)
    form = {"technology": "react", "difficulty": "advanced"}
    problem(await account.post("/api/practice", json=form), 404, "no_items")
    few = await account.post("/api/practice", json=form | {"difficulty": None})
    assert few.json()["length"] == 4
