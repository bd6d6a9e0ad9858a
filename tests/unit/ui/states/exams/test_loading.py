"""The certification test's screen: introduction, starting and resuming."""

from datetime import UTC, datetime

import httpx
from starlette.responses import PlainTextResponse

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.ui.client.wire import Call, Wire
from tests.unit.ui.states.browser import Tab, redirect, storage_key
from tests.unit.ui.states.exams.sitting import result_path
from webdev_certs.ui.states.exams.exam import ExamState


async def test_the_introduction_states_length_time_and_cut_score(own_tab: Tab, exam: ExamState, wire: Wire):
    steps = own_tab.stream(ExamState.load)
    assert await anext(steps) == []
    assert exam.phase == "loading"
    assert [effect async for step in steps for effect in step] == []
    assert (exam.phase, exam.error) == ("intro", "")
    assert (exam.name, exam.title) == ("React", "Certified React Developer")
    assert (exam.min_items, exam.max_items) == (20, 40)
    assert (exam.minutes, exam.cut_score, exam.retake_date) == (45, 500, "")
    assert sorted(wire.paths()) == ["/api/profile", "/api/technologies", "/api/tests"]
    assert {call.method for call in wire.calls} == {"GET"}


async def test_a_refused_start_shows_the_error_and_keeps_the_focus(own_tab: Tab, exam: ExamState, wire: Wire):
    await own_tab.fire(ExamState.load)
    wire.instead("/api/tests", PlainTextResponse("", 500))
    assert await own_tab.fire(ExamState.start) == []
    assert (exam.phase, exam.busy, exam.error) == ("intro", False, "The server gave an unexpected answer.")


async def test_a_second_click_on_start_changes_nothing(own_tab: Tab, running: ExamState, wire: Wire):
    # The question may have an answer already, which a new rendering of the form would lose.
    ticket, before = running.ticket, len(wire.calls)
    assert await own_tab.fire(ExamState.start) == []
    assert (running.ticket, len(wire.calls)) == (ticket, before)


async def test_between_attempts_the_date_of_the_next_is_shown(
    own_tab: Tab, exam: ExamState, account: Account, api: httpx.AsyncClient, clock: FakeClock
):
    clock.now = datetime.now(UTC)
    result = await pass_exam(api, account)
    await own_tab.fire(ExamState.load)
    retake = datetime.fromisoformat(result["retake_at"])
    assert (exam.phase, exam.retake_date) == (
        "wait",
        f"{retake.day}\u00a0{retake:%B\u00a0%Y, %H:%M}\u00a0UTC",
    )
    assert (exam.technology_id, exam.name, exam.max_items) == ("react", "React", 40)


async def test_a_test_that_ended_while_nobody_was_connected_shows_its_result_once(
    own_tab: Tab, exam: ExamState, running: ExamState, clock: FakeClock
):
    """The computer slept, or the server was restarted: the page loads again when it reconnects."""
    result = result_path(running)
    clock.advance(minutes=45)
    assert redirect(await own_tab.fire(ExamState.load)) == result
    assert exam.phase == "ended"
    assert redirect(await own_tab.fire(ExamState.load)) is None
    assert exam.phase in ("intro", "wait")


async def test_the_browser_remembers_which_test_runs(own_tab: Tab, running: ExamState):
    """Otherwise a new server process could not know."""
    assert running.running_attempt == running.ticket.partition(":")[0]
    await own_tab.fire(ExamState.load)
    assert running.running_attempt == running.ticket.partition(":")[0]
    await own_tab.fire(ExamState.submit)
    assert running.running_attempt == ""
    assert storage_key(ExamState, "running_attempt") == "running_attempt"


async def test_an_attempt_that_ends_while_it_loads_shows_its_result(
    own_tab: Tab, exam: ExamState, running: ExamState, clock: FakeClock, wire: Wire
):
    path = result_path(running).replace("/test-results", "/api/tests")

    async def too_late(_call: Call) -> None:
        clock.advance(hours=1)

    wire.answers[path] = too_late
    effects = await own_tab.fire(ExamState.load)
    assert exam.phase == "ended"
    assert redirect(effects) == result_path(exam)
    assert effects[0].args["replace"] is True
