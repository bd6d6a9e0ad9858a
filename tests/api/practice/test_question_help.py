"""Help with an answered practice question, and practice of one chosen question."""

from dataclasses import replace
from itertools import islice
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlmodel import select

from tests.answering import start_exam
from tests.api.accounts.test_auth import problem
from tests.author import item_model
from tests.factories import Account, register
from tests.practicing import State, give, read, start
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import PRACTICE_INSTANCES, Bank, TechnologyBank
from webdev_certs.server.content.format import Cited
from webdev_certs.server.content.item_models.format import ProgramModel
from webdev_certs.server.content.item_models.making import make_instances
from webdev_certs.server.domain.families import family_of
from webdev_certs.server.models import PracticeItem

MODEL = "react-basics-m001"
AUTHORED, NEAR, FAR = "react-basics-106", "react-basics-107", "react-state-108"
GONE = "react-basics-999"


def with_model(technology: TechnologyBank) -> TechnologyBank:
    """Add an item model to practice, and say which questions are near each other."""
    model = ProgramModel.model_validate(item_model(id=MODEL, topic="basics", pool="practice"))
    made = [made.item for made in islice(make_instances(model, "", "practice"), PRACTICE_INSTANCES)]
    return replace(
        technology,
        items=(*technology.items, *made),
        models=(model,),
        neighbors={AUTHORED: (NEAR, GONE, MODEL, FAR, "react-basics-109")},
    )


@pytest.fixture
def bank(bank: Bank) -> Bank:
    parts = bank.technologies
    return Bank([with_model(parts["react"]), parts["java"]])


@pytest.fixture
def react(bank: Bank) -> TechnologyBank:
    return bank.get("react")


async def ask(api: httpx.AsyncClient, account: Account, question: str) -> httpx.Response:
    form = {"technology": "react", "question": question}
    return await api.post("/api/practice/questions", json=form, headers=account.headers)


async def answer_instance(
    api: httpx.AsyncClient, account: Account, react: TechnologyBank, *, right: bool
) -> State:
    """Ask an instance of the model, and answer it."""
    state = (await ask(api, account, MODEL)).json()
    shown = {option["text"]: option["id"] for option in state["item"]["options"]}
    items = react.practice_families[MODEL]
    item = next(each for each in items if each.code and each.code.text == state["item"]["code"]["text"])
    chosen = next(option for option in item.options if (option.id in (item.key or ())) == right)
    response = await api.post(
        f"/api/practice/{state['practice_session_id']}/answers/1",
        json={"response": {"choices": [shown[chosen.text]]}},
        headers=account.headers,
    )
    assert response.json()["feedback"]["correct"] is right
    return state | {"misconception": chosen.misconception}


async def answer_authored(api: httpx.AsyncClient, account: Account) -> State:
    state = (await ask(api, account, AUTHORED)).json()
    assert (await give(api, account, state)).status_code == 200
    return state


async def help_with(
    api: httpx.AsyncClient, account: Account, state: State, position: int = 1, **query: Any
) -> httpx.Response:
    path = f"/api/practice/{state['practice_session_id']}/items/{position}/help"
    return await api.get(path, params=query, headers=account.headers)


async def asked_item(resources: Resources, state: State) -> str:
    async with resources.database.transaction() as db:
        return (
            await db.exec(
                select(PracticeItem.item_id).where(
                    PracticeItem.practice_session_id == UUID(state["practice_session_id"])
                )
            )
        ).one()


@pytest.mark.one_database
async def test_another_instance_of_the_family_is_shown_with_its_solution(
    api: httpx.AsyncClient, account: Account, react: TechnologyBank
):
    state = await answer_instance(api, account, react, right=True)
    examples = [
        (await help_with(api, account, state, example=number)).json()["example"] for number in (1, 2, 1)
    ]
    assert examples[0] == examples[2] != examples[1]
    practiced = [item.code.text for item in react.practice_families[MODEL] if item.code]
    for example in examples:
        code = example["item"]["code"]["text"]
        assert code not in practiced, "practice may still ask it"
        shown = {option["id"]: option["text"] for option in example["item"]["options"]}
        (key,) = example["solution"]["key"]["choices"]
        # The code is an expression that Python computes alike.
        assert int(shown[key]) == eval(code.removeprefix("console.log(").removesuffix(");\n"))
        assert [option["option_id"] for option in example["solution"]["options"] if option["correct"]] == [
            key
        ]


