"""Bookmarks and notes on screens: what is sent, and what stays if that fails."""

from uuid import UUID

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import PRACTICE, practice_feedback
from webdev_certs.schemas.practice import Annotate, Annotation
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.annotations import AnnotationState, AnnotationView, place_of
from webdev_certs.ui.states.practice.practice import PracticeState

PLACE = place_of(PRACTICE, 1)


@pytest.fixture
async def answered(learner: Tab, fake: FakeApi) -> AnnotationState:
    """A question that was answered and has a note."""
    before = practice_feedback().model_copy(update={"annotation": Annotation(note="Before.")})
    fake.answer(Api.answer_practice, before)
    practice = await learner.load(PracticeState, "/practice-test/react")
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    return learner.state(AnnotationState)


async def test_a_bookmark_and_a_note_are_sent_with_the_place_of_the_question(
    learner: Tab, fake: FakeApi, answered: AnnotationState
):
    assert answered.shown == {PLACE: AnnotationView(False, "Before.")}
    fake.answer(Api.annotate, Annotation(bookmarked=True, note="Before."))
    await learner.fire(AnnotationState.toggle, PLACE)
    assert answered.shown[PLACE] == AnnotationView(True, "Before.")
    fake.answer(Api.annotate, Annotation(bookmarked=True, note="After."))
    await learner.fire(AnnotationState.save, PLACE, " After. ")
    assert answered.shown[PLACE] == AnnotationView(True, "After.")
    place = {"practice_session_id": str(PRACTICE), "position": 1}
    assert fake.calls(Api.annotate) == [
        {**place, "changes": Annotate(bookmarked=True)},
        {**place, "changes": Annotate.model_construct(note=" After. ")},
    ]


async def test_a_note_that_was_not_saved_says_why_and_can_be_saved_again(
    learner: Tab, fake: FakeApi, answered: AnnotationState
):
    fake.answer(Api.annotate, refusal("internal_error", 500), Annotation(note="Again."))
    await learner.fire(AnnotationState.save, PLACE, "Again.")
    kept = answered.shown[PLACE]
    assert (kept.note, kept.failed) == ("Before.", "Something went wrong. Please try again.")
    await learner.fire(AnnotationState.save, PLACE, "Again.")
    assert answered.shown[PLACE] == AnnotationView(False, "Again.")


async def test_questions_that_are_not_on_the_page_cannot_be_annotated(
    learner: Tab, fake: FakeApi, answered: AnnotationState
):
    await learner.fire(AnnotationState.toggle, place_of(UUID(int=99), 1))
    await learner.fire(AnnotationState.save, "nonsense", "x")
    assert fake.calls(Api.annotate) == []


async def test_the_way_to_pro_leads_back(learner: Tab, answered: AnnotationState):
    assert answered.pro_href == "/payment?returnUrl=%2Fpractice-test%2Freact&reason=access_required"
