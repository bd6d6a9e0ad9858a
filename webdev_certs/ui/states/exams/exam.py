"""The screen of a certification test or mock exam: start, answer, save, advance, submit, resume."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any, ClassVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.exams import AttemptState, AttemptSummary, ReportEvent, SavedAnswer
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
from webdev_certs.ui.states.exams.time_and_retakes import allowed_time, retake_date
from webdev_certs.ui.states.items.answering import Entries, moved, read_change, read_response
from webdev_certs.ui.states.items.view import ItemView, item_view, moved_line, reordered
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.navigation import MOCK_EXAM, last_segment, payment_url
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import (
    RunningAttemptState,
    ScreenState,
    exclusive,
    sign_in_again,
)
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.failures import describe
from webdev_certs.ui.states.shared.tickets import attempt_of, new_ticket, read_ticket, same_question
from webdev_certs.ui.states.shared.toasts import ToastState

log = logging.getLogger(__name__)

ANSWER_FIRST = N_(
    "Answer this question before you continue. You can’t go back to it. A wrong answer costs no more than "
    "a blank."
)
_ELSEWHERE = N_("You answered that question in another tab or on another device. Here’s the next one.")
_LATE = N_("The test is over. Your last answer may not have been saved in time.")
PAUSES = (1, 2, 4, 8, 15)
"""Seconds before the answer is sent again; the last pause is repeated until the attempt ends."""
# The attempt has ended, in another tab or at its deadline. The saved answers count.
_ENDED = ("deadline_passed", "test_submitted")


class ExamState(RunningAttemptState, ScreenState, rx.State):
    """One attempt in one tab; the attempt itself lives on the server.

    `phase` is loading, intro, wait, waiting (for the other kind of attempt to end), running, ended, unknown
    or error.

    The browser keeps an answer until it is saved (components/behavior/answer_draft.js). It sends the answer
    again after a failure, so an answer also outlives a restart of this process.
    """

    kept_fields: ClassVar = ("running_attempt",)
    ended_words: ClassVar = N_(
        "You’ve been signed out. Sign in again to continue. If your test has started, the timer keeps "
        "running."
    )

    mock: rx.Field[bool] = rx.field(False)
    """Whether the screen is that of a mock exam."""

    # The introduction
    technology_id: rx.Field[str] = rx.field("")
    name: rx.Field[str] = rx.field("")
    title: rx.Field[str] = rx.field("")
    time: rx.Field[str] = rx.field("")
    cut_score: rx.Field[int] = rx.field(0)
    min_items: rx.Field[int] = rx.field(0)
    max_items: rx.Field[int] = rx.field(0)
    pretest_items: rx.Field[int] = rx.field(0)
    """How many questions are not scored. The UI does not know which."""
    retake_date: rx.Field[str] = rx.field("")
    pro_href: rx.Field[str] = rx.field("")
    """The path on which learners get Pro, and from which they come back to the mock exam."""
    has_mock: rx.Field[bool] = rx.field(False)
    """Whether there are mock exams for the technology."""
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    """The technologies that there are, for the screen of an unknown one."""

    # The running attempt
    running_attempt: str = rx.SessionStorage("", name="running_attempt")
    """The id of the attempt while it runs. The browser keeps it, even while this process restarts."""
    ticket: rx.Field[str] = rx.field("")
    """The ticket of the question that is shown (states/shared/tickets.py)."""
    position: rx.Field[int] = rx.field(0)
    item: rx.Field[ItemView] = rx.field(default_factory=ItemView)
    seconds_left: rx.Field[int] = rx.field(0)
    seconds_total: rx.Field[int] = rx.field(0)
    busy: rx.Field[bool] = rx.field(False)

    # Whether the answer to the current question is saved
    answered: rx.Field[bool] = rx.field(False)
    """Whether the current item has a saved answer."""
    saving: rx.Field[str] = rx.field("")
    """Empty, `saving`, `saved`, `retrying`, `failed` (the API has refused the answer), or `kept`: the form is
    blank and the last saved answer counts."""
    handled_change: rx.Field[int] = rx.field(0)
    """The latest change of the form that was handled (items/answering.py). Until then, it is shown as being
    saved."""
    retries: rx.Field[int] = rx.field(0)
    """How often in a row the answer could not be saved."""
    retry_in: rx.Field[int] = rx.field(0)
    """In how many seconds the browser sends the answer again; 0 for not at all."""
    _sequence: int = 0
    """The number of the last answer that was sent (`SaveAnswer.sequence`)."""
    _left: str = ""
    """The ticket of the last question that this tab asked to leave, even if it got no answer."""

    async def _load(self, api: Api) -> Any:
        """Resume an open attempt, or show the introduction or the date of the next attempt."""
        path = self.router.url.path
        wanted, self.mock = last_segment(path), path.startswith(MOCK_EXAM)
        catalog, profile = await asyncio.gather(api.technologies(), api.profile())
        if self.mock:
            catalog = [entry for entry in catalog if entry.mock_exam]
        entry = next((entry for entry in catalog if entry.technology == wanted), None)
        if entry is None:
            self.phase, self.known = "unknown", catalog
            return None
        self.technology_id, self.name, self.title = wanted, entry.name, entry.title
        self.time, self.cut_score = allowed_time(entry, profile), entry.cut_score
        self.min_items, self.max_items = entry.min_items, entry.max_items
        self.pro_href = payment_url(f"{MOCK_EXAM}{wanted}", "access_required")
        self.pretest_items, self.has_mock = entry.pretest_items, entry.mock_exam
        latest = await api.latest_attempt(wanted, mock=self.mock)
        if latest and (latest.status == "open" or str(latest.test_id) == self.running_attempt):
            # An attempt that has ended while this tab was not connected shows its result too.
            self._show(await api.attempt(str(latest.test_id)))
            return self._to_result() if self.phase == "ended" else None
        await self._show_introduction(latest)
        return None

    @exclusive
    async def start(self) -> Any:
        """Start the attempt and its timer. A second click does nothing."""
        if self.phase != "intro":
            return None
        session = await session_of(self)
        try:
            started = session.api().start_attempt(self.technology_id, mock=self.mock)
            return await self._follow(started)
        except ApiError as error:
            if error.code == "test_running":
                self._note_running_attempt(error)
                self.phase, self.error = "waiting", describe(error)
                return None
            if error.code == "payment_required":
                # Pro has ended since the browser knew of it.
                await (await self.get_state(PaymentState)).refresh_or_deny()
            if error.code == "email_unconfirmed":
                # The browser did not know, so the screen did not say it yet.
                await (await self.get_state(EmailNoticeState)).refresh_user()
                if not session.email_confirmed:
                    return None
            raise

    @rx.event
    async def answer(self, ticket: str, entries: Entries):
        """Save the answer in the form, if it is complete. The browser repeats this after a failure."""
        if self.phase == "ended":
            # Sent before the screen changed. If the API refused it, the result would load a second time.
            return
        response = read_response(entries)
        if response is None:
            self._mark_handled(entries)
            if self._is_shown(ticket) and (self.answered or self.saving == "retrying"):
                self._set_saving("kept" if self.answered else "")
            return
        if response.order and self._is_shown(ticket) and response.order != self.item.order:
            self.item = reordered(self.item, response.order)
        then = await self._save(ticket, response)
        self._mark_handled(entries)
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
            self._set_saving("saving")
            yield
        then = await self._save(ticket, response)
        if then:
            yield
            yield then

    @exclusive
    async def next_question(self, ticket: str, entries: Entries) -> Any:
        """Save the answer in the form and show the next item, or the result when the exam ends."""
        response = read_response(entries)
        if response is None:
            self.error = _(ANSWER_FIRST)
            self._mark_handled(entries)
            return None
        then = await self._save(ticket, response)
        self._mark_handled(entries)
        if self.saving != "saved" or not self._is_shown(ticket):
            return then
        test_id, position = read_ticket(ticket)
        self._left = ticket
        return await self._follow((await api_of(self)).advance_attempt(test_id, position))

    @exclusive
    async def submit(self) -> Any:
        """End the attempt and show its result. A second click does nothing."""
        if self.phase == "ended":
            return None
        await (await api_of(self)).submit_attempt(attempt_of(self.ticket))
        self._end()
        return self._to_result()

    @exclusive
    async def expire(self) -> Any:
        """Ask the server whether the time is up, because the countdown reached zero or cannot be trusted."""
        return await self._follow((await api_of(self)).attempt(attempt_of(self.ticket)))

    @rx.event
    async def report_event(self, kind: str, seconds: int) -> None:
        """Report that the page was left or a text was pasted (components/behavior/attempt.js).

        Learners see nothing of it. If it fails, the attempt goes on without the report.
        """
        if self.phase != "running":
            return
        try:
            event = ReportEvent.model_validate({"kind": kind, "position": self.position, "seconds": seconds})
            await (await api_of(self)).report_event(attempt_of(self.ticket), event)
        except (ApiError, ValidationError) as error:
            log.info("An event of an attempt was not recorded: %s", error)

    async def _follow(self, call: Awaitable[AttemptState]) -> Any:
        """Show the attempt that a call returns; go to its result if it has ended."""
        try:
            attempt = await call
        except ApiError as error:
            if error.code not in _ENDED:
                raise
            self._end()
            return self._to_result()
        if attempt.status == "open" and self._is_shown(new_ticket(attempt.test_id, attempt.position)):
            # Rendering the same question again would lose the focus and the answer that is not saved yet.
            self.seconds_left = attempt.seconds_left
            return None
        then = self._to_result()
        self._show(attempt)
        return then if self.phase == "ended" else rx.set_focus("question")

    async def _save(self, ticket: str, response: ItemResponse) -> Any:
        """Save the answer to the question of the ticket, and show the outcome if that question is shown.

        Returns:
            The events that should follow, if any.
        """
        is_shown = self._is_shown(ticket)
        api = await api_of(self)
        try:
            saved = await self._send(api, ticket, response)
        except ApiError as error:
            if then := await sign_in_again(self):
                return then
            if not is_shown:
                return None
            return await self._save_failed(ticket, error, api)
        if not is_shown:
            return None
        self._set_saving("saved")
        self.answered, self.seconds_left, self.error = True, saved.seconds_left, ""
        if ticket == self.ticket:
            return None
        # The form was rendered before a reconnect, so the screen does not show this answer yet.
        return await self._reload(ticket, api)

    async def _send(self, api: Api, ticket: str, response: ItemResponse) -> SavedAnswer:
        """Save the answer with a higher number than all earlier answers, so that none can replace it later.

        Raises:
            ApiError: It could not be saved.
        """
        test_id, position = read_ticket(ticket)
        while True:
            self._sequence += 1
            try:
                return await api.save_answer(test_id, position, response, self._sequence)
            except ApiError as error:
                if error.code != "answer_outdated":
                    raise
                # Another tab or device has saved an answer since, or this one did and lost the response.
                self._sequence = max(self._sequence, int(error.extra["sequence"]))

    async def _save_failed(self, ticket: str, error: ApiError, api: Api) -> Any:
        if error.code == "position_not_current":
            # Another tab has advanced the attempt, or the response to this tab's own advance was lost.
            return await self._reload(ticket, api)
        if error.code in _ENDED:
            then = self._to_result()
            self._set_saving("")
            self._end()
            return then
        self._try_again(error)
        return None

    def _try_again(self, error: ApiError) -> None:
        """Let the browser send the answer again, unless the API has refused it."""
        if error.is_temporary:
            self.saving, self.error = "retrying", ""
            self.retry_in = PAUSES[min(self.retries, len(PAUSES) - 1)]
            self.retries += 1
        else:
            self._set_saving("failed")
            self.error = describe(error)

    def _set_saving(self, saving: str) -> None:
        self.saving, self.retries, self.retry_in = saving, 0, 0

    def _mark_handled(self, entries: Entries) -> None:
        self.handled_change = max(self.handled_change, read_change(entries))

    async def _reload(self, ticket: str, api: Api) -> Any:
        then = self._to_result()
        try:
            self._show(await api.attempt(attempt_of(self.ticket)))
        except ApiError as error:
            self._try_again(error)
            return None
        if self.phase == "ended":
            return then
        if self._is_shown(ticket):
            return None
        told = [] if same_question(ticket, self._left) else [ToastState.show(_(_ELSEWHERE), "neutral")]
        return [*told, rx.set_focus("question")]

    async def _show_introduction(self, latest: AttemptSummary | None) -> None:
        self.retake_date = retake_date(latest, await zone_of(self))
        self.phase = "wait" if self.retake_date else "intro"

    def _to_result(self) -> list[Any]:
        """Return the events that show the result of the attempt, where the last answer may be missing."""
        told = [ToastState.show(_(_LATE), "warning")] if self.saving == "retrying" else []
        return [*told, rx.redirect(f"/test-results/{attempt_of(self.ticket)}", replace=True)]

    def _show(self, attempt: AttemptState) -> None:
        self.phase = "running" if attempt.status == "open" else "ended"
        self.ticket = new_ticket(attempt.test_id, attempt.position)
        self.running_attempt = str(attempt.test_id) if self.phase == "running" else ""
        self.position = attempt.position
        self.min_items, self.max_items = attempt.min_items, attempt.max_items
        self.pretest_items = attempt.pretest_items
        self.seconds_left, self.seconds_total = attempt.seconds_left, attempt.seconds_total
        self.item = item_view(attempt.item, attempt.response)
        self.answered = attempt.response is not None
        self._sequence = attempt.sequence
        self._set_saving("saved" if self.answered else "")
        self.error = ""

    def _end(self) -> None:
        self.phase, self.running_attempt = "ended", ""

    def _is_shown(self, ticket: str) -> bool:
        return same_question(ticket, self.ticket)
