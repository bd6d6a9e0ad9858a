"""The certification test's screen: saving answers."""

from typing import Any

import pytest

from tests.fake_api import refusal
from tests.unit.ui.states.browser import redirect
from tests.unit.ui.states.exams.sitting import FOCUS, GIVEN, RESULT_PAGE, Sitting
from tests.unit.ui.states.records import RIGHT, attempt_state, saved_answer, shown_item
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.exams.exam import PAUSES, ExamState
from webdev_certs.ui.states.shared.toasts import ToastState

UNREACHABLE = ApiError.unreachable()


async def test_an_answer_is_saved_at_once(running: Sitting):
    exam, ticket = running.exam, running.exam.ticket
    running.fake.answer(Api.save_answer, saved_answer(seconds_left=2670))
    assert await running.answer() == []
    assert (exam.saving, exam.answered, exam.error, exam.seconds_left) == ("saved", True, "", 2670)
    # Not rendered again, because that would take the focus away.
    assert exam.ticket == ticket
    assert running.saved() == [(1, ["1"], 1)]


async def test_an_incomplete_answer_is_not_sent(running: Sitting):
    assert await running.answer([["pair-1", "2"], ["pair-2", ""]]) == []
    assert (running.exam.saving, running.exam.answered) == ("", False)
    assert running.fake.called == []


async def test_an_answer_that_does_not_fit_the_item_shows_an_error(running: Sitting):
    exam = running.exam
    running.fake.answer(Api.save_answer, refusal("invalid_response", 422, "It does not fit."))
    await running.answer([["choice", "9"]])
    assert (exam.saving, exam.answered, exam.retries, exam.retry_in) == ("failed", False, 0, 0)
    assert exam.error == "It does not fit."


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.next_question])
@pytest.mark.parametrize("begun", [[], [["choice", "9"]]])
async def test_the_browser_is_told_which_change_was_handled(
    running: Sitting, handler: Any, begun: list[list[str]]
):
    """Even if the answer is incomplete or refused, so that the screen does not wait for it."""
    running.fake.answer(Api.save_answer, refusal("invalid_response", 422))
    await running.tab.fire(handler, running.exam.ticket, [*begun, ["change", "1234"]])
    assert running.exam.handled_change == 1234


async def test_a_late_change_does_not_undo_what_was_handled(running: Sitting):
    for change in ("20", "10"):
        await running.answer([*GIVEN, ["change", change]])
    assert running.exam.handled_change == 20


@pytest.mark.parametrize(
    "failure",
    [UNREACHABLE, refusal("http_503", 503), refusal("overloaded", 503), refusal("too_many_requests", 429)],
    ids=str,
)
async def test_an_answer_that_could_not_be_saved_is_sent_again_with_growing_pauses(
    running: Sitting, failure: ApiError
):
    exam, pauses = running.exam, []
    running.fake.answer(Api.save_answer, failure)
    for _ in range(len(PAUSES) + 2):
        await running.answer()
        assert (exam.saving, exam.answered, exam.error, exam.phase) == ("retrying", False, "", "running")
        pauses.append(exam.retry_in)
    assert pauses == sorted(pauses) == [*PAUSES, PAUSES[-1], PAUSES[-1]]
    assert exam.retries == len(pauses)
    running.fake.answer(Api.save_answer, saved_answer())
    await running.answer()
    assert (exam.saving, exam.answered, exam.error) == ("saved", True, "")
    assert (exam.retries, exam.retry_in) == (0, 0)


async def test_an_answer_that_is_taken_back_is_not_sent_again(running: Sitting):
    running.fake.answer(Api.save_answer, UNREACHABLE)
    await running.answer()
    await running.answer([])
    assert (running.exam.saving, running.exam.retries, running.exam.retry_in) == ("", 0, 0)


