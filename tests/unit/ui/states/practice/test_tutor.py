"""The tutor on screens: sentences as they come, stopping, consent, reports."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import PRACTICE
from webdev_certs.schemas.tutor import AskTutor, TutorEvent, TutorExchange, TutorSource
from webdev_certs.schemas.tutor import TutorState as ReadTutor
from webdev_certs.ui.client import Api, ApiError
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
        yield TutorEvent(begun="One ")
        assert state.shown[PLACE].writing == "<p>One</p>\n"
        # Only whole sentences are announced.
        assert state.shown[PLACE].said == ""
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
    assert shown.note == "We removed references that led nowhere."
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
    thinking, closed = asyncio.Event(), False

    async def answer(*_: object) -> AsyncGenerator[TutorEvent, None]:
        nonlocal closed
        try:
            yield TutorEvent(text="One [1]. ")
            thinking.set()
            await asyncio.Event().wait()
        finally:
            closed = True

    monkeypatch.setattr(fake, "ask_tutor", answer)
    await learner.fire(TutorState.open, PLACE)
    asking = asyncio.create_task(learner.fire(TutorState.ask, PLACE, "smaller_example"))
    await thinking.wait()
    await learner.fire(TutorState.stop, PLACE)
    # Although the model says nothing more.
    await asking
    assert closed
    view = state.shown[PLACE]
    assert (view.busy, view.writing) == (False, "")
    (shown,) = view.exchanges
    assert (shown.number, shown.answer, shown.note) == (1, "<p>One [1].</p>\n", "Stopped.")


async def _answer_once_with(
    events: Sequence[TutorEvent | ApiError],
    learner: Tab,
    fake: FakeApi,
    asked: list[AskTutor],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ask, get these events and then an error, or the end; the next answer is a whole one."""
    whole = fake.ask_tutor

    async def answer(*_: object) -> AsyncGenerator[TutorEvent, None]:
        monkeypatch.setattr(fake, "ask_tutor", whole)
        for event in events:
            if isinstance(event, ApiError):
                raise event
            yield event

    monkeypatch.setattr(fake, "ask_tutor", answer)
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask_own, PLACE, {"question": "Why?"})
    assert asked == []


@pytest.mark.parametrize(
    ("events", "error"),
    [
        ([refusal("tutor_unavailable", 503, "There’s no tutor right now.")], "There’s no tutor right now."),
        ([TutorEvent(text="One [1]. ")], "We can’t reach the server"),
        ([TutorEvent(exchange=exchange("cut"), detail="The answer broke off.")], "The answer broke off."),
    ],
    ids=["refused", "broken off between the tiers", "broken off at the model"],
)
async def test_what_failed_is_shown_and_asked_again(
    learner: Tab,
    fake: FakeApi,
    state: TutorState,
    asked: list[AskTutor],
    monkeypatch: pytest.MonkeyPatch,
    events: list[TutorEvent | ApiError],
    error: str,
):
    await _answer_once_with(events, learner, fake, asked, monkeypatch)
    view = state.shown[PLACE]
    assert (view.busy, view.writing, view.can_repeat) == (False, "", True)
    assert error in view.error
    await learner.fire(TutorState.ask_again, PLACE)
    assert [form.question for form in asked] == ["Why?"]
    assert (state.shown[PLACE].error, state.shown[PLACE].can_repeat) == ("", False)


async def test_an_answer_that_is_no_longer_allowed_says_so(
    learner: Tab,
    fake: FakeApi,
    state: TutorState,
    asked: list[AskTutor],
    monkeypatch: pytest.MonkeyPatch,
):
    events = [TutorEvent(text="One [1]. "), TutorEvent(exchange=exchange("withdrawn"), detail="No consent.")]
    await _answer_once_with(events, learner, fake, asked, monkeypatch)
    view = state.shown[PLACE]
    assert (view.busy, view.consented, view.said, view.error) == (False, False, "No consent.", "")
    assert [shown.note for shown in view.exchanges] == ["No consent."]


async def test_without_the_consent_it_is_asked_for_again(
    learner: Tab,
    fake: FakeApi,
    state: TutorState,
    asked: list[AskTutor],
    monkeypatch: pytest.MonkeyPatch,
):
    await _answer_once_with([refusal("consent_required")], learner, fake, asked, monkeypatch)
    view = state.shown[PLACE]
    assert (view.consented, view.can_repeat, bool(view.error)) == (False, False, True)


async def test_a_second_click_while_an_answer_is_written_asks_nothing(
    learner: Tab, fake: FakeApi, state: TutorState, monkeypatch: pytest.MonkeyPatch
):
    asked = 0

    async def answer(*_: object) -> AsyncGenerator[TutorEvent, None]:
        nonlocal asked
        asked += 1
        await learner.fire(TutorState.ask, PLACE, "why_wrong")
        yield TutorEvent(exchange=exchange())

    monkeypatch.setattr(fake, "ask_tutor", answer)
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    assert (asked, len(state.shown[PLACE].exchanges)) == (1, 1)


async def test_consent_is_given_once_for_all_questions(learner: Tab, fake: FakeApi, state: TutorState):
    fake.answer(Api.tutor, there(consented=False))
    fake.answer(Api.consent_to_tutor, None)
    other = place_of(PRACTICE, 3)
    await learner.fire(TutorState.open, PLACE)
    await learner.fire(TutorState.open, other)
    await learner.fire(TutorState.agree, PLACE)
    assert state.shown[PLACE].consented
    assert state.shown[other].consented


async def test_an_answer_is_reported_once(learner: Tab, fake: FakeApi, state: TutorState):
    fake.answer(Api.tutor, there(exchange()))
    fake.answer(Api.report_tutor, exchange())
    await learner.fire(TutorState.open, PLACE)
    for _ in range(2):
        await learner.fire(TutorState.report, PLACE, 1)
    assert [one.reported for one in state.shown[PLACE].exchanges] == [True]
    assert [call["form"].exchange for call in fake.calls(Api.report_tutor)] == [1]
