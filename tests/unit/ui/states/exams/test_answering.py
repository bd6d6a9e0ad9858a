"""The certification test's screen: saving answers."""

from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from tests.conftest import FakeClock
from tests.unit.ui.client.wire import Line, Wire
from tests.unit.ui.states.browser import redirect
from tests.unit.ui.states.exams.sitting import Sitting
from webdev_certs.ui.states.exams.exam import PAUSES, ExamState
from webdev_certs.ui.states.session.session import SessionState

# Answering


async def test_an_answer_is_saved_at_once(running: Sitting, clock: FakeClock):
    exam, ticket = running.exam, running.exam.ticket
    clock.advance(seconds=30)
    assert await running.answer() == []
    assert (exam.saving, exam.answered, exam.error, exam.seconds_left) == ("saved", True, "", 2670)
    # Not rendered again, because that would take the focus away.
    assert exam.ticket == ticket
    assert (await running.on_server())["response"] is not None


async def test_an_incomplete_answer_is_not_sent(running: Sitting, wire: Wire):
    before = len(wire.calls)
    assert await running.answer([["pair-1", "2"], ["pair-2", ""]]) == []
    assert (running.exam.saving, running.exam.answered) == ("", False)
    assert len(wire.calls) == before


async def test_an_answer_that_does_not_fit_the_item_shows_an_error(running: Sitting):
    exam = running.exam
    await running.answer([["choice", "9"]])
    assert (exam.saving, exam.answered, exam.retries, exam.retry_in) == ("failed", False, 0, 0)
    assert exam.error


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.next_question])
@pytest.mark.parametrize("begun", [[], [["choice", "9"]]])
async def test_the_browser_is_told_which_change_was_handled(
    running: Sitting, handler: Any, begun: list[list[str]]
):
    """Even if the answer is incomplete or refused, so that the screen does not wait for it."""
    await running.tab.fire(handler, running.exam.ticket, [*begun, ["change", "1234"]])
    assert running.exam.handled_change == 1234


async def test_a_late_change_does_not_undo_what_was_handled(running: Sitting):
    for change in ("20", "10"):
        await running.answer([*running.given, ["change", change]])
    assert running.exam.handled_change == 20


# Saving again


@pytest.mark.parametrize("failing", ["cut", 503, 429])
async def test_an_answer_that_could_not_be_saved_is_sent_again_with_growing_pauses(
    running: Sitting, line: Line, wire: Wire, failing: str | int
):
    exam, path, pauses = running.exam, f"{running.path}/answers/1", []
    if isinstance(failing, int):
        wire.instead(path, PlainTextResponse("", failing))
    line.cut = failing == "cut"
    for _ in range(len(PAUSES) + 2):
        await running.answer()
        assert (exam.saving, exam.answered, exam.error, exam.phase) == ("retrying", False, "", "running")
        pauses.append(exam.retry_in)
    assert pauses == sorted(pauses) == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    assert exam.retries == len(pauses)
    line.cut = False
    wire.answers.clear()
    await running.answer()
    assert (exam.saving, exam.answered, exam.error) == ("saved", True, "")
    assert (exam.retries, exam.retry_in) == (0, 0)


async def test_an_answer_that_is_taken_back_is_not_sent_again(running: Sitting, line: Line):
    line.cut = True
    await running.answer()
    await running.answer([])
    assert (running.exam.saving, running.exam.retries, running.exam.retry_in) == ("", 0, 0)


async def test_the_next_question_waits_until_the_answer_is_saved(running: Sitting, line: Line):
    exam = running.exam
    line.cut = True
    await running.go_on()
    assert (exam.position, exam.saving, exam.busy) == (1, "retrying", False)
    line.cut = False
    await running.answer()
    await running.go_on()
    assert (exam.position, exam.saving, exam.retries, exam.retry_in) == (2, "", 0, 0)


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.expire])
async def test_the_learner_is_told_that_an_answer_may_not_be_saved_in_time(
    running: Sitting, line: Line, clock: FakeClock, handler: Any
):
    line.cut = True
    await running.answer()
    line.cut = False
    clock.advance(minutes=45)
    effects = await (running.answer() if handler is ExamState.answer else running.tab.fire(handler))
    assert redirect(effects) == running.result_page
    assert "may not have been saved" in effects[0].args["message"]


# The end of the login session


@pytest.mark.parametrize("name", ["answer", "next_question", "submit", "expire", "load"])
async def test_a_learner_whose_login_session_has_ended_signs_in_and_comes_back(running: Sitting, name: str):
    session = running.tab.state(SessionState)
    session.access_token = session.refresh_token = "ended"
    given = [running.exam.ticket, running.given] if name in ("answer", "next_question") else []
    effects = await running.tab.fire(getattr(ExamState, name), *given)
    assert redirect(effects) == "/auth/login?returnUrl=%2Ftest%2Freact"
    # Without a running attempt, the leave guard lets the learner go.
    assert running.exam.phase == "signed_out"


async def test_an_answer_from_before_a_reload_is_saved_and_shown(running: Sitting):
    exam, stale, given = running.exam, running.exam.ticket, running.given
    await running.tab.load(ExamState)
    fresh = exam.ticket
    assert fresh != stale
    await running.tab.fire(ExamState.answer, stale, given)
    assert exam.ticket not in (stale, fresh)
    assert (exam.position, exam.saving, exam.answered) == (1, "saved", True)
    assert (await running.on_server())["response"] is not None


async def test_an_answer_from_another_attempt_changes_nothing_here(running: Sitting):
    exam, stale, given = running.exam, running.exam.ticket, running.given
    await running.tab.load(ExamState, "/test/java")
    await running.tab.fire(ExamState.start)
    shown = (exam.ticket, exam.item, exam.position)
    assert await running.tab.fire(ExamState.answer, stale, given) == []
    assert (exam.ticket, exam.item, exam.position) == shown
    assert (exam.phase, exam.saving, exam.answered) == ("running", "", False)


# Moving lines


async def test_moves_that_follow_each_other_closely_are_all_made(running: Sitting):
    await running.go_on_until("order_lines")
    before = list(running.exam.item.order)
    # The second move names the order before the first: the browser did not show that one yet.
    for _ in range(2):
        await running.tab.fire(ExamState.move, running.exam.ticket, before, before[0], 1)
    after = [before[1], before[2], before[0], *before[3:]]
    item = running.exam.item
    assert item.order == after
    assert item.moved.endswith(f"now line 3 of {len(before)}")
    assert (await running.on_server())["response"]["order"] == after


async def test_an_order_that_the_browser_kept_is_shown_and_saved(running: Sitting):
    """After a new sign-in, only the browser knows an order that was not saved."""
    await running.go_on_until("order_lines")
    kept = running.exam.item.order[::-1]
    await running.answer([["line", line] for line in kept])
    item = running.exam.item
    assert item.order == kept == [option.id for option in item.options]
    assert (await running.on_server())["response"]["order"] == kept


async def test_a_late_move_does_not_change_the_next_question(running: Sitting):
    await running.go_on_until("order_lines")
    exam, stale, order = running.exam, running.exam.ticket, list(running.exam.item.order)
    await running.go_on()
    await running.go_on_until("order_lines")
    assert sorted(exam.item.order) == sorted(order)
    shown = exam.item
    await running.tab.fire(ExamState.move, stale, order, order[0], 1)
    assert exam.item == shown
    assert (exam.saving, exam.answered) == ("", False)
