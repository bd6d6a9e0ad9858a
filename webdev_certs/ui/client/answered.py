"""The part of the API client about what learners have answered: history, annotations, score reports."""

from collections.abc import AsyncGenerator, Mapping
from urllib.parse import urlencode

from webdev_certs.schemas import practice
from webdev_certs.schemas.question_help import QuestionHelp
from webdev_certs.schemas.question_search import FoundQuestion
from webdev_certs.schemas.tutor import (
    AskTutor,
    PlanReason,
    ReportTutor,
    TutorEvent,
    TutorExchange,
    TutorState,
)
from webdev_certs.ui.client.sender import Page, Sender, segment

HISTORY_PAGE = 10
"""How many questions a page of the history, or of a search, has."""


class AnsweredCalls:
    """Calls about answered questions and finished tests."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._page = sender.page
        self._request = sender.request
        self._lines = sender.lines

    async def history(self, query: Mapping[str, str], after: str = "") -> Page[practice.HistoryEntry]:
        """Return a page of the answered questions. Code: `payment_required`.

        Args:
            query: The fields of `HistoryQuery` that search and filter.
            after: The cursor of the page.
        """
        wanted = {**query, "limit": str(HISTORY_PAGE), "after": after}
        return await self._page("/api/practice/history", practice.HistoryEntry, wanted)

    async def search_questions(self, query: Mapping[str, str], after: str = "") -> Page[FoundQuestion]:
        """Return a page of the practice questions that fit a search.

        Args:
            query: The fields of `QuestionQuery`.
            after: The cursor of the page.
        """
        wanted = {**query, "limit": str(HISTORY_PAGE), "after": after}
        return await self._page("/api/practice/questions", FoundQuestion, wanted)

    async def practice_answers(self, practice_session_id: str) -> list[practice.ReviewedItem]:
        """Return all answered items of a practice session with the feedback on each."""
        path = f"/api/practice/{segment(practice_session_id)}/answers"
        return await self._send("GET", path, list[practice.ReviewedItem])

    async def question_help(self, practice_session_id: str, position: int, example: int) -> QuestionHelp:
        """Return the help with an answered item, with the example of this number, from 1."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/help?example={example}"
        return await self._send("GET", path, QuestionHelp)

    async def tutor(self, practice_session_id: str, position: int) -> TutorState:
        """Return whether there is a tutor, and what was asked about an item. Code: `test_running`."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/tutor"
        return await self._send("GET", path, TutorState)

    def ask_tutor(
        self, practice_session_id: str, position: int, form: AskTutor
    ) -> AsyncGenerator[TutorEvent, None]:
        """Yield the sentences of the tutor's answer; closing the generator stops it."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/tutor"
        return self._lines("POST", path, TutorEvent, form)

    async def report_tutor(self, practice_session_id: str, position: int, form: ReportTutor) -> TutorExchange:
        """Report an answer of the tutor. Code: `already_reported`."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/tutor/report"
        return await self._send("POST", path, TutorExchange, form)

    async def plan_reason(self, time_zone: str) -> PlanReason:
        """Ask the tutor why the daily plan is as it is; days begin in the IANA `time_zone`."""
        path = f"/api/progress/plan/reason?{urlencode({'time_zone': time_zone})}"
        return await self._send("POST", path, PlanReason, slow=True)

    async def consent_to_tutor(self) -> None:
        """Agree to the use of the tutor."""
        await self._request("PUT", "/api/profile/tutor-consent")

    async def withdraw_tutor_consent(self) -> None:
        """No longer agree to the use of the tutor."""
        await self._request("DELETE", "/api/profile/tutor-consent")

    async def annotate(
        self, practice_session_id: str, position: int, changes: practice.Annotate
    ) -> practice.Annotation:
        """Bookmark an answered item, or keep a note on it. Code: `payment_required`."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/annotation"
        return await self._send("PATCH", path, practice.Annotation, changes)

    async def score_report(self, test_id: str, paper: str) -> bytes:
        """Return the score report of an attempt as PDF. Codes: `payment_required`, `no_score`."""
        path = f"/api/tests/{segment(test_id)}/score-report?paper={paper}"
        return (await self._request("GET", path)).content
