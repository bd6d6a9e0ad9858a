"""The history on its screen: the URL says what is searched, and learners without Pro see what it offers."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.records import history_entry
from webdev_certs.schemas.practice import Annotation, Fragment
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.items.annotations import AnnotationState
from webdev_certs.ui.states.practice.history import HistoryState, Piece

PATH = "/practice-history"


async def test_without_pro_nothing_is_asked_for(learner: Tab, fake: FakeApi):
    state = await learner.load(HistoryState, PATH)
    assert (state.phase, fake.calls(Api.history)) == ("locked", [])


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("", {}),
        ("?q=closures&about=react", {"q": "closures", "technology": "react"}),
        (
            "?about=react%2Fstate&result=incorrect&kept=noted",
            {"technology": "react", "topic": "state", "correct": "false", "noted": "true"},
        ),
        ("?result=maybe&kept=everything&q=+", {}),
    ],
)
async def test_the_url_says_what_is_searched(
    learner: Tab, fake: FakeApi, paid: None, query: str, asked: dict[str, str]
):
    found = [Fragment(text="See ", found=False), Fragment(text="closures", found=True)]
    entry = history_entry(excerpt=found, excerpt_of="note", annotation=Annotation(bookmarked=True))
    fake.answer(Api.history, Page([entry], "next"), Page([history_entry(2)], ""))
    state = await learner.load(HistoryState, PATH + query)
    assert fake.calls(Api.history) == [{"query": asked, "after": ""}]
    (row,) = state.rows
    assert (row.technology, row.source, row.excerpt[1]) == ("React", "In your note:", Piece("closures", True))
    assert learner.state(AnnotationState).shown[row.view.place].bookmarked
    assert (state.is_filtered, state.shown) == (bool(asked), "1\N{NO-BREAK SPACE}question shown")
    await learner.fire(HistoryState.show_more)
    assert fake.calls(Api.history)[-1] == {"query": asked, "after": "next"}
    assert ([one.view.position for one in state.rows], state.following) == ([1, 2], "")
    assert len(learner.state(AnnotationState).shown) == 2


async def test_a_topic_that_does_not_exist_shows_all(learner: Tab, fake: FakeApi, paid: None):
    first, second = Page([history_entry()], "next"), Page([history_entry(2)], "")
    fake.answer(Api.history, refusal("unknown_topic", 422), first, second)
    state = await learner.load(HistoryState, f"{PATH}?about=react%2Fnonsense&q=x")
    assert (state.phase, state.about, state.q) == ("ready", "", "x")
    assert fake.calls(Api.history)[-1] == {"query": {"q": "x"}, "after": ""}
    await learner.fire(HistoryState.show_more)
    assert fake.calls(Api.history)[-1] == {"query": {"q": "x"}, "after": "next"}


async def test_the_form_opens_the_page_of_its_search(learner: Tab):
    form = {"q": " v-if & more ", "about": "vue", "result": "", "kept": None}
    assert redirect(await learner.fire(HistoryState.search, form)) == f"{PATH}?q=v-if+%26+more&about=vue"
    assert redirect(await learner.fire(HistoryState.search, {})) == PATH
