"""The help with an answered question on screens: loaded when it is opened, with one example after another."""

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import PRACTICE, practice_feedback, shown_item
from webdev_certs.schemas.practice import Annotation
from webdev_certs.schemas.question_help import MOST_EXAMPLES, Example, Passage, QuestionHelp, SimilarQuestion
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.practice.question_help import HelpView, PassageView, QuestionHelpState

PLACE, OTHER = place_of(PRACTICE, 2), place_of(PRACTICE, 3)
EXAMPLE = Example(item=shown_item(), solution=practice_feedback().feedback)
SIMILAR = SimilarQuestion(
    technology="react", question="react-hooks-001", topic="Hooks", stem="What does `f` <b>?", code="f();"
)
PASSAGE = Passage(title="useState", url="https://react.dev/x#:~:text=Caveats", location='Section "Caveats"')
FULL = QuestionHelp(misconceptions=["It *waits*"], example=EXAMPLE, similar=[SIMILAR], passages=[PASSAGE])
NONE = Annotation(bookmarked=False, note="")
NOTHING = QuestionHelp(misconceptions=[], example=None, similar=[], passages=[])


@pytest.fixture
def state(learner: Tab) -> QuestionHelpState:
    learner.state(AnnotationState).show({PLACE: NONE})
    return learner.state(QuestionHelpState)


async def test_help_is_loaded_once_when_it_is_opened(learner: Tab, fake: FakeApi, state: QuestionHelpState):
    fake.answer(Api.question_help, FULL)
    await learner.fire(QuestionHelpState.open, PLACE)
    await learner.fire(QuestionHelpState.open, PLACE)
    assert fake.calls(Api.question_help) == [
        {"practice_session_id": str(PRACTICE), "position": 2, "example": 1}
    ]
    view = state.shown[PLACE]
    assert view.misconceptions == ["It <em>waits</em>"]
    assert (view.number, view.has_more, view.is_empty, view.error) == (1, True, False, "")
    assert view.example.item.stem
    (similar,) = view.similar
    assert similar.href == "/practice-test/react?question=react-hooks-001"
    assert "&lt;b&gt;" in similar.stem
    assert view.passages == [PassageView("useState", 'Section "Caveats"', PASSAGE.url)]


async def test_a_passage_is_help_enough(learner: Tab, fake: FakeApi, state: QuestionHelpState):
    fake.answer(Api.question_help, NOTHING.model_copy(update={"passages": [PASSAGE]}))
    await learner.fire(QuestionHelpState.open, PLACE)
    assert not state.shown[PLACE].is_empty


async def test_examples_follow_each_other_until_there_are_no_more(
    learner: Tab, fake: FakeApi, state: QuestionHelpState
):
    fake.answer(Api.question_help, FULL, FULL, NOTHING)
    await learner.fire(QuestionHelpState.open, PLACE)
    await learner.fire(QuestionHelpState.show_another, PLACE)
    assert state.shown[PLACE].number == 2
    await learner.fire(QuestionHelpState.show_another, PLACE)
    view = state.shown[PLACE]
    assert (view.number, view.has_more, len(view.similar)) == (2, False, 1), "the last one stays"
    await learner.fire(QuestionHelpState.show_another, PLACE)
    assert [call["example"] for call in fake.calls(Api.question_help)] == [1, 2, 3]


async def test_no_more_examples_are_offered_than_the_api_has(
    learner: Tab, fake: FakeApi, state: QuestionHelpState
):
    fake.answer(Api.question_help, *[FULL] * MOST_EXAMPLES)
    await learner.fire(QuestionHelpState.open, PLACE)
    for _ in range(MOST_EXAMPLES - 1):
        assert state.shown[PLACE].has_more
        await learner.fire(QuestionHelpState.show_another, PLACE)
    assert (state.shown[PLACE].number, state.shown[PLACE].has_more) == (MOST_EXAMPLES, False)


async def test_help_that_was_not_loaded_says_why_and_can_be_opened_again(
    learner: Tab, fake: FakeApi, state: QuestionHelpState
):
    fake.answer(Api.question_help, refusal("internal_error", 500), NOTHING)
    await learner.fire(QuestionHelpState.open, PLACE)
    assert state.shown[PLACE] == HelpView(error="Something went wrong. Please try again.")
    await learner.fire(QuestionHelpState.open, PLACE)
    assert state.shown[PLACE] == HelpView(is_empty=True)


@pytest.mark.parametrize("place", [OTHER, "forged"])
async def test_a_question_that_is_not_on_the_page_gets_no_help(
    learner: Tab, fake: FakeApi, state: QuestionHelpState, place: str
):
    await learner.fire(QuestionHelpState.open, place)
    assert (fake.calls(Api.question_help), state.shown) == ([], {})


async def test_the_help_of_an_earlier_page_goes(learner: Tab, fake: FakeApi, state: QuestionHelpState):
    fake.answer(Api.question_help, FULL, NOTHING)
    await learner.fire(QuestionHelpState.open, PLACE)
    learner.state(AnnotationState).show({OTHER: NONE})
    await learner.fire(QuestionHelpState.open, OTHER)
    assert state.shown == {OTHER: HelpView(is_empty=True)}
