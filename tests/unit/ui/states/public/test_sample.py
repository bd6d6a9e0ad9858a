"""The sample questions on the screen."""

import pytest

from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.ui.states.public.sample import SampleState


@pytest.fixture
async def sample(tab: Tab) -> SampleState:
    """A sample at its first question, in a tab in which nobody has signed in."""
    await tab.fire(SampleState.start, "react")
    return tab.state(SampleState)


async def check(tab: Tab, sample: SampleState, *, right: bool = True) -> None:
    await tab.fire(SampleState.check, sample.ticket, entries(sample.item, right=right))


async def test_a_sample_from_the_first_question_to_the_end(tab: Tab, sample: SampleState):
    assert (sample.phase, sample.name, sample.answered, sample.score) == ("answering", "React", 0, 500)
    for answered in range(1, 4):
        await check(tab, sample)
        assert (sample.phase, sample.answered, sample.correct) == ("explained", answered, answered)
        assert sample.feedback.correct
        await tab.fire(SampleState.next_question)
    assert (sample.phase, sample.item.stem) == ("finished", "")
    assert sample.low < sample.score < sample.high
    await tab.fire(SampleState.choose_again)
    assert (sample.phase, sample.technology) == ("choice", "")


async def test_without_an_answer_nothing_is_sent(tab: Tab, sample: SampleState, wire: Wire):
    before = len(wire.calls)
    await tab.fire(SampleState.check, sample.ticket, [])
    assert (sample.phase, sample.error) == ("answering", "Choose or type an answer first.")
    assert len(wire.calls) == before


async def test_a_late_click_changes_nothing(tab: Tab, sample: SampleState):
    form, ticket = entries(sample.item), sample.ticket
    await tab.fire(SampleState.check, ticket, form)
    await tab.fire(SampleState.check, ticket, form)
    assert (sample.phase, sample.answered) == ("explained", 1)
    await tab.fire(SampleState.next_question)
    await tab.fire(SampleState.next_question)
    assert (sample.phase, sample.answered) == ("answering", 1)


async def test_an_unknown_technology_is_said(tab: Tab):
    await tab.fire(SampleState.start, "cobol")
    sample = tab.state(SampleState)
    assert (sample.phase, sample.busy) == ("choice", "")
    assert sample.error.startswith("There is no such technology")
