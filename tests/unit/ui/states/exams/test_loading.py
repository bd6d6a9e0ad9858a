"""The certification test's screen: introduction, starting and resuming."""

from datetime import UTC, datetime

from starlette.responses import PlainTextResponse

from tests.answering import pass_exam
from tests.conftest import FakeClock
from tests.unit.ui.client.wire import Call, Wire
from tests.unit.ui.states.browser import redirect, storage_key
from tests.unit.ui.states.exams.sitting import Sitting
from webdev_certs.shared.formatting import date_time
from webdev_certs.ui.states.exams.exam import ExamState


async def test_the_introduction_states_length_time_and_cut_score(sitting: Sitting, wire: Wire):
    exam, steps = sitting.exam, sitting.tab.stream(ExamState.load)
    assert await anext(steps) == []
    assert exam.phase == "loading"
    assert [effect async for step in steps for effect in step] == []
    assert (exam.phase, exam.error) == ("intro", "")
    assert (exam.name, exam.title) == ("React", "Certified React Developer")
    assert (exam.min_items, exam.max_items) == (20, 40)
    assert (exam.time, exam.cut_score, exam.retake_date) == ("45\u00a0minutes", 500, "")
    assert sorted(wire.paths()) == ["/api/profile", "/api/technologies", "/api/tests"]
    assert {call.method for call in wire.calls} == {"GET"}


async def test_a_refused_start_shows_the_error_and_keeps_the_focus(sitting: Sitting, wire: Wire):
    exam = await sitting.tab.load(ExamState)
    wire.instead("/api/tests", PlainTextResponse("", 500))
    assert await sitting.tab.fire(ExamState.start) == []
    assert (exam.phase, exam.busy, exam.error) == ("intro", False, "The server gave an unexpected answer.")


async def test_between_attempts_the_date_of_the_next_is_shown(sitting: Sitting, clock: FakeClock):
    clock.now = datetime.now(UTC)
    result = await pass_exam(sitting.api, sitting.account)
    exam = await sitting.tab.load(ExamState)
    retake = datetime.fromisoformat(result["retake_at"])
    assert exam.phase == "wait"
    assert exam.retake_date == date_time(retake)
    assert (exam.technology_id, exam.name, exam.max_items) == ("react", "React", 40)


async def test_a_test_that_ended_while_nobody_was_connected_shows_its_result_once(
    running: Sitting, clock: FakeClock
):
    """The computer slept, or the server was restarted: the page loads again when it reconnects."""
    result = running.result_page
    clock.advance(minutes=45)
    assert redirect(await running.tab.fire(ExamState.load)) == result
    assert running.exam.phase == "ended"
    assert redirect(await running.tab.fire(ExamState.load)) is None
    assert running.exam.phase in ("intro", "wait")


async def test_the_browser_remembers_which_test_runs(running: Sitting):
    """Otherwise a new server process could not know which test is running."""
    exam = running.exam
    for _ in range(2):
        assert exam.running_attempt == exam.ticket.partition(":")[0] != ""
        await running.tab.load(ExamState)
    await running.tab.fire(ExamState.submit)
    assert exam.running_attempt == ""
    assert storage_key(ExamState, "running_attempt") == "running_attempt"


async def test_an_attempt_that_ends_while_it_loads_shows_its_result(
    running: Sitting, clock: FakeClock, wire: Wire
):
    async def too_late(_call: Call) -> None:
        clock.advance(hours=1)

    wire.answers[running.path] = too_late
    effects = await running.tab.fire(ExamState.load)
    assert running.exam.phase == "ended"
    assert redirect(effects) == running.result_page
    assert effects[0].args["replace"] is True
