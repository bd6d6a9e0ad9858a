"""The sample questions, and what is kept of them."""

import json
from datetime import datetime, timedelta

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import ACCOUNT, item_feedback, practice_state, shown_item
from webdev_certs.schemas.practice import Estimate, SampleAnswer, SampleState
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.public.sample_questions import SampleQuestionsState
from webdev_certs.ui.states.session.kept_sample import KeptSampleState


def sample_state(technology: str, answers: list[SampleAnswer]) -> SampleState:
    """Answer as the API does; all answers are right."""
    answered = len(answers)
    return SampleState(
        technology=technology,
        name=technology.title(),
        cut_score=500,
        answered=answered,
        correct=answered,
        length=3,
        estimate=Estimate(score=500 + answered, low=400, high=600),
        feedback=item_feedback() if answers else None,
        item_id=f"{technology}-{answered + 1}" if answered < 3 else None,
        item=shown_item(answered + 1) if answered < 3 else None,
    )


@pytest.fixture(autouse=True)
def answers(fake: FakeApi) -> None:
    fake.answer_by(Api.sample, sample_state)
    fake.answer(Api.claim_sample, practice_state())


@pytest.fixture
async def sample(visitor: Tab) -> SampleQuestionsState:
    """A sample at its first question, in a tab in which nobody has signed in."""
    await visitor.fire(SampleQuestionsState.start, "react")
    return visitor.state(SampleQuestionsState)


@pytest.fixture
async def kept(visitor: Tab, sample: SampleQuestionsState) -> KeptSampleState:
    """A sample with two answers of a visitor."""
    for _ in range(2):
        await check(visitor)
        await visitor.fire(SampleQuestionsState.next_question)
    return visitor.state(KeptSampleState)


async def check(tab: Tab, choice: str = "1") -> list[Effect]:
    ticket = tab.state(SampleQuestionsState).ticket
    return await tab.fire(SampleQuestionsState.check, ticket, [["choice", choice]])


async def test_a_visitors_answers_are_kept_and_not_sent(visitor: Tab, fake: FakeApi, kept: KeptSampleState):
    stored = json.loads(kept.sample)
    assert (stored["technology"], len(stored["answers"])) == ("react", 2)
    await visitor.fire(KeptSampleState.claim)
    assert fake.calls(Api.claim_sample) == []
    assert kept.sample


async def test_when_a_sample_is_taken_again_its_first_answers_stay(visitor: Tab, kept: KeptSampleState):
    """Its keys have been shown by then."""
    first = kept.sample
    await visitor.fire(SampleQuestionsState.choose_again)
    await visitor.fire(SampleQuestionsState.start, "react")
    await check(visitor, "2")
    assert visitor.state(SampleQuestionsState).phase == "explained"
    assert kept.sample == first
    await visitor.fire(SampleQuestionsState.choose_again)
    await visitor.fire(SampleQuestionsState.start, "java")
    await check(visitor)
    assert json.loads(kept.sample)["technology"] == "java"


@pytest.mark.parametrize(
    "failure",
    [
        refusal("http_503", 503),
        ApiError.unreachable(),
        refusal("test_running", 409),
        refusal("too_many_requests", 429),
    ],
    ids=str,
)
async def test_a_sample_is_sent_until_the_server_has_it(
    visitor: Tab, fake: FakeApi, kept: KeptSampleState, failure: ApiError
):
    visitor.sign_in(ACCOUNT)
    fake.answer(Api.claim_sample, failure, practice_state())
    await visitor.fire(KeptSampleState.claim)
    assert kept.sample
    for _ in range(2):
        await visitor.fire(KeptSampleState.claim)
    sent = fake.calls(Api.claim_sample)
    assert [(call["technology"], len(call["answers"])) for call in sent] == [("react", 2)] * 2
    assert kept.sample == ""


async def test_answers_to_other_questions_are_forgotten(visitor: Tab, fake: FakeApi, kept: KeptSampleState):
    visitor.sign_in(ACCOUNT)
    fake.answer(Api.claim_sample, refusal("sample_changed"))
    await visitor.fire(KeptSampleState.claim)
    assert kept.sample == ""


@pytest.mark.parametrize("minutes", [59, 61])
async def test_a_sample_is_kept_for_an_hour(visitor: Tab, fake: FakeApi, kept: KeptSampleState, minutes: int):
    stored = json.loads(kept.sample)
    kept_at = datetime.fromisoformat(stored["kept_at"]) - timedelta(minutes=minutes)
    kept.sample = json.dumps(stored | {"kept_at": kept_at.isoformat()})
    visitor.sign_in(ACCOUNT)
    await visitor.fire(KeptSampleState.claim)
    assert kept.sample == ""
    assert len(fake.calls(Api.claim_sample)) == int(minutes < 60)


@pytest.mark.parametrize("stored", ["x", "{}", '{"technology": "react", "answers": []}'])
async def test_what_is_malformed_is_forgotten(learner: Tab, fake: FakeApi, stored: str):
    kept = learner.state(KeptSampleState)
    kept.sample = stored
    await learner.fire(KeptSampleState.claim)
    assert (kept.sample, fake.called) == ("", [])


async def test_all_answers_are_sent_each_time_until_the_end(
    visitor: Tab, fake: FakeApi, sample: SampleQuestionsState
):
    for number in (1, 2, 3):
        assert await check(visitor) == [Effect("set_focus", {"ref": "ref_verdict"})]
        assert (sample.phase, sample.answered, sample.score) == ("explained", number, 500 + number)
        assert (sample.feedback.correct, sample.feedback.position) == (True, number)
        await visitor.fire(SampleQuestionsState.next_question)
    assert sample.phase == "finished"
    sent = [[answer.item_id for answer in call["answers"]] for call in fake.calls(Api.sample)]
    ids = ["react-1", "react-2", "react-3"]
    assert sent == [ids[:number] for number in range(4)]


async def test_a_sample_is_started_and_checked_once(
    visitor: Tab, fake: FakeApi, sample: SampleQuestionsState
):
    await visitor.fire(SampleQuestionsState.start, "react")
    ticket = sample.ticket
    await visitor.fire(SampleQuestionsState.check, ticket, [])
    assert (sample.phase, sample.error) == ("answering", "Choose or type an answer first.")
    assert len(fake.calls(Api.sample)) == 1
    for _ in range(2):
        await visitor.fire(SampleQuestionsState.check, ticket, [["choice", "1"]])
    assert (sample.phase, sample.answered, len(fake.calls(Api.sample))) == ("explained", 1, 2)
    for _ in range(2):
        await visitor.fire(SampleQuestionsState.next_question)
    assert (sample.phase, sample.answered) == ("answering", 1)


async def test_a_sample_that_was_left_gives_way_to_that_of_another_technology(
    visitor: Tab, sample: SampleQuestionsState
):
    await visitor.fire(SampleQuestionsState.start, "java")
    assert (sample.technology, sample.phase, sample.answered) == ("java", "answering", 0)
