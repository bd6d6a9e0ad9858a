"""The search over all practice questions: what is found, and what each learner may see of it."""

from typing import Any

import httpx
import pytest

from tests.answering import start_exam, submit
from tests.api.accounts.test_auth import problem
from tests.api.practice.test_annotations import annotate
from tests.api.practice.test_results import pay
from tests.factories import Account
from tests.practicing import State, give
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.content.bank import Bank, TechnologyBank
from webdev_certs.server.content.format import Item

URL = "/api/practice/questions"
CHOICE, TYPED, EXAM = "react-basics-106", "react-basics-107", "react-basics-001"


def reworded(item: Item) -> Item:
    """Give the questions of these tests words of their own, and a version, by which texts are cached."""
    tree = item.model_dump()
    if item.id in (CHOICE, TYPED, EXAM):
        tree["version"] = 1000
    if item.id == CHOICE:
        tree["stem"] = "When does a `useEffect` callback run?"
        tree["explanation"] = "Effects follow the giraffe."
    elif item.id == TYPED:
        tree["stem"] = "Which word do closures print?"
        tree |= {"format": "fill_in", "options": [], "matches": [], "key": None, "number": None}
        tree |= {"tolerance": 0, "accept": ["hippo"], "explanation": "It is the animal."}
    elif item.id == EXAM:
        tree["stem"] = "What does a certified giraffe with `useEffect` do?"
    return Item.model_validate(tree)


@pytest.fixture
def bank(bank: Bank) -> Bank:
    react = bank.technologies["react"]
    items = tuple(reworded(item) for item in react.items)
    return Bank([TechnologyBank(react.blueprint, items), bank.technologies["java"]])


async def search(account: Account, q: str, **query: Any) -> list[State]:
    response = await account.get(URL, params={"q": q, **query})
    assert response.status_code == 200, response.text
    return response.json()


async def answer(account: Account, question: str, response: dict[str, Any] | None = None) -> State:
    form = {"technology": "react", "question": question}
    state = (await account.post(URL, json=form)).json()
    path = f"/api/practice/{state['practice_session_id']}/answers/1"
    if response:
        given = await account.post(path, json={"response": response})
    else:
        given = await give(account, state)
    assert given.status_code == 200, given.text
    return state


def marked(pieces: list[State]) -> str:
    return "".join(f"[{piece['text']}]" if piece["found"] else piece["text"] for piece in pieces)


async def test_questions_of_practice_are_found_and_marked_the_best_first(account: Account):
    found = await search(account, "closure")
    assert [row["question"] for row in found] == [TYPED]
    assert marked(found[0]["stem"]) == "Which word do [closures] print?"
    best, *_rest = await search(account, "useeff RUNNING")
    assert marked(best["stem"]) == "When does a [useEffect] callback [run]?"
    assert {name: best[name] for name in ("technology", "name", "question", "topic", "answered")} == {
        "technology": "react",
        "name": "React",
        "question": CHOICE,
        "topic": "Basics",
        "answered": False,
    }


async def test_questions_of_exams_are_never_found(account: Account, bank: Bank):
    assert await search(account, "certified") == []
    everything = await search(account, "question", limit=100)
    practice = {item.id for part in bank.technologies.values() for item in part.practice}
    assert {row["question"] for row in everything} == practice - {CHOICE, TYPED}


async def test_keys_and_explanations_are_found_only_in_answered_questions_and_with_pro(
    account: Account, resources: Resources
):
    async def found() -> list[tuple[str, str | None]]:
        return [
            (row["question"], row["excerpt_of"])
            for word in ("giraffe", "hippo")
            for row in await search(account, word)
        ]

    assert await found() == [], "not answered, without Pro"
    state = await answer(account, CHOICE)
    assert await found() == [], "answered, without Pro"
    assert [row["answered"] for row in await search(account, "callback")] == [True], "by its own text"
    await pay(resources, account)
    assert await found() == [(CHOICE, "explanation")], "the other one is not answered, with Pro"
    await answer(account, TYPED, {"text": "lion"})
    assert await found() == [(CHOICE, "explanation"), (TYPED, "answers")]
    await annotate(account, state, note="Zebras at noon")
    (noted,) = await search(account, "zebra")
    assert (noted["question"], noted["excerpt_of"], noted["answered"]) == (CHOICE, "note", True)


@pytest.mark.one_database
async def test_a_technology_with_a_running_test_is_left_out(account: Account):
    test = await start_exam(account)
    assert await search(account, "callback") == []
    assert {row["technology"] for row in await search(account, "question")} == {"java"}
    refused = await account.get(URL, params={"q": "x", "technology": "react"})
    problem(refused, 409, "test_running")
    await submit(account, test["test_id"])
    assert len(await search(account, "callback", technology="react")) == 1


async def test_pages_cover_everything_once(api: httpx.AsyncClient, account: Account):
    whole = [row["question"] for row in await search(account, "question", limit=100)]
    pages, url = [], "?q=question&limit=30"
    while url:
        response = await account.get(URL + url)
        pages.append([row["question"] for row in response.json()])
        url = response.links["next"]["url"] if response.links else ""
    assert [question for page in pages for question in page] == whole
    assert len(pages) > 1
    for params, code in (
        ({"q": "question", "after": "nonsense"}, "invalid_cursor"),
        ({"q": ""}, "invalid_request"),
        ({"q": "x" * 201}, "invalid_request"),
    ):
        problem(await account.get(URL, params=params), 422, code)
    unknown = await account.get(URL, params={"q": "x", "technology": "cobol"})
    problem(unknown, 404, "unknown_technology")
    assert (await api.get(URL, params={"q": "x"})).status_code == 401
