"""The answers of a sample go on as practice after a sign-in."""

import json
from datetime import datetime, timedelta

import pytest
from starlette.responses import Response

from tests.factories import Account
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.public.kept_sample import KeptSampleState
from webdev_certs.ui.states.public.sample import SampleState

CLAIM = "/api/samples/claim"


@pytest.fixture
async def kept(tab: Tab) -> KeptSampleState:
    """A sample with two answers of a visitor."""
    sample = tab.state(SampleState)
    await tab.fire(SampleState.start, "react")
    for _ in range(2):
        await tab.fire(SampleState.check, sample.ticket, entries(sample.item))
        await tab.fire(SampleState.next_question)
    return tab.state(KeptSampleState)


async def test_a_visitors_answers_are_kept_and_not_sent(tab: Tab, kept: KeptSampleState, wire: Wire):
    stored = json.loads(kept.sample)
    assert (stored["technology"], len(stored["answers"])) == ("react", 2)
    await tab.fire(KeptSampleState.claim)
    assert wire.count(CLAIM) == 0
    assert kept.sample


async def test_when_a_sample_is_taken_again_its_first_answers_stay(tab: Tab, kept: KeptSampleState):
    """Its keys have been shown by then."""
    sample, first = tab.state(SampleState), kept.sample
    await tab.fire(SampleState.choose_again)
    await tab.fire(SampleState.start, "react")
    await tab.fire(SampleState.check, sample.ticket, entries(sample.item, right=False))
    assert sample.phase == "explained"
    assert kept.sample == first
    await tab.fire(SampleState.choose_again)
    await tab.fire(SampleState.start, "java")
    await tab.fire(SampleState.check, sample.ticket, entries(sample.item))
    assert json.loads(kept.sample)["technology"] == "java"


async def test_practice_goes_on_after_the_sample(tab: Tab, kept: KeptSampleState, account: Account):
    tab.sign_in(account)
    tab.open("/practice-test/react")
    await tab.fire(KeptSampleState.claim)
    assert kept.sample == ""
    await tab.fire(PracticeState.load)
    practice = tab.state(PracticeState)
    assert (practice.phase, practice.position, practice.correct) == ("answering", 3, 2)


async def test_a_sample_is_sent_once(tab: Tab, kept: KeptSampleState, account: Account, wire: Wire):
    tab.sign_in(account)
    await tab.fire(KeptSampleState.claim)
    await tab.fire(KeptSampleState.claim)
    assert wire.count(CLAIM) == 1


@pytest.mark.parametrize("hours", [23, 25])
async def test_a_sample_is_kept_for_a_day(
    tab: Tab, kept: KeptSampleState, account: Account, wire: Wire, hours: int
):
    stored = json.loads(kept.sample)
    kept_at = datetime.fromisoformat(stored["kept_at"]) - timedelta(hours=hours)
    kept.sample = json.dumps(stored | {"kept_at": kept_at.isoformat()})
    tab.sign_in(account)
    await tab.fire(KeptSampleState.claim)
    assert kept.sample == ""
    assert wire.count(CLAIM) == int(hours < 24)


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


async def test_without_an_answer_of_the_server_they_stay(
    tab: Tab, kept: KeptSampleState, account: Account, wire: Wire
):
    tab.sign_in(account)
    wire.instead(CLAIM, Response(status_code=503))
    await tab.fire(KeptSampleState.claim)
    assert kept.sample