async def test_the_next_question_waits_until_the_answer_is_saved(running: Sitting):
    exam = running.exam
    running.fake.answer(Api.save_answer, UNREACHABLE, saved_answer())
    await running.go_on()
    assert (exam.position, exam.saving, exam.busy) == (1, "retrying", False)
    assert running.fake.calls(Api.advance_attempt) == []
    await running.answer()
    await running.go_on()
    assert (exam.position, exam.saving, exam.retries, exam.retry_in) == (2, "", 0, 0)


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.expire])
async def test_the_learner_is_told_that_an_answer_may_not_be_saved_in_time(running: Sitting, handler: Any):
    running.fake.answer(Api.save_answer, UNREACHABLE, refusal("deadline_passed"))
    await running.answer()
    running.end()
    effects = await (running.answer() if handler is ExamState.answer else running.tab.fire(handler))
    assert redirect(effects) == RESULT_PAGE
    assert "may not have been saved" in effects[0].args["message"]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("answer", Api.save_answer),
        ("next_question", Api.save_answer),
        ("submit", Api.submit_attempt),
        ("expire", Api.attempt),
    ],
)
async def test_a_learner_whose_login_session_has_ended_signs_in_and_comes_back(
    running: Sitting, name: str, call: Any
):
    running.fake.answer(call, refusal("invalid_refresh_token", 401))
    given = [running.exam.ticket, GIVEN] if name in ("answer", "next_question") else []
    effects = await running.tab.fire(getattr(ExamState, name), *given)
    assert redirect(effects) == "/auth/login?returnUrl=%2Ftest%2Freact"
    # Without a running attempt, the leave guard lets the learner go.
    assert running.exam.phase == "loading"
    # One message alone, although the refused refresh has one too.
    assert [effect.name for effect in effects] == ["redirect"]
    assert "the timer keeps running" in running.tab.state(ToastState).latest["message"]


async def test_an_answer_from_before_a_reload_is_saved_and_shown(running: Sitting):
    exam, stale = running.exam, running.exam.ticket
    await running.tab.load(ExamState)
    fresh = exam.ticket
    assert fresh != stale
    running.fake.answer(Api.attempt, attempt_state(response=RIGHT, sequence=1))
    await running.tab.fire(ExamState.answer, stale, GIVEN)
    assert exam.ticket not in (stale, fresh)
    assert (exam.position, exam.saving, exam.answered) == (1, "saved", True)
    assert exam.item.options[0].chosen
    assert running.saved() == [(1, ["1"], 1)]


async def test_an_answer_from_another_attempt_changes_nothing_here(running: Sitting):
    exam, stale = running.exam, running.exam.ticket
    running.fake.answer(Api.latest_attempt, None)
    running.fake.answer(Api.start_attempt, attempt_state(test_id="00000000-0000-4000-8000-00000000000a"))
    await running.tab.load(ExamState, "/test/java")
    await running.tab.fire(ExamState.start)
    shown = (exam.ticket, exam.item, exam.position)
    assert await running.tab.fire(ExamState.answer, stale, GIVEN) == []
    assert (exam.ticket, exam.item, exam.position) == shown
    assert (exam.phase, exam.saving, exam.answered) == ("running", "", False)


@pytest.fixture
async def ordering(running: Sitting) -> Sitting:
    """An attempt at a question whose lines are brought into an order."""
    running.fake.answer(Api.attempt, attempt_state(item=shown_item(1, "order_lines")))
    await running.tab.load(ExamState)
    return running


async def test_moves_that_follow_each_other_closely_are_all_made(ordering: Sitting):
    before = list(ordering.exam.item.order)
    # The second move names the order before the first: the browser did not show that one yet.
    for _ in range(2):
        await ordering.tab.fire(ExamState.move, ordering.exam.ticket, before, "1", 1)
    item = ordering.exam.item
    assert item.order == ["2", "3", "1", "4"]
    assert item.moved.endswith("now line 3 of 4")
    assert ordering.saved() == [(1, ["2", "1", "3", "4"], 1), (1, ["2", "3", "1", "4"], 2)]


async def test_an_order_that_the_browser_kept_is_shown_and_saved(ordering: Sitting):
    """After a new sign-in, only the browser knows an order that was not saved."""
    kept = ordering.exam.item.order[::-1]
    await ordering.answer([["line", line] for line in kept])
    item = ordering.exam.item
    assert item.order == kept == [option.id for option in item.options]
    assert ordering.saved() == [(1, kept, 1)]


async def test_a_late_move_does_not_change_the_next_question(ordering: Sitting):
    exam, stale, order = ordering.exam, ordering.exam.ticket, list(ordering.exam.item.order)
    ordering.fake.answer(Api.advance_attempt, attempt_state(2, item=shown_item(2, "order_lines")))
    form = [["line", line] for line in order]
    assert await ordering.tab.fire(ExamState.next_question, stale, form) == [FOCUS]
    shown = exam.item
    ordering.fake.answer(Api.save_answer, refusal("position_not_current"))
    await ordering.tab.fire(ExamState.move, stale, order, "1", 1)
    assert exam.item == shown
    assert (exam.saving, exam.answered) == ("", False)
    assert ordering.fake.calls(Api.save_answer)[-1]["response"] == ItemResponse(order=["2", "1", "3", "4"])
