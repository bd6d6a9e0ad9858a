"""The practice screen: ten items, each explained as soon as it is answered."""

import reflex as rx

from webdev_certs.client import Api, ApiError
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import PracticeFeedback
from webdev_certs.schemas.practice import PracticeState as PracticeWire
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.feedback import FeedbackView, feedback_view
from webdev_certs.ui.states.items.view import ItemView, item_view, reordered
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.tickets import new_ticket

# `invalid_request`: a name in the address that is longer than any.
_UNKNOWN = ("unknown_technology", "unknown_difficulty", "invalid_request")


class PracticeState(rx.State):
    """One round of practice in one tab; the round itself lives on the server."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, answering, explained, finished, waiting (for a test to end), unknown, error."""
    error: rx.Field[str] = rx.field("")
    name: rx.Field[str] = rx.field("")
    level: rx.Field[str] = rx.field("")
    """The difficulty in words; empty for a mix."""
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    practice_id: rx.Field[str] = rx.field("")
    position: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    correct: rx.Field[int] = rx.field(0)
    ticket: rx.Field[str] = rx.field("")
    """Of the question that is shown (states/tickets.py)."""
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    feedback: rx.Field[FeedbackView] = rx.field(default_factory=FeedbackView)
    busy: rx.Field[bool] = rx.field(False)
    _shown: ShownItem | None = None

    @rx.event
    async def load(self):
        """Resumes the unfinished round of this address, or starts one."""
        self.reset()
        yield
        session = await session_of(self)
        if not session.is_authenticated:
            return
        api = session.api()
        wanted, difficulty = self._wanted()
        try:
            open_round = next(
                (
                    one
                    for one in await api.practices()
                    if one.finished_at is None and (one.technology, one.difficulty) == (wanted, difficulty)
                ),
                None,
            )
            if open_round:
                self._show(await api.practice(str(open_round.practice_id)))
            else:
                self._show(await api.start_practice(wanted, difficulty))
        except ApiError as error:
            await self._refused(error, api)

    @rx.event
    async def restart(self):
        """Starts another round of the same kind. A second click finds it started."""
        if self.phase != "finished":
            return
        wanted, difficulty = self._wanted()
        async for event in self._act(lambda api: api.start_practice(wanted, difficulty)):
            yield event

    @rx.event
    def draft(self, _ticket: str, _entries: Entries) -> None:
        """A practice answer counts when it is handed in, so a change only clears what was wrong before."""
        self.error = ""

    @rx.event
    def move(self, ticket: str, order: list[str], line: str, by: int) -> None:
        """Moves a line of an order_lines item."""
        if ticket == self.ticket:
            self.item = reordered(self.item, moved(order, line, by))

    @rx.event
    async def check(self, ticket: str, entries: Entries):
        """Hands in the answer and shows the explanation."""
        response = read_response(entries)
        if response is None:
            self.error = "Choose or type an answer first."
            return
        if self.busy or ticket != self.ticket or self._shown is None:
            return
        self.busy, self.error = True, ""
        yield
        session = await session_of(self)
        try:
            answer = await self._hand_in(session.api(), response)
        except ApiError as error:
            self.busy, self.error = False, describe(error)
            return
        self.feedback = feedback_view(self._shown, answer.response, answer.feedback, answer.position)
        self.correct, self.busy = answer.correct_count, False
        self.phase = "explained"
        yield
        yield rx.set_focus("verdict")

    @rx.event
    async def go_on(self):
        """Shows the next item, or the end of the round. A second click finds it shown."""
        if self.phase != "explained":
            return
        async for event in self._act(lambda api: api.practice(self.practice_id)):
            yield event

    async def _refused(self, error: ApiError, api: Api) -> None:
        """Says why there is no round; of what nobody knows, what there is instead."""
        self.phase = "waiting" if error.code == "test_running" else "error"
        if error.code in _UNKNOWN:
            try:
                self.known, self.phase = await api.technologies(), "unknown"
            except ApiError as failure:
                error = failure
        self.error = describe(error)

    async def _hand_in(self, api: Api, response: ItemResponse) -> PracticeFeedback:
        try:
            return await api.answer_practice(self.practice_id, self.position, response)
        except ApiError as error:
            if error.code != "position_not_current":
                raise
            # Answered before, in another tab or in a try whose answer was lost: that one counts.
            return await api.practice_feedback(self.practice_id, self.position)

    async def _act(self, call):
        if self.busy:
            return
        self.busy = True
        yield
        session = await session_of(self)
        try:
            self._show(await call(session.api()))
        except ApiError as error:
            self.error = describe(error)
        self.busy = False
        if self.phase == "answering":
            yield
            yield rx.set_focus("question")

    def _wanted(self) -> tuple[str, str | None]:
        parts = self.router.url.path.strip("/").split("/")
        return parts[1], parts[2] if len(parts) > 2 else None

    def _show(self, practice: PracticeWire) -> None:
        self.phase = "finished" if practice.finished else "answering"
        self.practice_id, self.name = str(practice.practice_id), practice.name
        self.level = practice.difficulty.capitalize() if practice.difficulty else ""
        self.position, self.length = practice.position, practice.length
        self.correct = practice.correct
        self.ticket = new_ticket(practice.practice_id, practice.position)
        self._shown, self.item = practice.item, item_view(practice.item)
        self.error = ""
