"""Helpers for the tests of the certification test's screen."""

from itertools import cycle
from typing import Any

import httpx

from tests.factories import Account
from tests.unit.ui.states.browser import Effect, Tab, entries
from webdev_certs.ui.states.exams.exam import ExamState

FOCUS = Effect("set_focus", {"ref": "ref_question"})


async def server(api: httpx.AsyncClient, account: Account, exam: ExamState) -> dict[str, Any]:
    """Return the state of the attempt on the server."""
    test_id = exam.ticket.partition(":")[0]
    response = await api.get(f"/api/tests/{test_id}", headers=account.headers)
    assert response.status_code == 200
    return response.json()


async def answer_until(tab: Tab, exam: ExamState, item_format: str) -> None:
    """Advance to the next item of a format, with half of the answers wrong so that the exam goes on."""
    right = cycle([True, False])
    while exam.item.format != item_format:
        await tab.fire(ExamState.next_question, exam.ticket, entries(exam.item, right=next(right)))


def result_path(exam: ExamState) -> str:
    return f"/test-results/{exam.ticket.partition(':')[0]}"
