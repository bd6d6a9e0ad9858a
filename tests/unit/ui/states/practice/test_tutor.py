"""The tutor on screens: sentences as they come, stopping, consent, reports."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import NOW
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import PRACTICE
from webdev_certs.schemas.tutor import AskTutor, TutorEvent, TutorExchange, TutorSource
from webdev_certs.schemas.tutor import TutorState as ReadTutor
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.items.annotations import place_of
from webdev_certs.ui.states.practice.tutor import TutorState
from webdev_certs.ui.states.session.session import SessionState

PLACE = place_of(PRACTICE, 2)
SOURCES = [TutorSource(number=1, title="Explanation", url=None)]


def exchange(outcome: str = "complete") -> TutorExchange:
    fields = {"number": 1, "action": "why_wrong", "question": "", "answer": "One [1]. `Two`."}
    fields |= {"citations": [1], "outcome": outcome, "asked_at": NOW, "reported": False}
    return TutorExchange.model_validate(fields)


LAST = TutorEvent(exchange=exchange(), removed_links=1)


def there(*exchanges: TutorExchange, consented: bool = True) -> ReadTutor:
    return ReadTutor(available=True, consented=consented, sources=SOURCES, exchanges=list(exchanges))


class Model:
    """Answers each question with the next script, and then with a whole answer, and notes what was asked."""

    def __init__(self) -> None:
        self.scripts: list[Sequence[TutorEvent | ApiError]] = []
        self.asked: list[AskTutor] = []
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What is done before each event."""

    async def answer(self, _session: str, _position: int, form: AskTutor) -> AsyncGenerator[TutorEvent, None]:
        self.asked.append(form)
        for event in self.scripts.pop(0) if self.scripts else [TutorEvent(exchange=exchange())]:
            if self.meanwhile:
                await self.meanwhile()
            if isinstance(event, ApiError):
                raise event
            yield event


@pytest.fixture
def model(fake: FakeApi, monkeypatch: pytest.MonkeyPatch) -> Model:
    model = Model()
    monkeypatch.setattr(fake, "ask_tutor", model.answer)
    return model


@pytest.fixture
async def state(learner: Tab, fake: FakeApi) -> TutorState:
    """The tutor, opened at a question."""
    fake.answer(Api.tutor, there())
    await learner.fire(TutorState.open, PLACE)
    return learner.state(TutorState)


async def test_an_answer_grows_by_sentence_and_joins_the_others(
    learner: Tab, state: TutorState, model: Model
):
    seen: list[tuple[str, str]] = []

    async def look() -> None:
        view = state.shown[PLACE]
        assert view.busy
        seen.append((view.writing, view.said))

    model.meanwhile = look
    texts = [TutorEvent(begun="One "), TutorEvent(text="One [1]. "), TutorEvent(text="`Two`.")]
    model.scripts = [[*texts, LAST]]
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    # Only whole sentences are announced.
    assert seen == [
        ("", ""),
        ("<p>One</p>\n", ""),
        ("<p>One [1].</p>\n", "One [1]."),
        ("<p>One [1]. <code>Two</code>.</p>\n", "Two."),
    ]
    view = state.shown[PLACE]
    assert (view.busy, view.writing, view.said) == (False, "", "The answer is complete.")
    (answer,) = view.exchanges
    assert answer.answer == "<p>One [1]. <code>Two</code>.</p>\n"
    assert answer.sources == ["[1] Explanation"]
    assert answer.note == "We removed references that led nowhere."
    assert [form.action for form in model.asked] == ["why_wrong"]


async def test_only_what_was_typed_is_asked(learner: Tab, state: TutorState, model: Model):
    await learner.fire(TutorState.ask_own, PLACE, {"question": "  "})
    assert model.asked == []
    await learner.fire(TutorState.ask_own, PLACE, {"question": " Why? "})
    assert [(form.action, form.question) for form in model.asked] == [("question", "Why?")]


async def test_a_stopped_answer_stays_as_far_as_it_was_shown(
    learner: Tab, fake: FakeApi, state: TutorState, monkeypatch: pytest.MonkeyPatch
):
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
    learner: Tab, state: TutorState, model: Model, events: list[TutorEvent | ApiError], error: str
):
    model.scripts = [events]
    await learner.fire(TutorState.ask_own, PLACE, {"question": "Why?"})
    view = state.shown[PLACE]
    assert (view.busy, view.writing, view.can_repeat) == (False, "", True)
    assert error in view.error
    await learner.fire(TutorState.ask_again, PLACE)
    assert [form.question for form in model.asked] == ["Why?", "Why?"]
    assert (state.shown[PLACE].error, state.shown[PLACE].can_repeat) == ("", False)


async def test_an_answer_that_is_no_longer_allowed_says_so(learner: Tab, state: TutorState, model: Model):
    withdrawn = TutorEvent(exchange=exchange("withdrawn"), detail="No consent.")
    model.scripts = [[TutorEvent(text="One [1]. "), withdrawn]]
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    view = state.shown[PLACE]
    assert (view.busy, view.consented, view.said, view.error) == (False, False, "No consent.", "")
    assert [shown.note for shown in view.exchanges] == ["No consent."]


async def test_without_the_consent_it_is_asked_for_again(learner: Tab, state: TutorState, model: Model):
    model.scripts = [[refusal("consent_required")]]
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    view = state.shown[PLACE]
    assert (view.consented, view.can_repeat, bool(view.error)) == (False, False, True)


async def test_a_second_click_while_an_answer_is_written_asks_nothing(
    learner: Tab, state: TutorState, model: Model
):
    model.meanwhile = lambda: learner.fire(TutorState.ask, PLACE, "why_wrong")
    await learner.fire(TutorState.ask, PLACE, "why_wrong")
    assert (len(model.asked), len(state.shown[PLACE].exchanges)) == (1, 1)


async def test_consent_is_given_once_for_all_questions(learner: Tab, fake: FakeApi):
    fake.answer(Api.tutor, there(consented=False))
    fake.answer(Api.consent_to_tutor, None)
    places = PLACE, place_of(PRACTICE, 3)
    for place in places:
        await learner.fire(TutorState.open, place)
    await learner.fire(TutorState.agree, PLACE)
    assert all(learner.state(TutorState).shown[place].consented for place in places)


async def test_an_answer_is_reported_once(learner: Tab, fake: FakeApi):
    fake.answer(Api.tutor, there(exchange()))
    fake.answer(Api.report_tutor, exchange())
    await learner.fire(TutorState.open, PLACE)
    for _ in range(2):
        await learner.fire(TutorState.report, PLACE, 1)
    assert [one.reported for one in learner.state(TutorState).shown[PLACE].exchanges] == [True]
    assert [call["form"].exchange for call in fake.calls(Api.report_tutor)] == [1]


@pytest.mark.parametrize("last", [LAST, None], ids=["goes on", "breaks off"])
async def test_signing_out_ends_the_answer(
    learner: Tab, state: TutorState, model: Model, last: TutorEvent | None
):
    model.meanwhile = learner.state(SessionState).end
    model.scripts = [[TutorEvent(text="One [1]. "), *([last] if last else [])]]
    assert await learner.fire(TutorState.ask, PLACE, "why_wrong") == []
    assert state.shown == {}
