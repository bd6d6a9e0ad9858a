"""The certification test's screen, from its introduction to its result."""

from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from starlette.responses import JSONResponse, PlainTextResponse

from tests.answering import pass_test
from tests.conftest import FakeClock
from tests.factories import Account
from tests.unit.client.wire import Call, Line, Wire
from tests.unit.states.browser import Effect, Tab, entries, redirect
from webdev_certs.settings import Settings
from webdev_certs.states.exam import ANSWER_FIRST, ExamState

FOCUS = Effect("set_focus", {"ref": "ref_question"})


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Sessions and their tokens outlast every move of the clock."""
    days = 365 * 10
    return settings.model_copy(update={"access_token_minutes": days * 24 * 60, "refresh_token_days": days})


@pytest.fixture
def exam(own_tab: Tab) -> ExamState:
    """The screen of `/test/react`, which has not loaded."""
    own_tab.open("/test/react")
    return own_tab.state(ExamState)


@pytest.fixture
async def running(own_tab: Tab, exam: ExamState) -> ExamState:
    """A test at its first question."""
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    return exam


async def server(api: httpx.AsyncClient, account: Account, exam: ExamState) -> dict[str, Any]:
    """What the server knows of the test."""
    test_id = exam.ticket.partition(":")[0]
    response = await api.get(f"/api/tests/{test_id}", headers=account.headers)
    assert response.status_code == 200
    return response.json()


async def answer_until(tab: Tab, exam: ExamState, item_format: str) -> None:
    """Goes on to the next item of a format."""
    while exam.item.format != item_format:
        await tab.fire(ExamState.go_on, exam.ticket, entries(exam.item))


def result_path(exam: ExamState) -> str:
    return f"/test-results/{exam.ticket.partition(':')[0]}"


# Loading


async def test_it_says_what_awaits(own_tab: Tab, exam: ExamState, wire: Wire):
    steps = own_tab.stream(ExamState.load)
    assert await anext(steps) == []
    assert exam.phase == "loading"
    assert [effect async for step in steps for effect in step] == []
    assert (exam.phase, exam.error) == ("intro", "")
    assert (exam.name, exam.title) == ("React", "Certified React Developer")
    assert (exam.length, exam.minutes, exam.cut_score, exam.retake_date) == (20, 45, 500, "")
    assert sorted(wire.paths()) == ["/api/profile", "/api/technologies", "/api/tests"]
    assert {call.method for call in wire.calls} == {"GET"}


@pytest.mark.parametrize("address", ["/test/cobol", "/test/React", "/test/%2e%2e", "/test/"])
async def test_an_unknown_technology_is_told_which_there_are(own_tab: Tab, address: str):
    own_tab.open(address)
    await own_tab.fire(ExamState.load)
    exam = own_tab.state(ExamState)
    assert exam.phase == "unknown"
    assert [entry.technology for entry in exam.known] == ["react", "java"]


async def test_nothing_is_loaded_for_strangers(tab: Tab, wire: Wire):
    tab.open("/test/react")
    assert await tab.fire(ExamState.load) == []
    assert tab.state(ExamState).phase == "loading"
    assert wire.calls == []


async def test_a_failing_server_is_said(own_tab: Tab, exam: ExamState, wire: Wire):
    wire.instead("/api/tests", PlainTextResponse("", 500))
    await own_tab.fire(ExamState.load)
    assert (exam.phase, exam.error) == ("error", "The server gave no clear answer.")


async def test_a_refused_start_says_why_and_leaves_the_focus(own_tab: Tab, exam: ExamState, wire: Wire):
    await own_tab.fire(ExamState.load)
    wire.instead("/api/tests", PlainTextResponse("", 500))
    assert await own_tab.fire(ExamState.start) == []
    assert (exam.phase, exam.busy, exam.error) == ("intro", False, "The server gave no clear answer.")


async def test_starting_shows_the_first_question(own_tab: Tab, exam: ExamState):
    await own_tab.fire(ExamState.load)
    steps = own_tab.stream(ExamState.start)
    assert await anext(steps) == []
    assert exam.busy
    assert [effect async for step in steps for effect in step] == [FOCUS]
    assert (exam.phase, exam.position, exam.length, exam.busy) == ("running", 1, 20, False)
    assert (exam.seconds_left, exam.seconds_total) == (2700, 2700)
    assert (exam.saving, exam.answered, exam.error) == ("", False, "")
    assert exam.item.stem
    assert exam.ticket.split(":")[1] == "1"


async def test_a_second_click_on_start_draws_nothing_afresh(own_tab: Tab, running: ExamState, wire: Wire):
    # The question may have been answered already: drawn afresh, the form would have lost it.
    ticket, before = running.ticket, len(wire.calls)
    assert await own_tab.fire(ExamState.start) == []
    assert (running.ticket, len(wire.calls)) == (ticket, before)


async def test_another_tab_resumes_with_what_was_saved(own_tab: Tab, running: ExamState, account: Account):
    await own_tab.fire(ExamState.go_on, running.ticket, entries(running.item))
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    other = Tab()
    other.sign_in(account)
    other.open("/test/react/")
    await other.fire(ExamState.load)
    resumed = other.state(ExamState)
    assert (resumed.phase, resumed.position) == ("running", 2)
    assert (resumed.answered, resumed.saving) == (True, "saved")
    assert resumed.item.stem == running.item.stem
    assert [option.id for option in resumed.item.options] == resumed.item.order
    given = resumed.item.text or [o.id for o in resumed.item.options if o.chosen or o.partner]
    assert given or resumed.item.format == "order_lines"
    assert resumed.ticket.rpartition(":")[0] == running.ticket.rpartition(":")[0]
    assert resumed.ticket != running.ticket


async def test_loading_again_forgets_what_stood_there(own_tab: Tab, running: ExamState):
    own_tab.open("/test/java")
    await own_tab.fire(ExamState.load)
    assert (running.phase, running.name, running.ticket, running.position) == ("intro", "Java", "", 0)


async def test_between_attempts_it_says_when_the_next_may_start(
    own_tab: Tab, exam: ExamState, account: Account, api: httpx.AsyncClient, clock: FakeClock
):
    clock.now = datetime.now(UTC)
    result = await pass_test(api, account)
    await own_tab.fire(ExamState.load)
    retake = datetime.fromisoformat(result["retake_at"])
    assert (exam.phase, exam.retake_date) == ("wait", f"{retake.day} {retake:%B %Y}")
    assert (exam.name, exam.length) == ("React", 20)


async def test_after_the_wait_it_can_be_taken_again(
    own_tab: Tab, exam: ExamState, account: Account, api: httpx.AsyncClient, clock: FakeClock
):
    await pass_test(api, account)
    clock.now = datetime.now(UTC)
    await own_tab.fire(ExamState.load)
    assert (exam.phase, exam.retake_date) == ("intro", "")


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


# Answering


async def test_an_answer_is_saved_at_once(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    ticket = running.ticket
    clock.advance(seconds=30)
    assert await own_tab.fire(ExamState.answer, ticket, entries(running.item)) == []
    assert (running.saving, running.answered, running.error) == ("saved", True, "")
    assert running.settled == 1
    assert running.seconds_left == 2670
    # Not drawn anew: that would take the focus away.
    assert running.ticket == ticket
    assert (await server(api, account, running))["response"] is not None


async def test_an_answer_taken_back_is_not_called_saved(own_tab: Tab, running: ExamState, wire: Wire):
    running.answered, running.saving = True, "saved"
    await own_tab.fire(ExamState.answer, running.ticket, [])
    assert running.saving == "kept"


@pytest.mark.parametrize("begun", [[], [["text", ""]], [["pair-1", "2"], ["pair-2", ""]], [["other", "x"]]])
async def test_an_answer_only_begun_is_not_sent(
    own_tab: Tab, running: ExamState, wire: Wire, begun: list[list[str]]
):
    before = len(wire.calls)
    assert await own_tab.fire(ExamState.answer, running.ticket, begun) == []
    assert (running.saving, running.answered) == ("", False)
    # So that the screen does not wait for it.
    assert running.settled == 1
    assert len(wire.calls) == before


async def test_an_answer_that_the_item_cannot_have_is_said(own_tab: Tab, running: ExamState):
    await own_tab.fire(ExamState.answer, running.ticket, [["choice", "9"]])
    assert running.saving == "failed"
    assert running.settled == 1
    assert running.error
    assert not running.answered


async def test_a_save_that_fails_can_be_repeated(own_tab: Tab, running: ExamState, line: Line):
    line.cut = True
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.phase) == ("failed", False, "running")
    assert "nothing you entered is lost" in running.error
    line.cut = False
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.answered, running.error) == ("saved", True, "")


@pytest.mark.parametrize("handler", [ExamState.answer, ExamState.go_on])
async def test_an_answer_after_the_deadline_shows_the_result(
    own_tab: Tab, running: ExamState, clock: FakeClock, handler
):
    clock.advance(minutes=45)
    effects = await own_tab.fire(handler, running.ticket, entries(running.item))
    assert (running.phase, running.saving) == ("ended", "")
    assert redirect(effects) == result_path(running)


async def test_a_test_submitted_elsewhere_shows_its_result(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    test_id = running.ticket.partition(":")[0]
    await api.post(f"/api/tests/{test_id}/submit", headers=account.headers)
    effects = await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    assert redirect(effects) == result_path(running)


async def test_an_answer_drawn_before_a_reload_is_saved_and_shown(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.load)
    fresh = running.ticket
    assert fresh != stale
    await own_tab.fire(ExamState.answer, stale, given)
    assert running.ticket not in (stale, fresh)
    assert (running.position, running.saving, running.answered) == (1, "saved", True)
    assert (await server(api, account, running))["response"] is not None


async def test_an_answer_from_another_test_leaves_this_one_alone(own_tab: Tab, running: ExamState):
    stale, given = running.ticket, entries(running.item)
    own_tab.open("/test/java")
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    shown = (running.ticket, running.item, running.position)
    assert await own_tab.fire(ExamState.answer, stale, given) == []
    assert (running.ticket, running.item, running.position) == shown
    assert (running.phase, running.saving, running.answered) == ("running", "", False)


async def test_nor_does_one_from_a_test_that_has_ended(own_tab: Tab, running: ExamState):
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.submit)
    own_tab.open("/test/java")
    await own_tab.fire(ExamState.load)
    await own_tab.fire(ExamState.start)
    assert await own_tab.fire(ExamState.answer, stale, given) == []
    assert (running.phase, running.name, running.saving) == ("running", "Java", "")


# Moving lines


async def test_lines_move_and_the_order_is_saved(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "order_lines")
    before = list(running.item.order)
    await own_tab.fire(ExamState.move, running.ticket, before, before[0], 1)
    after = [before[1], before[0], *before[2:]]
    assert running.item.order == after == [option.id for option in running.item.options]
    assert (running.saving, running.answered) == ("saved", True)
    assert (await server(api, account, running))["response"]["order"] == after


async def test_a_late_move_leaves_the_next_item_alone(own_tab: Tab, running: ExamState):
    await answer_until(own_tab, running, "order_lines")
    stale, order = running.ticket, list(running.item.order)
    await own_tab.fire(ExamState.go_on, stale, entries(running.item))
    await answer_until(own_tab, running, "order_lines")
    assert sorted(running.item.order) == sorted(order)
    shown = running.item
    await own_tab.fire(ExamState.move, stale, order, order[0], 1)
    assert running.item == shown
    assert (running.saving, running.answered) == ("", False)


# Going on


async def test_going_on_needs_an_answer(own_tab: Tab, running: ExamState, wire: Wire):
    before = len(wire.calls)
    assert await own_tab.fire(ExamState.go_on, running.ticket, []) == []
    assert (running.error, running.position) == (ANSWER_FIRST, 1)
    assert len(wire.calls) == before
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    assert running.error == ""


async def test_going_on_saves_and_shows_the_next(own_tab: Tab, running: ExamState, wire: Wire):
    ticket, stem = running.ticket, running.item.stem
    assert await own_tab.fire(ExamState.go_on, ticket, entries(running.item)) == [FOCUS]
    assert [call.method for call in wire.calls[-2:]] == ["PUT", "POST"]
    assert (running.position, running.saving, running.answered) == (2, "", False)
    assert running.item.stem != stem
    assert running.ticket != ticket
    assert not running.busy


async def test_going_on_twice_skips_nothing(own_tab: Tab, running: ExamState, wire: Wire):
    ticket, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.go_on, ticket, given)
    shown = (running.ticket, running.item)
    await own_tab.fire(ExamState.go_on, ticket, given)
    assert running.position == 2
    assert (running.ticket, running.item) == shown
    assert (running.saving, running.answered, running.error) == ("", False, "")


async def test_while_it_is_busy_it_does_not_go_on(own_tab: Tab, running: ExamState):
    running.busy = True
    await own_tab.fire(ExamState.go_on, running.ticket, entries(running.item))
    assert running.position == 1


async def test_a_save_that_comes_late_leaves_the_next_item_alone(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    """Typing is saved after a pause; whoever presses Enter before has gone on when it comes."""
    stale, given = running.ticket, entries(running.item)
    await own_tab.fire(ExamState.go_on, stale, given)
    shown = (running.ticket, running.item)
    await own_tab.fire(ExamState.answer, stale, given)
    assert (running.ticket, running.item, running.position) == (*shown, 2)
    assert (running.saving, running.answered, running.error) == ("", False, "")
    assert (await server(api, account, running))["response"] is None


async def test_going_on_can_be_repeated_when_the_answer_was_lost(
    own_tab: Tab, running: ExamState, line: Line, api: httpx.AsyncClient, account: Account
):
    ticket, given = running.ticket, entries(running.item)
    line.cut_after = "/advance"
    await own_tab.fire(ExamState.go_on, ticket, given)
    assert (running.position, running.busy) == (1, False)
    assert running.error
    line.cut_after = None
    assert (await server(api, account, running))["position"] == 2
    await own_tab.fire(ExamState.go_on, ticket, given)
    assert (running.position, running.error, running.saving) == (2, "", "")
    await own_tab.fire(ExamState.go_on, running.ticket, entries(running.item))
    assert running.position == 3


async def test_a_tab_that_has_fallen_behind_catches_up(own_tab: Tab, running: ExamState, account: Account):
    other = Tab()
    other.sign_in(account)
    other.open("/test/react")
    await other.fire(ExamState.load)
    ahead = other.state(ExamState)
    for _ in range(2):
        await other.fire(ExamState.go_on, ahead.ticket, entries(ahead.item))
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item, right=False))
    assert running.position == 3
    assert running.item.stem == ahead.item.stem
    assert (running.saving, running.answered) == ("", False)


# Ending


async def test_from_the_first_question_to_the_result(own_tab: Tab, running: ExamState):
    for position in range(1, 21):
        assert (running.phase, running.position, running.confirming) == ("running", position, False)
        await own_tab.fire(ExamState.go_on, running.ticket, entries(running.item))
    assert (running.position, running.confirming, running.saving) == (20, True, "saved")
    steps = [step async for step in own_tab.stream(ExamState.submit)]
    # The leave guard lets go in a step of its own, before the page changes.
    assert [len(step) for step in steps] == [0, 0, 1]
    assert redirect(steps[-1]) == result_path(running)
    assert running.phase == "ended"


async def test_the_question_can_be_opened_and_closed(own_tab: Tab, running: ExamState):
    await own_tab.fire(ExamState.ask_to_submit)
    assert running.confirming
    await own_tab.fire(ExamState.set_confirming, False)
    assert not running.confirming


async def test_submitting_twice_submits_once(own_tab: Tab, running: ExamState, wire: Wire):
    await own_tab.fire(ExamState.submit)
    calls = len(wire.calls)
    assert await own_tab.fire(ExamState.submit) == []
    assert len(wire.calls) == calls


async def test_submitting_in_two_tabs_shows_one_result(own_tab: Tab, running: ExamState, account: Account):
    other = Tab()
    other.sign_in(account)
    other.open("/test/react")
    await other.fire(ExamState.load)
    first = redirect(await own_tab.fire(ExamState.submit))
    assert redirect(await other.fire(ExamState.submit)) == first == result_path(running)


async def test_submitting_after_the_deadline_shows_the_result(
    own_tab: Tab, running: ExamState, clock: FakeClock
):
    clock.advance(hours=1)
    assert redirect(await own_tab.fire(ExamState.submit)) == result_path(running)


async def test_a_submission_that_fails_can_be_repeated(own_tab: Tab, running: ExamState, line: Line):
    running.confirming = True
    line.cut = True
    assert redirect(await own_tab.fire(ExamState.submit)) is None
    assert (running.phase, running.busy, running.confirming) == ("running", False, False)
    assert running.error
    line.cut = False
    assert redirect(await own_tab.fire(ExamState.submit)) == result_path(running)


async def test_the_clock_runs_out_when_the_server_says_so(own_tab: Tab, running: ExamState, clock: FakeClock):
    clock.advance(minutes=44, seconds=59)
    assert redirect(await own_tab.fire(ExamState.expire)) is None
    assert (running.phase, running.seconds_left) == ("running", 1)
    clock.advance(seconds=1)
    assert redirect(await own_tab.fire(ExamState.expire)) == result_path(running)
    assert running.phase == "ended"


async def test_whoever_is_signed_out_meanwhile_is_told(own_tab: Tab, running: ExamState, wire: Wire):
    problem = {"type": "x", "title": "t", "status": 401, "detail": "No.", "code": "no", "errors": []}
    wire.instead("/api/auth/refresh", JSONResponse(problem, 401))
    path = f"/api/tests/{running.ticket.partition(':')[0]}/answers/1"
    wire.instead(path, JSONResponse(problem, 401))
    await own_tab.fire(ExamState.answer, running.ticket, entries(running.item))
    assert (running.saving, running.error) == ("failed", "No.")


# Secrecy


async def test_the_browser_is_told_neither_keys_nor_explanations(own_tab: Tab, running: ExamState):
    while not running.confirming:
        shown = own_tab.shown(ExamState)
        assert "Why " not in shown
        assert "It is 42" not in shown
        assert "react-" not in shown
        await own_tab.fire(ExamState.go_on, running.ticket, entries(running.item, right=False))
