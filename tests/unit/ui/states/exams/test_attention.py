"""What the browser notices while a test runs is passed on, and never disturbs the test."""

import pytest
from starlette.responses import PlainTextResponse

from tests.api.accounts.test_auth import stored
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.browser import Tab, entries
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptEvent
from webdev_certs.ui.states.exams.attention import AttentionState
from webdev_certs.ui.states.exams.exam import ExamState


async def test_events_are_passed_on_with_the_question(own_tab: Tab, running: ExamState, resources: Resources):
    assert await own_tab.fire(AttentionState.report, "left", 7) == []
    await own_tab.fire(ExamState.next_question, running.ticket, entries(running.item))
    await own_tab.fire(AttentionState.report, "paste", 0)
    rows = [(row.position, row.kind, row.seconds) for row in await stored(resources, AttemptEvent)]
    assert sorted(rows) == [(1, "left", 7), (2, "paste", None)]


async def test_without_a_running_test_nothing_is_sent(own_tab: Tab, exam: ExamState, wire: Wire):
    await own_tab.fire(ExamState.load)
    before = len(wire.calls)
    await own_tab.fire(AttentionState.report, "left", 7)
    assert len(wire.calls) == before


@pytest.mark.parametrize(("kind", "seconds"), [("left", -1), ("left", 10**9), ("typed", 1)])
async def test_impossible_reports_are_not_sent(
    own_tab: Tab, running: ExamState, wire: Wire, kind: str, seconds: int
):
    before = len(wire.calls)
    assert await own_tab.fire(AttentionState.report, kind, seconds) == []
    assert (len(wire.calls), running.phase, running.error) == (before, "running", "")


async def test_a_refused_report_changes_nothing(own_tab: Tab, running: ExamState, wire: Wire):
    wire.instead(f"/api/tests/{running.ticket.partition(':')[0]}/events", PlainTextResponse("", 500))
    ticket = running.ticket
    assert await own_tab.fire(AttentionState.report, "left", 7) == []
    assert (running.phase, running.error, running.ticket) == ("running", "", ticket)
