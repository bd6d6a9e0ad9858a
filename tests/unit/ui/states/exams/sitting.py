"""A learner who takes a certification test on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any

import httpx

from tests.factories import Account
from tests.unit.ui.states.browser import Effect, Tab, entries
from webdev_certs.ui.states.exams.exam import ExamState

FOCUS = Effect("set_focus", {"ref": "ref_question"})


@dataclass
class Sitting:
    """The learner's tab, and the attempt on the server."""

    tab: Tab
    api: httpx.AsyncClient
    account: Account

    @property
    def exam(self) -> ExamState:
        return self.tab.state(ExamState)

    @property
    def given(self) -> list[list[str]]:
        """A right answer to the question on the screen, as its form holds it."""
        return entries(self.exam.item)

    @property
    def path(self) -> str:
        """The attempt's path in the API."""
        return f"/api/tests/{self.exam.ticket.partition(':')[0]}"

    @property
    def result_page(self) -> str:
        return self.path.replace("/api/tests", "/test-results")

    async def answer(self, form: Sequence[Sequence[str]] | None = None) -> list[Effect]:
        """Have the form of the question on the screen saved, by default with a right answer."""
        form = self.given if form is None else form
        return await self.tab.fire(ExamState.answer, self.exam.ticket, form)

    async def go_on(self, *, right: bool = True) -> list[Effect]:
        """Answer the question on the screen, and ask for the next one."""
        form = entries(self.exam.item, right=right)
        return await self.tab.fire(ExamState.next_question, self.exam.ticket, form)

    async def go_on_until(self, item_format: str) -> None:
        """Go on to an item of a format. Half of the answers are wrong, so that the test does not end."""
        right = cycle([True, False])
        while self.exam.item.format != item_format:
            await self.go_on(right=next(right))

    async def on_server(self) -> dict[str, Any]:
        """Return the state of the attempt on the server."""
        response = await self.api.get(self.path, headers=self.account.headers)
        assert response.status_code == 200
        return response.json()
