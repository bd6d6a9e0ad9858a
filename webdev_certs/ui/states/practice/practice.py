"""The practice screen: up to ten items, each with an explanation after its answer, and a report."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import PRACTICE_LENGTH, PracticeFeedback, ReviewedItem
from webdev_certs.schemas.practice import PracticeState as PracticeWire
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.items.answering import Entries, QuestionForm
from webdev_certs.ui.states.items.view import FeedbackView, feedback_view, item_view
from webdev_certs.ui.states.practice.links import practice_label, practice_path
from webdev_certs.ui.states.practice.result import ReportView, report_view
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.screens import RunningAttemptState, ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED
from webdev_certs.ui.states.shared.tickets import new_ticket
from webdev_certs.ui.states.shared.toasts import ToastState

FINISHED = "finished"
"""The id of the heading at the end of a practice session."""
_ELSEWHERE = N_("You’ve already answered this question, maybe in another tab. That answer counts.")
# `invalid_request` means here that a name in the path is too long.
_UNKNOWN = (
    "practice_not_found",
    "unknown_technology",
    "unknown_difficulty",
    "unknown_topic",
    "no_items",
    "invalid_request",
)


@dataclass(frozen=True)
class RequestedPractice:
    """What the path of the practice screen asks for.

    Attributes:
        technology: Its id, or `all` for a review across technologies.
        difficulty: A difficulty; None to adapt.
        topic: A topic's id; None for all.
        review: Whether it is a review of what is due.
        mistakes: Whether it asks the items whose latest answer is wrong.
        question: The id of the only question that is asked; empty otherwise.
        retry_of: The id of the practice session whose missed items are asked again; empty otherwise.
        reopened: The id of a practice session whose end is shown again; empty otherwise.
        length: How many items.
    """

    technology: str
    difficulty: str | None = None
    topic: str | None = None
    review: bool = False
    mistakes: bool = False
    question: str = ""
    retry_of: str = ""
    reopened: str = ""
    length: int = PRACTICE_LENGTH


class PracticeState(RunningAttemptState, QuestionForm, ScreenState, rx.State):
    """One practice session in one tab. The server keeps its state."""

    # `phase` is loading, answering, explained, finished, waiting (for an exam to end),
    # done (nothing is left to review), unpaid, unknown or error.
    error_phases: ClassVar = {
        "test_running": "waiting",
        "nothing_due": "done",
        "nothing_missed": "done",
        "no_mistakes": "done",
        "payment_required": "unpaid",
        **dict.fromkeys(_UNKNOWN, "unknown"),
    }

    lasting_fields: ClassVar = ("reviewed",)
    ended_words: ClassVar = SESSION_ENDED

    name: rx.Field[str] = rx.field("")
    level: rx.Field[str] = rx.field("")
    """What the practice session is about: a difficulty, a topic, a review; `Adaptive` otherwise."""
    technology_id: rx.Field[str] = rx.field("")
    repeatable: rx.Field[bool] = rx.field(False)
    """Whether another practice session of the same kind can follow; after repeated items, none can."""
    known: rx.Field[list[TechnologySummary]] = rx.field(default_factory=list)
    practice_session_id: rx.Field[str] = rx.field("")
    position: rx.Field[int] = rx.field(0)
    length: rx.Field[int] = rx.field(0)
    correct: rx.Field[int] = rx.field(0)
    report: rx.Field[ReportView] = rx.field(default_factory=ReportView)
    seen: rx.Field[list[FeedbackView]] = rx.field(default_factory=list)
    """At the end, the feedback on all answers of the practice session, to be opened again."""
    reviewed: str = rx.SessionStorage("", name="reviewed")
    """The place of the answer whose feedback is shown, or the id of the practice session whose end is shown.
    The URL alone would lead to the next question."""
    busy: rx.Field[bool] = rx.field(False)

    async def _load(self, api: Api) -> None:
        """Resume the unfinished practice session of this path, or start one."""
        wanted = self._wanted()
        try:
            if not await self._show_again(api):
                await self._show(api, await resume_or_start(api, wanted, await zone_of(self)))
        except ApiError as error:
            self._note_running_attempt(error)
            if error.code in _UNKNOWN:
                self.known = await api.technologies()
            raise

    @exclusive
    async def restart(self) -> Any:
        """Start another practice session of the same kind. A second click does nothing."""
        if self.phase != "finished":
            return None
        wanted = self._wanted()
        if wanted.reopened:
            # A reload would show the end of the old practice session again.
            return rx.redirect(practice_path(wanted.technology, wanted.topic, wanted.difficulty))
        api = await api_of(self)
        return await self._follow(api, await start_another(api, wanted, await zone_of(self)))

    @exclusive
    async def check(self, ticket: str, entries: Entries) -> Any:
        """Send the answer and show the feedback. A second click does nothing."""
        if self.phase != "answering" or self._shown is None:
            return None
        response = self.read_answer(ticket, entries)
        if response is None:
            return None
        answer = await self._send_answer(await api_of(self), response)
        await self._explain(self._shown, answer)
        self.correct = answer.correct_count
        told = [] if answer.response == response else [ToastState.show(_(_ELSEWHERE), "neutral")]
        return [*told, rx.set_focus("verdict")]

    @exclusive
    async def next_question(self) -> Any:
        """Show the next item, or the end of the practice session. A second click does nothing."""
        if self.phase != "explained":
            return None
        api = await api_of(self)
        return await self._follow(api, await api.practice_session(self.practice_session_id))

    async def _send_answer(self, api: Api, response: ItemResponse) -> PracticeFeedback:
        try:
            return await api.answer_practice(self.practice_session_id, self.position, response)
        except ApiError as error:
            if error.code != "position_not_current":
                raise
            # Answered before, in another tab or by a call whose response was lost. That answer counts.
            return await api.practice_feedback(self.practice_session_id, self.position)

    async def _follow(self, api: Api, practice: PracticeWire) -> Any:
        await self._show(api, practice)
        return rx.set_focus("question" if self.phase == "answering" else FINISHED)

    def _wanted(self) -> RequestedPractice:
        return read_request(self.router.url.path, self.router.url.query_parameters)

    async def _explain(self, item: ShownItem, answer: PracticeFeedback | ReviewedItem) -> None:
        place = self.reviewed = place_of(self.practice_session_id, answer.position)
        self.feedback = feedback_view(item, answer.response, answer.feedback, answer.position, place)
        (await self.get_state(AnnotationState)).show({place: answer.annotation})
        self.phase = "explained"

    async def _show_again(self, api: Api) -> bool:
        """Show what was `reviewed` before a reload or a new connection; return False if that was nothing."""
        if not self.reviewed:
            return False
        practice_session_id, _colon, position = self.reviewed.partition(":")
        practice = await api.practice_session(practice_session_id)
        await self._show(api, practice)
        for answer in await api.practice_answers(practice_session_id) if position else []:
            if str(answer.position) == position:
                self.position, self.item = answer.position, item_view(answer.item)
                self.ticket = new_ticket(practice.practice_session_id, answer.position)
                await self._explain(answer.item, answer)
        return True

    async def _show(self, api: Api, practice: PracticeWire) -> None:
        self.seen = []
        if practice.finished:
            await self._show_end(api, str(practice.practice_session_id))
        self.phase = "finished" if practice.finished else "answering"
        self.reviewed = str(practice.practice_session_id) if practice.finished else ""
        self.practice_session_id, self.name = str(practice.practice_session_id), practice.name
        self.level, self.technology_id = practice_label(practice), practice.technology
        self.repeatable = practice.kind not in ("review", "retry", "mistakes", "question")
        self.position, self.length = practice.position, practice.length
        self.correct = practice.correct
        self.ticket = new_ticket(practice.practice_session_id, practice.position)
        self._shown, self.item = practice.item, item_view(practice.item)
        self.error = ""

    async def _show_end(self, api: Api, practice_session_id: str) -> None:
        report, answers = await asyncio.gather(
            api.practice_report(practice_session_id), api.practice_answers(practice_session_id)
        )
        self.report = report_view(report)
        places = {row.position: place_of(practice_session_id, row.position) for row in answers}
        self.seen = [
            feedback_view(row.item, row.response, row.feedback, row.position, places[row.position])
            for row in answers
        ]
        (await self.get_state(AnnotationState)).show(
            {places[row.position]: row.annotation for row in answers}
        )


def read_request(path: str, query: Mapping[str, str]) -> RequestedPractice:
    """Read the path and the query of the practice screen."""
    parts = path.strip("/").split("/")
    questions = query.get("questions", "")
    return RequestedPractice(
        technology=parts[1],
        difficulty=parts[2] if len(parts) > 2 else None,
        topic=query.get("topic") or None,
        review=query.get("round") == "review",
        mistakes=query.get("round") == "mistakes",
        question=query.get("question", ""),
        retry_of=query.get("retry", ""),
        reopened=query.get("reopen", ""),
        length=min(max(int(questions), 1), PRACTICE_LENGTH) if questions.isdecimal() else PRACTICE_LENGTH,
    )


async def resume_or_start(api: Api, wanted: RequestedPractice, zone: str) -> PracticeWire:
    """Return the unfinished practice session of this kind, or start one.

    Raises:
        ApiError: The API refuses.
    """
    if wanted.reopened:
        return await api.practice_session(wanted.reopened)
    if wanted.retry_of:
        # The API resumes an unfinished retry of the same practice session.
        return await api.retry_practice(wanted.retry_of)
    if wanted.mistakes:
        # The API also resumes an unfinished practice session of mistakes.
        return await api.start_mistakes(wanted.technology, wanted.topic)
    if wanted.question:
        # The API also resumes the question without an answer.
        return await api.start_question(wanted.technology, wanted.question)
    kind = "topic" if wanted.topic else "difficulty" if wanted.difficulty else "adaptive"
    unfinished = await api.unfinished_practice(
        wanted.technology, "review" if wanted.review else kind, wanted.difficulty, wanted.topic
    )
    if unfinished:
        return await api.practice_session(str(unfinished.practice_session_id))
    return await start_another(api, wanted, zone)


async def start_another(api: Api, wanted: RequestedPractice, zone: str) -> PracticeWire:
    """Start a practice session.

    Raises:
        ApiError: The API refuses.
    """
    if wanted.review:
        return await api.start_review(wanted.technology, zone, wanted.length)
    return await api.start_practice(wanted.technology, wanted.difficulty, wanted.topic, wanted.length)
