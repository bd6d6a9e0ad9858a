"""Practice never shows an item of an exam, even to a learner who practices until nothing is new."""

import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlmodel import select

from tests.api.practice.test_results import pay
from tests.built_in import built_in_bank
from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import later, read, start
from webdev_certs.schemas.practice import SAMPLE_LENGTH
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.models import PracticeItem

SHORT = 60
"""Shorter explanations may be the same by chance."""


@pytest.fixture(scope="module")
def bank() -> Bank:
    """The built-in bank of React, with all questions of exams and a quarter of those of practice."""
    part = built_in_bank().get("react")
    kept = tuple(item for place, item in enumerate(part.items) if item.model or place % 4 == 0)
    return Bank([replace(part, items=kept)])


def any_answer(item: dict[str, Any]) -> dict[str, Any]:
    """Return an answer that fits an item, right or wrong."""
    options = [option["id"] for option in item["options"]]
    match item["format"]:
        case "fill_in":
            return {"text": "0"}
        case "order_lines":
            return {"order": options}
        case "match_pairs":
            matches = [match["id"] for match in item["matches"]]
            return {"pairs": dict(zip(options, matches, strict=False))}
        case _:
            return {"choices": options[:1]}


class Learner:
    """A learner in practice, and everything that the API has shown to them.

    Attributes:
        questions: Stem, code and options of each question.
        texts: The bodies of all responses.
    """

    def __init__(self, api: httpx.AsyncClient, account: Account) -> None:
        self.api, self.account = api, account
        self.questions: set[tuple[Any, ...]] = set()
        self.texts: list[str] = []

    def keep(self, response: httpx.Response) -> Any:
        assert response.status_code < 300, response.text
        return self.note(response.json())

    def note(self, body: Any) -> Any:
        self.texts.append(json.dumps(body, ensure_ascii=False))
        if item := body.get("item"):
            code = (item["code"] or {}).get("text")
            self.questions.add(question(item["stem"], code, [option["text"] for option in item["options"]]))
        return body

    async def finish(self, state: dict[str, Any]) -> None:
        """Answer a practice session to its end, and read everything about it."""
        while not state["finished"]:
            path = f"/api/practice/{state['practice_session_id']}/answers/{state['position']}"
            body = {"response": any_answer(state["item"])}
            self.keep(await self.account.post(path, json=body))
            state = self.keep(await read(self.account, state))
        for path in ("/report", "/result"):
            self.keep(await read(self.account, state, path))

    async def sample(self) -> None:
        """Answer the sample questions of the home page."""
        answers: list[Any] = []
        for _ in range(SAMPLE_LENGTH + 1):
            body = {"technology": "react", "answers": answers}
            state = self.keep(await self.api.post("/api/samples", json=body))
            if state["item"]:
                answers.append({"item_id": state["item_id"], "response": any_answer(state["item"])})


def question(stem: str, code: str | None, options: list[str]) -> tuple[Any, ...]:
    return stem, code, tuple(sorted(options))


def question_of(item: Item) -> tuple[Any, ...]:
    return question(item.stem, item.code and item.code.text, [option.text for option in item.options])


def explanations(item: Item) -> list[str]:
    """Return the texts that reveal a key, without those that are too short to prove anything."""
    texts = [item.explanation, *(option.explanation for option in item.options)]
    return [text for text in texts if len(text) > SHORT]


@pytest.mark.one_database
async def test_practice_until_nothing_is_new_shows_no_item_of_an_exam(
    api: httpx.AsyncClient, account: Account, resources: Resources, clock: FakeClock
):
    part = resources.bank.get("react")
    await pay(resources, account)
    learner = Learner(api, account)
    await learner.sample()
    seen: set[str] = set()
    while True:
        await learner.finish(learner.note(await start(learner.account)))
        async with resources.database.transaction() as db:
            put = {row.item_id for row in await db.exec(select(PracticeItem))}
        if put == seen:
            break
        seen = put
        learner.account = await later(learner.account, clock, minutes=10)
    assert seen == {item.id for item in part.practice}
    learner.account = await later(learner.account, clock, days=3)
    due = await learner.account.post("/api/practice/reviews", json={"technology": "react"})
    await learner.finish(learner.keep(due))
    learner.keep(await learner.account.get("/api/profile/export"))

    text = "\n".join(learner.texts)
    hidden = [next(make_instances(model, "exam")).item for model in part.models if model.pool != "practice"]
    # Check that the search does find texts that were shown.
    assert {question_of(item) for item in part.practice} <= learner.questions
    assert all(item.id not in text for item in hidden)
    everything = built_in_bank().get("react").practice
    assert not {question_of(item) for item in hidden} & {question_of(item) for item in everything}
    assert not {question_of(item) for item in hidden} & learner.questions
    secrets = {text for item in hidden for text in explanations(item)}
    secrets -= {text for item in part.practice for text in explanations(item)}
    assert len(secrets) > 50
    written = {json.dumps(secret, ensure_ascii=False)[1:-1] for secret in secrets}
    assert not [secret for secret in written if secret in text]
