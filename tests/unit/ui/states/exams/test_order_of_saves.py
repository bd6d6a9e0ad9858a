"""The certification test's screen: an answer that was sent earlier cannot replace a newer one."""

import httpx

from tests.answering import Shown, answer
from tests.factories import Account
from tests.unit.ui.client.wire import Line
from tests.unit.ui.states.browser import Tab, entries
from tests.unit.ui.states.exams.sitting import answer_until, server
from webdev_certs.ui.states.exams.exam import ExamState
from webdev_certs.ui.states.items.answering import Entries


def other_choice(given: Entries, exam: ExamState) -> Entries:
    """Return an answer to the shown item with another choice."""
    ((name, chosen),) = given
    return [[name, next(option.id for option in exam.item.options if option.id != chosen)]]


async def saved(api: httpx.AsyncClient, account: Account, exam: ExamState) -> Shown:
    return (await server(api, account, exam))["response"]


async def test_a_save_that_was_given_up_and_arrives_later_changes_nothing(
    own_tab: Tab, running: ExamState, line: Line, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "single_choice")
    older = entries(running.item)
    newer = other_choice(older, running)
    line.cut = True
    await own_tab.fire(ExamState.answer, running.ticket, older)
    given_up = line.requests[-1]
    line.cut = False
    await own_tab.fire(ExamState.answer, running.ticket, newer)
    assert running.saving == "saved"
    headers = {**account.headers, "Content-Type": "application/json"}
    late = await api.put(given_up.url.path, content=given_up.content, headers=headers)
    assert (late.status_code, late.json()["code"]) == (409, "answer_outdated")
    assert (await saved(api, account, running))["choices"] == [newer[0][1]]


async def test_an_answer_given_after_one_on_another_device_is_saved(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account
):
    await answer_until(own_tab, running, "single_choice")
    state = await server(api, account, running)
    path = f"/api/tests/{state['test_id']}/answers/{state['position']}"
    for number in (1, 2, 3):
        elsewhere = {"response": answer(state["item"], right=False), "sequence": number}
        assert (await api.put(path, json=elsewhere, headers=account.headers)).status_code == 200
    given = entries(running.item)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert (running.saving, running.error) == ("saved", "")
    assert (await saved(api, account, running))["choices"] == [given[0][1]]


async def test_a_reloaded_screen_goes_on_counting(
    own_tab: Tab, running: ExamState, api: httpx.AsyncClient, account: Account, line: Line
):
    await answer_until(own_tab, running, "single_choice")
    given = entries(running.item)
    for _ in range(3):
        await own_tab.fire(ExamState.answer, running.ticket, given)
    await own_tab.fire(ExamState.load)
    sent = len(line.requests)
    await own_tab.fire(ExamState.answer, running.ticket, given)
    assert running.saving == "saved"
    # At the first try, because the screen knows the number of the saved answer.
    assert len(line.requests) == sent + 1
    assert (await server(api, account, running))["sequence"] == 4
