"""The certification test's screen: start, answer, advance, submit, resume."""

import asyncio
from collections.abc import Awaitable
from typing import Any

import reflex as rx

from webdev_certs.schemas.exams import AttemptState, AttemptSummary
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.exams.retakes import retake_date
from webdev_certs.ui.states.items.answering import Entries, moved, read_response
from webdev_certs.ui.states.items.view import ItemView, item_view, moved_line
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.handlers import ScreenState, exclusive
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.shared.tickets import (
    attempt_of,
    new_ticket,
    read_ticket,
    same_question,
)

ANSWER_FIRST = (
    "Answer this question before you continue. You cannot return to it. "
    "A wrong answer costs no more than a blank."
)
# The attempt has ended, in another tab or at its deadline. The saved answers count.
_ENDED = ("deadline_passed", "test_submitted")


class ExamState(ScreenState, rx.State):
    """One attempt in one tab; the attempt itself lives on the server.

    `phase` is loading, intro, wait, running, ended, unknown or error.
    """

    name: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    minutes: rx.Field[int] = rx.field(0)
    cut_score: rx.Field[int] = rx.field(0)
    retake_date: rx.Field[str] = rx.field("")
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    """All technologies, for the screen of an unknown one."""

    ticket: rx.Field[str] = rx.field("")
    """The ticket of the question that is shown (states/shared/tickets.py)."""
    position: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    seconds_left: rx.Field[int] = rx.field(0)
    seconds_total: rx.Field[int] = rx.field(0)
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    saving: rx.Field[str] = rx.field("")
    """Empty, `saving`, `saved`, `failed`, or `kept`: the form is blank and the last saved answer counts."""
    settled: rx.Field[int] = rx.field(0)
    """Counts handled answers. Until it increases, the browser shows a change as being saved."""
    busy: rx.Field[bool] = rx.field(False)
    confirming: rx.Field[bool] = rx.field(False)
    """Whether the dialog that confirms the submission is open."""
    answered: rx.Field[bool] = rx.field(False)
    """Whether the current item has a saved answer."""

    async def _load(self, api: Api) -> Any:
        """Resume an open attempt, or show the introduction or the date of the next attempt."""
        wanted = last_segment(self.router.url.path)
        catalog, profile = await asyncio.gather(api.technologies(), api.profile())
        entry = next((one for one in catalog if one.technology == wanted), None)
        if entry is None:
            self.phase, self.known = "unknown", catalog
            return None
        self.name, self.title = entry.name, entry.title
        self.minutes = entry.minutes * (100 + profile.extra_time_percent) // 100
        self.cut_score, self.length = entry.cut_score, entry.form_length
        latest = next((one for one in await api.attempts() if one.technology == wanted), None)
        if latest and latest.status == "open":
            self._show(await api.attempt(str(latest.test_id)))
            return self._to_result() if self.phase == "ended" else None
        self._show_introduction(latest)
        return None

    @exclusive
    async def start(self) -> Any:
        """Start the attempt and its timer. A second click does nothing."""
        if self.phase != "intro":
            return None
        return await self._follow((await self._api()).start_attempt(last_segment(self.router.url.path)))

    @rx.event
    async def answer(self, ticket: str, entries: Entries):
        """Save the answer in the form, if it is complete."""
        response = read_response(entries)
        if response is None:
            self.settled += 1
            if self.answered and self._is_shown(ticket):
                self.saving = "kept"
            return
        then = await self._save(ticket, response)
        if then:
            yield
            yield then

    @rx.event
    async def move(self, ticket: str, order: list[str], line: str, by: int):
        """Move a line of an order_lines item and save the order."""
        if ticket == self.ticket:
            # Moves may follow each other before the browser shows the first, so its order may be older.
            order = self.item.order
        response = ItemResponse(order=moved(order, line, by))
        if self._is_shown(ticket):
            self.item = moved_line(self.item, response.order or [], line)
            self.saving = "saving"
            yield
        then = await self._save(ticket, response)
        if then:
            yield
            yield then

    @exclusive
    async def next_question(self, ticket: str, entries: Entries) -> Any:
        """Save the answer in the form and show the next item; after the last item, ask to submit."""
        response = read_response(entries)
        if response is None:
            self.error, self.settled = ANSWER_FIRST, self.settled + 1
            return None
        then = await self._save(ticket, response)
        if self.saving != "saved" or not self._is_shown(ticket):
            return then
        test_id, position = read_ticket(ticket)
        if position >= self.length:
            self.confirming = True
            return None
        return await self._follow((await self._api()).advance_attempt(test_id, position))

    @rx.event
    def ask_to_submit(self) -> None:
        """Open the dialog that confirms the submission."""
        self.confirming = True

    @rx.event
    def set_confirming(self, value: bool) -> None:
        """Open or close the dialog that confirms the submission."""
        self.confirming = value

    @exclusive
    async def submit(self) -> Any:
        """End the attempt and show its result. A second click does nothing."""
        if self.phase == "ended":
            return None
        try:
            await (await self._api()).submit_attempt(attempt_of(self.ticket))
        except ApiError:
            self.confirming = False
            raise
        self.phase = "ended"
        return self._to_result()

    @exclusive
    async def expire(self) -> Any:
        """Ask the server whether the time is up, because the countdown reached zero."""
        return await self._follow((await self._api()).attempt(attempt_of(self.ticket)))

    async def _api(self) -> Api:
        return (await session_of(self)).api()

    async def _follow(self, call: Awaitable[AttemptState]) -> Any:
        """Show the attempt that a call returns; go to its result if it has ended."""
        try:
            self._show(await call)
        except ApiError as error:
            if error.code not in _ENDED:
                raise
            self.phase = "ended"
        if self.phase == "ended":
            return self._to_result()
        return rx.set_focus("question")

    async def _save(self, ticket: str, response: ItemResponse) -> Any:
        """Save the answer to the question of the ticket, and show the outcome if that question is shown.

        Returns:
            The events that should follow, if any.
        """
        test_id, position = read_ticket(ticket)
        is_shown = self._is_shown(ticket)
        api = await self._api()
        try:
            saved = await api.save_answer(test_id, position, response)
        except ApiError as error:
            if is_shown:
                await self._save_failed(error, api)
        else:
            if is_shown:
                self.saving, self.answered, self.seconds_left = "saved", True, saved.seconds_left
                self.error = ""
            if is_shown and ticket != self.ticket:
                # The form was rendered before a reconnect, so the screen does not show this answer yet.
                await self._reload(api)
        self.settled += 1
        if is_shown and self.phase == "ended":
            return self._to_result()
        if is_shown and not self._is_shown(ticket):
            return rx.set_focus("question")
        return None

    async def _save_failed(self, error: ApiError, api: Api) -> None:
        if error.code == "position_not_current":
            # Another tab has advanced the attempt, or the response to this tab's own advance was lost.
            await self._reload(api)
        elif error.code in _ENDED:
            self.saving, self.phase = "", "ended"
        else:
            self.saving, self.error = "failed", describe(error)

    async def _reload(self, api: Api) -> None:
        try:
            self._show(await api.attempt(attempt_of(self.ticket)))
        except ApiError as error:
            self.saving, self.error = "failed", describe(error)

    def _show_introduction(self, latest: AttemptSummary | None) -> None:
        self.retake_date = retake_date(latest)
        self.phase = "wait" if self.retake_date else "intro"

    def _show(self, test: AttemptState) -> None:
        self.phase = "running" if test.status == "open" else "ended"
        self.ticket = new_ticket(test.test_id, test.position)
        self.position, self.length = test.position, test.length
        self.seconds_left, self.seconds_total = test.seconds_left, test.seconds_total
        self.item = item_view(test.item, test.response)
        self.answered = test.response is not None
        self.saving = "saved" if self.answered else ""
        self.error, self.confirming = "", False

    def _is_shown(self, ticket: str) -> bool:
        return same_question(ticket, self.ticket)

    def _to_result(self):
        return rx.redirect(f"/test-results/{attempt_of(self.ticket)}", replace=True)
