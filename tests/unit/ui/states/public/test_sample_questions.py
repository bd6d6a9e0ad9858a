"""The sample questions, and what is kept of them."""

import json
from datetime import datetime, timedelta

import pytest
from starlette.responses import Response

from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.ui.states.public.sample_questions import SampleQuestionsState
from webdev_certs.ui.states.session.kept_sample import KeptSampleState

# The answers of a sample go on as practice after a sign-in


CLAIM = "/api/samples/claim"


@pytest.fixture
async def kept(tab: Tab) -> KeptSampleState:
    """A sample with two answers of a visitor."""
    sample = tab.state(SampleQuestionsState)
    await tab.fire(SampleQuestionsState.start, "react")
    for _ in range(2):
        await tab.fire(SampleQuestionsState.check, sample.ticket, entries(sample.item))
        await tab.fire(SampleQuestionsState.next_question)
    return tab.state(KeptSampleState)


async def test_a_visitors_answers_are_kept_and_not_sent(tab: Tab, kept: KeptSampleState, wire: Wire):
    stored = json.loads(kept.sample)
    assert (stored["technology"], len(stored["answers"])) == ("react", 2)
    await tab.fire(KeptSampleState.claim)
    assert wire.count(CLAIM) == 0
    assert kept.sample


async def test_when_a_sample_is_taken_again_its_first_answers_stay(tab: Tab, kept: KeptSampleState):
    """Its keys have been shown by then."""
    sample, first = tab.state(SampleQuestionsState), kept.sample
    await tab.fire(SampleQuestionsState.choose_again)
    await tab.fire(SampleQuestionsState.start, "react")
    await tab.fire(SampleQuestionsState.check, sample.ticket, entries(sample.item, right=False))
    assert sample.phase == "explained"
    assert kept.sample == first
    await tab.fire(SampleQuestionsState.choose_again)
    await tab.fire(SampleQuestionsState.start, "java")
    await tab.fire(SampleQuestionsState.check, sample.ticket, entries(sample.item))
    assert json.loads(kept.sample)["technology"] == "java"


async def test_a_sample_is_sent_until_the_server_has_it(
    tab: Tab, kept: KeptSampleState, account: Account, wire: Wire
):
    tab.sign_in(account)
    wire.instead(CLAIM, Response(status_code=503))
    await tab.fire(KeptSampleState.claim)
    assert kept.sample
    wire.answers.clear()
    for _ in range(2):
        await tab.fire(KeptSampleState.claim)
    assert wire.count(CLAIM) == 2


@pytest.mark.parametrize("minutes", [59, 61])
async def test_a_sample_is_kept_for_an_hour(
    tab: Tab, kept: KeptSampleState, account: Account, wire: Wire, minutes: int
):
    stored = json.loads(kept.sample)
    kept_at = datetime.fromisoformat(stored["kept_at"]) - timedelta(minutes=minutes)
    kept.sample = json.dumps(stored | {"kept_at": kept_at.isoformat()})
    tab.sign_in(account)
    await tab.fire(KeptSampleState.claim)
    assert kept.sample == ""
    assert wire.count(CLAIM) == int(minutes < 60)


@pytest.mark.parametrize("stored", ["x", "{}", '{"technology": "react", "answers": []}'])
async def test_what_is_malformed_is_forgotten(own_tab: Tab, wire: Wire, stored: str):
    kept = own_tab.state(KeptSampleState)
    kept.sample = stored
    await own_tab.fire(KeptSampleState.claim)
    assert kept.sample == ""
    assert wire.count(CLAIM) == 0


async def test_answers_to_other_questions_are_forgotten(tab: Tab, kept: KeptSampleState, account: Account):
    kept.sample = kept.sample.replace('"item_id":"', '"item_id":"x')
    tab.sign_in(account)
    await tab.fire(KeptSampleState.claim)
    assert kept.sample == ""


# The sample questions on the screen


@pytest.fixture
async def sample(tab: Tab) -> SampleQuestionsState:
    """A sample at its first question, in a tab in which nobody has signed in."""
    await tab.fire(SampleQuestionsState.start, "react")
    return tab.state(SampleQuestionsState)


async def check(tab: Tab, sample: SampleQuestionsState, *, right: bool = True) -> None:
    await tab.fire(SampleQuestionsState.check, sample.ticket, entries(sample.item, right=right))


async def test_without_an_answer_nothing_is_sent(tab: Tab, sample: SampleQuestionsState, wire: Wire):
    before = len(wire.calls)
    await tab.fire(SampleQuestionsState.check, sample.ticket, [])
    assert (sample.phase, sample.error) == ("answering", "Choose or type an answer first.")
    assert len(wire.calls) == before


async def test_a_late_click_changes_nothing(tab: Tab, sample: SampleQuestionsState):
    form, ticket = entries(sample.item), sample.ticket
    await tab.fire(SampleQuestionsState.check, ticket, form)
    await tab.fire(SampleQuestionsState.check, ticket, form)
    assert (sample.phase, sample.answered) == ("explained", 1)
    await tab.fire(SampleQuestionsState.next_question)
    await tab.fire(SampleQuestionsState.next_question)
    assert (sample.phase, sample.answered) == ("answering", 1)


async def test_a_sample_that_was_left_gives_way_to_that_of_another_technology(
    tab: Tab, sample: SampleQuestionsState
):
    await tab.fire(SampleQuestionsState.start, "java")
    assert (sample.technology, sample.phase, sample.answered) == ("java", "answering", 0)


async def test_an_unknown_technology_shows_an_error(tab: Tab):
    await tab.fire(SampleQuestionsState.start, "cobol")
    sample = tab.state(SampleQuestionsState)
    assert (sample.phase, sample.busy) == ("choice", "")
    assert sample.error.startswith("There is no such technology")
