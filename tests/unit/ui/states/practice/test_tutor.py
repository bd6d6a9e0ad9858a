"""The tutor on screens: sentences as they come, stopping, consent, reports."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import PRACTICE
from webdev_certs.schemas.tutor import AskTutor, TutorEvent, TutorExchange, TutorSource
from webdev_certs.schemas.tutor import TutorState as ReadTutor
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.annotations import place_of
from webdev_certs.ui.states.practice.tutor import TutorState

PLACE = place_of(PRACTICE, 2)
SOURCES = [TutorSource(number=1, title="Explanation", url=None)]


def exchange(outcome: str = "complete") -> TutorExchange:
    return TutorExchange.model_validate(
        {
            "number": 1,
            "action": "why_wrong",
            "question": "",
            "answer": "One [1]. `Two`.",
            "citations": [1],
            "outcome": outcome,
            "asked_at": datetime(2026, 3, 2, tzinfo=UTC),
            "reported": False,
        }
    )


def there(*exchanges: TutorExchange, consented: bool = True) -> ReadTutor:
    return ReadTutor(available=True, consented=consented, sources=SOURCES, exchanges=list(exchanges))


@pytest.fixture
def state(learner: Tab) -> TutorState:
    return learner.state(TutorState)


@pytest.fixture
def asked(fake: FakeApi, state: TutorState, monkeypatch: pytest.MonkeyPatch) -> list[AskTutor]:
    """Answer in two sentences, and note what was asked and what the screen showed before each event."""
    asked: list[AskTutor] = []

    async def answer(_session: str, _position: int, form: AskTutor) -> AsyncGenerator[TutorEvent, None]:
        asked.append(form)
        assert state.shown[PLACE].busy
        yield TutorEvent(text="One [1]. ")
        assert state.shown[PLACE].writing == "<p>One [1].</p>\n"
        assert state.shown[PLACE].said == "One [1]."
        yield TutorEvent(text="`Two`.")
        assert state.shown[PLACE].said == "Two."
        yield TutorEvent(exchange=exchange(), removed_links=1)

    monkeypatch.setattr(fake, "ask_tutor", answer)
    return asked


async def test_an_answer_grows_by_sentence_and_joins_the_others(
    learner: Tab, fake: FakeApi, state: TutorState, asked: list[AskTutor]
):
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    view = state.shown[PLACE]
    assert (view.busy, view.writing, view.said) == (False, "", "The answer is complete.")
    (shown,) = view.exchanges
    assert shown.answer == "<p>One [1]. <code>Two</code>.</p>\n"
    assert shown.sources == ["[1] Explanation"]
    assert shown.note == "What pointed nowhere was removed from the answer."
    assert [form.action for form in asked] == ["why_wrong"]


async def test_only_what_was_typed_is_asked(
    learner: Tab, fake: FakeApi, state: TutorState, asked: list[AskTutor]
):
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask_own, PLACE, {"question": "  "})
    assert asked == []
    await learner.fire(TutorState.ask_own, PLACE, {"question": " Why? "})
    assert [(form.action, form.question) for form in asked] == [("question", "Why?")]


async def test_a_stopped_answer_stays_as_far_as_it_was_shown(
    learner: Tab, fake: FakeApi, state: TutorState, monkeypatch: pytest.MonkeyPatch
):
    fake.answer(Api.tutor, there())
    closed = False

    async def answer(*_: object) -> AsyncGenerator[TutorEvent, None]:
        nonlocal closed
        try:
            yield TutorEvent(text="One [1]. ")
            await learner.fire(TutorState.stop, PLACE)
            yield TutorEvent(text="Two. ")
            raise AssertionError("it goes on although nobody reads it")
        finally:
            closed = True

    monkeypatch.setattr(fake, "ask_tutor", answer)
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask, PLACE, "smaller_example")
    assert closed
    view = state.shown[PLACE]
    assert (view.busy, view.writing) == (False, "")
    (shown,) = view.exchanges
    assert (shown.number, shown.answer, shown.note) == (1, "<p>One [1].</p>\n", "Stopped.")


async def test_a_refusal_is_shown_and_can_be_repeated(
    learner: Tab, fake: FakeApi, state: TutorState, monkeypatch: pytest.MonkeyPatch
):
    async def answer(*_: object) -> AsyncGenerator[TutorEvent, None]:
        raise refusal("tutor_unavailable", 503, "There’s no tutor right now.")
        yield

    monkeypatch.setattr(fake, "ask_tutor", answer)
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    assert not state.shown[PLACE].busy
    assert state.shown[PLACE].error


async def test_consent_is_given_once_for_all_questions(learner: Tab, fake: FakeApi, state: TutorState):
    fake.answer(Api.tutor, there(consented=False))
    fake.answer(Api.consent_to_tutor, None)
    other = place_of(PRACTICE, 3)
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.open, other)
    await learner.fire(TutorState.agree, PLACE)
    assert state.shown[PLACE].consented
    assert state.shown[other].consented


async def test_an_answer_is_reported(learner: Tab, fake: FakeApi, state: TutorState):
    fake.answer(Api.tutor, there(exchange()))
    fake.answer(Api.report_tutor, exchange())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.report, PLACE, 1)
    assert [one.reported for one in state.shown[PLACE].exchanges] == [True]
    assert fake.calls(Api.report_tutor)[0]["form"].exchange == 1
