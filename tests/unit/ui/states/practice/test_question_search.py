"""The search over all practice questions on its page, whose URL has the search."""

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.practice import Fragment
from webdev_certs.schemas.question_search import FoundQuestion
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.practice.history import Piece
from webdev_certs.ui.states.practice.question_search import QuestionSearchState

PATH = "/practice-search"


def found(question: str = "react-hooks-001") -> FoundQuestion:
    return FoundQuestion(
        technology="react",
        name="React",
        question=question,
        topic="Hooks",
        answered=True,
        stem=[Fragment(text="Effects", found=True), Fragment(text=" run", found=False)],
        excerpt=[Fragment(text="effect()", found=True)],
        excerpt_of="answers",
    )


async def test_without_words_nothing_is_searched(learner: Tab, fake: FakeApi):
    state = await learner.load(QuestionSearchState, PATH)
    assert (state.phase, state.rows, state.shown) == ("ready", [], "")
    assert fake.calls(Api.search_questions) == []


async def test_the_search_of_the_url_is_shown_with_links_that_practice(learner: Tab, fake: FakeApi):
    fake.answer(Api.search_questions, Page([found()], "next"), Page([found("react-hooks-002")], ""))
    state = await learner.load(QuestionSearchState, f"{PATH}?q=+effects+&technology=react")
    assert state.q == "effects"
    assert state.technology == "react"
    assert state.shown == "1\N{NO-BREAK SPACE}question shown"
    (row,) = state.rows
    assert row.stem == [Piece("Effects", True), Piece(" run", False)]
    assert row.excerpt == [Piece("effect()", True)]
    assert row.source == "In the answers or the code:"
    assert row.href == "/practice-test/react?question=react-hooks-001"
    await learner.fire(QuestionSearchState.show_more)
    assert ([row.href[-3:] for row in state.rows], state.following) == (["001", "002"], "")
    await learner.fire(QuestionSearchState.show_more)
    query = {"q": "effects", "technology": "react"}
    assert fake.calls(Api.search_questions) == [
        {"query": query, "after": ""},
        {"query": query, "after": "next"},
    ]


async def test_a_technology_that_does_not_exist_is_ignored(learner: Tab, fake: FakeApi):
    fake.answer(Api.search_questions, Page([], ""))
    await learner.load(QuestionSearchState, f"{PATH}?q=x&technology=cobol")
    assert fake.calls(Api.search_questions)[0]["query"] == {"q": "x"}
