"""The certification test's screen: start, answer, advance, submit, resume."""

import asyncio

import reflex as rx

from webdev_certs.client import Api, ApiError
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.schemas.exams import TestState, TestSummary
from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.view import ItemView, item_view, reordered
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.retakes import retake_date
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.tickets import attempt_of, new_ticket, read_ticket, same_question

ANSWER_FIRST = "Answer this question before you go on. There is no going back, and a guess costs nothing."
# The attempt has ended, by another tab or by its clock: what was saved counts.
_ENDED = ("deadline_passed", "test_submitted")


class ExamState(rx.State):
    """One certification attempt in one tab; the attempt itself lives on the server."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, intro, wait, running, ended, unknown, error."""
    error: rx.Field[str] = rx.field("")
    """What is wrong with the current answer or action."""
    name: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    minutes: rx.Field[int] = rx.field(0)
    cut_score: rx.Field[int] = rx.field(0)
    retake_date: rx.Field[str] = rx.field("")
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    """The catalogue, for the screen of an unknown technology."""

    ticket: rx.Field[str] = rx.field("")
    """Of the question that is shown (states/tickets.py)."""
    position: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    seconds_left: rx.Field[int] = rx.field(0)
    seconds_total: rx.Field[int] = rx.field(0)
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    saving: rx.Field[str] = rx.field("")
    """Nothing, `saving`, `saved`, `failed`, or `kept`: the form holds no answer any more, the last counts."""
    settled: rx.Field[int] = rx.field(0)
    """Counts the answers dealt with: until it moves on, what was changed on the screen is being saved."""
    busy: rx.Field[bool] = rx.field(False)
    confirming: rx.Field[bool] = rx.field(False)
    """Whether the learner is being asked to confirm the submission."""
    answered: rx.Field[bool] = rx.field(False)
    """Whether the current item has a saved answer."""

    @rx.event
    async def load(self):
        """Resumes an open attempt, or shows what awaits the learner."""
        self.reset()
        yield
        session = await session_of(self)
        if not session.is_authenticated:
            return
        wanted = last_segment(self.router.url.path)
        try:
            api = session.api()
            catalogue, profile = await asyncio.gather(api.technologies(), api.profile())
            entry = next((one for one in catalogue if one.technology == wanted), None)
            if entry is None:
                self.phase, self.known = "unknown", catalogue
                return
            self.name, self.title = entry.name, entry.title
            self.minutes = entry.minutes * (100 + profile.extra_time_percent) // 100
            self.cut_score, self.length = entry.cut_score, entry.form_length
            latest = next((one for one in await api.tests() if one.technology == wanted), None)
            if latest and latest.status == "open":
                self._show(await api.test(str(latest.test_id)))
            else:
                self._introduce(latest)
        except ApiError as error:
            self.phase, self.error = "error", describe(error)
            return
        if self.phase == "ended":
            yield self._to_result()

    @rx.event
    async def start(self):
        """Starts the attempt: from now on the clock runs. A second click finds it running."""
        if self.phase != "intro":
            return
        wanted = last_segment(self.router.url.path)
        async for event in self._act(lambda api: api.start_test(wanted)):
            yield event

    @rx.event
    async def answer(self, ticket: str, entries: Entries):
        """Saves what the form holds, if it is an answer already."""
        response = read_response(entries)
        if response is None:
            self.settled += 1
            if self.answered and self._belongs_here(ticket):
                self.saving = "kept"
            return
        async for event in self._save(ticket, response):
            yield event

    @rx.event
    async def move(self, ticket: str, order: list[str], line: str, by: int):
        """Moves a line of an order_lines item and saves the order."""
        response = ItemResponse(order=moved(order, line, by))
        if self._belongs_here(ticket):
            self.item, self.saving = reordered(self.item, response.order or []), "saving"
            yield
        async for event in self._save(ticket, response):
            yield event

    @rx.event
    async def go_on(self, ticket: str, entries: Entries):
        """Saves the form's answer and shows the next item; after the last one asks to submit."""
        response = read_response(entries)
        if response is None:
            self.error, self.settled = ANSWER_FIRST, self.settled + 1
            return
        async for event in self._save(ticket, response):
            yield event
        if self.saving != "saved" or not self._belongs_here(ticket):
            return
        test_id, position = read_ticket(ticket)
        if position >= self.length:
            self.confirming = True
            return
        async for event in self._act(lambda api: api.advance_test(test_id, position)):
            yield event

    @rx.event
    def ask_to_submit(self) -> None:
        """Asks whether to submit now."""
        self.confirming = True

    @rx.event
    def set_confirming(self, value: bool) -> None:
        """Opens or closes the question."""
        self.confirming = value

    @rx.event
    async def submit(self):
        """Ends the attempt and shows its result."""
        if self.busy:
            return
        self.busy = True
        yield
        session = await session_of(self)
        try:
            await session.api().submit_test(attempt_of(self.ticket))
        except ApiError as error:
            self.busy, self.confirming, self.error = False, False, describe(error)
            return
        self.phase = "ended"
        # The leave guard must have let go before the page changes.
        yield
        yield self._to_result()

    @rx.event
    async def expire(self):
        """The countdown has reached nought: the server says whether it is so."""
        async for event in self._act(lambda api: api.test(attempt_of(self.ticket))):
            yield event

    async def _act(self, call):
        """Makes a call that answers with the attempt's state, and shows that state."""
        if self.busy:
            return
        self.busy = True
        yield
        session = await session_of(self)
        try:
            self._show(await call(session.api()))
        except ApiError as error:
            if error.code in _ENDED:
                self.phase = "ended"
            else:
                self.error = describe(error)
        self.busy = False
        yield
        if self.phase == "ended":
            yield self._to_result()
        elif self.phase == "running":
            yield rx.set_focus("question")

    async def _save(self, ticket: str, response: ItemResponse):
        """Saves the answer to what the ticket names; the screen tells of it only if that is what it shows."""
        test_id, position = read_ticket(ticket)
        here = self._belongs_here(ticket)
        session = await session_of(self)
        api = session.api()
        try:
            saved = await api.save_answer(test_id, position, response)
        except ApiError as error:
            if here:
                await self._refused(error, api)
        else:
            if here:
                self.saving, self.answered, self.seconds_left = "saved", True, saved.seconds_left
                self.error = ""
            if here and ticket != self.ticket:
                # Drawn before a reconnect: what is on the screen now does not show this answer yet.
                await self._reload(api)
        self.settled += 1
        if here and self.phase == "ended":
            yield
            yield self._to_result()
        elif here and not self._belongs_here(ticket):
            yield rx.set_focus("question")

    async def _refused(self, error: ApiError, api: Api) -> None:
        if error.code == "position_not_current":
            # Another tab has gone on, or the answer to our own going on was lost.
            await self._reload(api)
        elif error.code in _ENDED:
            self.saving, self.phase = "", "ended"
        else:
            self.saving, self.error = "failed", describe(error)

    async def _reload(self, api: Api) -> None:
        try:
            self._show(await api.test(attempt_of(self.ticket)))
        except ApiError as error:
            self.saving, self.error = "failed", describe(error)

    def _introduce(self, latest: TestSummary | None) -> None:
        self.retake_date = retake_date(latest)
        self.phase = "wait" if self.retake_date else "intro"

    def _show(self, test: TestState) -> None:
        self.phase = "running" if test.status == "open" else "ended"
        self.ticket = new_ticket(test.test_id, test.position)
        self.position, self.length = test.position, test.length
        self.seconds_left, self.seconds_total = test.seconds_left, test.seconds_total
        self.item = item_view(test.item, test.response)
        self.answered = test.response is not None
        self.saving = "saved" if self.answered else ""
        self.error, self.confirming = "", False

    def _belongs_here(self, ticket: str) -> bool:
        return same_question(ticket, self.ticket)

    def _to_result(self):
        return rx.redirect(f"/test-results/{attempt_of(self.ticket)}", replace=True)
