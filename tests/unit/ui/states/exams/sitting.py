"""A learner who takes a certification test on the screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from tests.fake_api import FakeApi
from tests.records import ATTEMPT
from tests.unit.ui.states.browser import Effect, Tab
from tests.unit.ui.states.records import attempt_state
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.exams.exam import ExamState

FOCUS = Effect("set_focus", {"ref": "ref_question"})
GIVEN = [["choice", "1"]]
"""An answer to the question on the screen, as its form holds it."""
RESULT_PAGE = f"/test-results/{ATTEMPT}"


@dataclass
class Sitting:
    """The learner's tab, and the API that answers it."""

    tab: Tab
    fake: FakeApi

    @property
    def exam(self) -> ExamState:
        return self.tab.state(ExamState)

    async def answer(self, form: Sequence[Sequence[str]] = GIVEN) -> list[Effect]:
        """Have the form of the question on the screen saved."""
        return await self.tab.fire(ExamState.answer, self.exam.ticket, form)

    async def go_on(self) -> list[Effect]:
        """Answer the question on the screen, and ask for the next one."""
        return await self.tab.fire(ExamState.next_question, self.exam.ticket, GIVEN)

    def end(self) -> None:
        """Let the attempt end on the server."""
        self.fake.answer(Api.attempt, attempt_state(status="submitted"))

    def saved(self) -> list[tuple[int, list[str] | None, int | None]]:
        """Return position, chosen or ordered options, and number of each answer that was sent."""
        return [
            (call["position"], call["response"].choices or call["response"].order, call["sequence"])
            for call in self.fake.calls(Api.save_answer)
        ]
