"""What the browser notices while a test runs is passed on, and never disturbs the test."""

import pytest
from starlette.responses import PlainTextResponse

from tests.api.accounts.test_auth import stored
from tests.unit.ui.client.wire import Wire
from tests.unit.ui.states.exams.sitting import Sitting
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import AttemptEvent
from webdev_certs.ui.states.exams.exam import ExamState


async def test_events_are_passed_on_with_the_question(running: Sitting, resources: Resources):
    assert await running.tab.fire(ExamState.report_event, "left", 7) == []
    await running.go_on()
    await running.tab.fire(ExamState.report_event, "paste", 0)
    rows = [(row.position, row.kind, row.seconds) for row in await stored(resources, AttemptEvent)]
    assert sorted(rows) == [(1, "left", 7), (2, "paste", None)]


async def test_without_a_running_attempt_nothing_is_sent(sitting: Sitting, wire: Wire):
    await sitting.tab.load(ExamState)
    before = len(wire.calls)
    await sitting.tab.fire(ExamState.report_event, "left", 7)
    assert len(wire.calls) == before


@pytest.mark.parametrize(("kind", "seconds"), [("left", -1), ("left", 10**9), ("typed", 1)])
async def test_impossible_reports_are_not_sent(running: Sitting, wire: Wire, kind: str, seconds: int):
    before = len(wire.calls)
    assert await running.tab.fire(ExamState.report_event, kind, seconds) == []
    assert (len(wire.calls), running.exam.phase, running.exam.error) == (before, "running", "")


async def test_a_refused_report_changes_nothing(running: Sitting, wire: Wire):
    wire.instead(f"{running.path}/events", PlainTextResponse("", 500))
    ticket = running.exam.ticket
    assert await running.tab.fire(ExamState.report_event, "left", 7) == []
    assert (running.exam.phase, running.exam.error, running.exam.ticket) == ("running", "", ticket)