@pytest.mark.one_database
async def test_the_misconception_behind_a_wrong_choice_is_named(
    api: httpx.AsyncClient, account: Account, react: TechnologyBank
):
    wrong = await answer_instance(api, account, react, right=False)
    assert wrong["misconception"]
    assert (await help_with(api, account, wrong)).json()["misconceptions"] == [wrong["misconception"]]
    right = await answer_instance(api, account, react, right=True)
    assert (await help_with(api, account, right)).json()["misconceptions"] == []


async def test_the_nearest_practice_questions_are_offered(
    api: httpx.AsyncClient, account: Account, react: TechnologyBank
):
    found = (await help_with(api, account, await answer_authored(api, account))).json()
    assert (found["misconceptions"], found["example"]) == ([], None), "a question without a family"
    assert [row["question"] for row in found["similar"]] == [NEAR, MODEL, FAR]
    item = react.by_id[AUTHORED]
    assert isinstance(item.evidence, Cited)
    (passage,) = found["passages"]
    assert (passage["title"], passage["location"]) == (item.reference.title, item.evidence.location)
    for row in found["similar"]:
        item = react.practice_families[row["question"]][0]
        assert (row["stem"], row["topic"]) == (item.stem, react.topic_titles[item.topic])
        assert row["code"] == (item.code.text.strip() if item.code else "")
        assert set(row) == {"technology", "question", "topic", "stem", "code"}, "nothing that shows the key"


@pytest.mark.one_database
async def test_only_an_answered_question_has_help(api: httpx.AsyncClient, account: Account):
    state = await start(api, account)
    problem(await help_with(api, account, state), 409, "answer_required")
    problem(await help_with(api, account, state, 2), 409, "answer_required")
    stranger = await register(api, email="eve@example.com")
    problem(await help_with(api, stranger, state), 404, "practice_not_found")
    await give(api, account, state)
    for number in (0, 21):
        problem(await help_with(api, account, state, example=number), 422, "invalid_request")


@pytest.mark.one_database
async def test_a_running_test_of_the_technology_hides_the_help(api: httpx.AsyncClient, account: Account):
    state = await answer_authored(api, account)
    await start_exam(api, account)
    problem(await help_with(api, account, state), 409, "test_running")
    problem(await ask(api, account, AUTHORED), 409, "test_running")


async def test_a_chosen_question_is_resumed_and_then_asked_anew(
    api: httpx.AsyncClient, account: Account, resources: Resources, react: TechnologyBank
):
    response = await ask(api, account, MODEL)
    first = response.json()
    assert (response.status_code, first["kind"], first["length"]) == (201, "question", 1)
    assert (await ask(api, account, MODEL)).json() == first
    other = (await ask(api, account, AUTHORED)).json()
    assert other["practice_session_id"] != first["practice_session_id"]
    assert await asked_item(resources, other) == AUTHORED
    await answer_instance(api, account, react, right=True)
    assert (await read(api, account, first)).json()["finished"] is True
    again = (await ask(api, account, MODEL)).json()
    items = [await asked_item(resources, state) for state in (first, again)]
    assert [family_of(item) for item in items] == [MODEL, MODEL]
    assert items[0] != items[1], "the instance that was practiced least"


@pytest.mark.one_database
async def test_questions_that_practice_does_not_have_cannot_be_chosen(
    api: httpx.AsyncClient, account: Account
):
    for unknown in (
        "react-basics-001",
        GONE,
        "java-basics-106",
    ):  # of exams, of nothing, of another technology
        problem(await ask(api, account, unknown), 404, "no_items")
