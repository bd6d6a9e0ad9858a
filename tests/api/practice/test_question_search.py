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


async def search(api: httpx.AsyncClient, account: Account, q: str, **query: Any) -> list[State]:
    response = await api.get(URL, params={"q": q, **query}, headers=account.headers)
    assert response.status_code == 200, response.text
    return response.json()


async def answer(
    api: httpx.AsyncClient, account: Account, question: str, response: dict[str, Any] | None = None
) -> State:
    form = {"technology": "react", "question": question}
    state = (await api.post(URL, json=form, headers=account.headers)).json()
    path = f"/api/practice/{state['practice_session_id']}/answers/1"
    if response:
        given = await api.post(path, json={"response": response}, headers=account.headers)
    else:
        given = await give(api, account, state)
    assert given.status_code == 200, given.text
    return state


def marked(pieces: list[State]) -> str:
    return "".join(f"[{piece['text']}]" if piece["found"] else piece["text"] for piece in pieces)


async def test_questions_of_practice_are_found_and_marked_the_best_first(
    api: httpx.AsyncClient, account: Account
):
    found = await search(api, account, "closure")
    assert [row["question"] for row in found] == [TYPED]
    assert marked(found[0]["stem"]) == "Which word do [closures] print?"
    best, *_rest = await search(api, account, "useeff RUNNING")
    assert marked(best["stem"]) == "When does a [useEffect] callback [run]?"
    assert {name: best[name] for name in ("technology", "name", "question", "topic", "answered")} == {
        "technology": "react",
        "name": "React",
        "question": CHOICE,
        "topic": "Basics",
        "answered": False,
    }


async def test_questions_of_exams_are_never_found(api: httpx.AsyncClient, account: Account, bank: Bank):
    assert await search(api, account, "certified") == []
    everything = await search(api, account, "question", limit=100)
    practice = {item.id for part in bank.technologies.values() for item in part.practice}
    assert {row["question"] for row in everything} == practice - {CHOICE, TYPED}


async def test_keys_and_explanations_are_found_only_in_answered_questions_and_with_pro(
    api: httpx.AsyncClient, account: Account, resources: Resources
):
    async def found() -> list[tuple[str, str | None]]:
        return [
            (row["question"], row["excerpt_of"])
            for word in ("giraffe", "hippo")
            for row in await search(api, account, word)
        ]

    assert await found() == [], "not answered, without Pro"
    await pay(resources, account)
    assert await found() == [], "not answered, with Pro"
    state = await answer(api, account, CHOICE)
    await answer(api, account, TYPED, {"text": "lion"})
    assert await found() == [(CHOICE, "explanation"), (TYPED, "answers")]
    await annotate(api, account, state, note="Zebras at noon")
    (noted,) = await search(api, account, "zebra")
    assert (noted["question"], noted["excerpt_of"], noted["answered"]) == (CHOICE, "note", True)


async def test_without_pro_an_answered_question_is_found_by_its_own_text_alone(
    api: httpx.AsyncClient, account: Account
):
    await answer(api, account, CHOICE)
    assert await search(api, account, "giraffe") == []
    assert [row["answered"] for row in await search(api, account, "callback")] == [True]


@pytest.mark.one_database
async def test_a_technology_with_a_running_test_is_left_out(api: httpx.AsyncClient, account: Account):
    test = await start_exam(api, account)
    assert await search(api, account, "callback") == []
    assert {row["technology"] for row in await search(api, account, "question")} == {"java"}
    refused = await api.get(URL, params={"q": "x", "technology": "react"}, headers=account.headers)
    problem(refused, 409, "test_running")
    await submit(api, account, test["test_id"])
    assert len(await search(api, account, "callback", technology="react")) == 1


async def test_pages_cover_everything_once(api: httpx.AsyncClient, account: Account):
    whole = [row["question"] for row in await search(api, account, "question", limit=100)]
    pages, url = [], "?q=question&limit=30"
    while url:
        response = await api.get(URL + url, headers=account.headers)
        pages.append([row["question"] for row in response.json()])
        url = response.links["next"]["url"] if response.links else ""
    assert [question for page in pages for question in page] == whole
    assert len(pages) > 1
    for params, code in (
        ({"q": "question", "after": "nonsense"}, "invalid_cursor"),
        ({"q": ""}, "invalid_request"),
        ({"q": "x" * 201}, "invalid_request"),
    ):
        problem(await api.get(URL, params=params, headers=account.headers), 422, code)
    unknown = await api.get(URL, params={"q": "x", "technology": "cobol"}, headers=account.headers)
    problem(unknown, 404, "unknown_technology")
    assert (await api.get(URL, params={"q": "x"})).status_code == 401
