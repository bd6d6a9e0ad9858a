"""The API client: one method per call, typed by the wire contract."""

from urllib.parse import urlencode

from webdev_certs.schemas.certificates import Certificate, SharingChoice, Verification
from webdev_certs.schemas.contact import ContactMessage
from webdev_certs.schemas.exams import (
    AdvanceAttempt,
    AttemptResult,
    AttemptState,
    AttemptSummary,
    ReportEvent,
    SaveAnswer,
    SavedAnswer,
    StartAttempt,
)
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.practice import (
    AnswerPractice,
    PracticeFeedback,
    PracticeKind,
    PracticeReport,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    StartPractice,
    StartReview,
)
from webdev_certs.schemas.progress import Learning, Progress
from webdev_certs.schemas.reports import ReportedItem, ReportItem
from webdev_certs.schemas.samples import ClaimSample, SampleAnswer, SampleRequest, SampleState
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client.account_calls import AccountCalls
from webdev_certs.ui.client.calls import segment
from webdev_certs.ui.client.payment_calls import PaymentCalls
from webdev_certs.ui.client.refresh_after_401 import TokenStore
from webdev_certs.ui.client.sender import Page, Sender


def connect(tokens: TokenStore, user_agent: str = "", ip: str = "") -> "Api":
    """Return the API client for one browser.

    Args:
        tokens: The browser's tokens.
        user_agent: Its User-Agent header.
        ip: Its IP address.
    """
    return Api(Sender(tokens, user_agent, ip))


class Api(AccountCalls, PaymentCalls):
    """Calls for one browser. Every method raises `ApiError` on a refusal or without an answer."""

    async def technologies(self) -> list[TechnologySummary]:
        return await self._send("GET", "/api/technologies", list[TechnologySummary])

    async def send_contact_message(self, message: ContactMessage, *, signed_in: bool) -> None:
        await self._request("POST", "/api/contact", message, bearer=signed_in)

    async def sample(self, technology: str, answers: list[SampleAnswer]) -> SampleState:
        body = SampleRequest(technology=technology, answers=answers)
        return await self._send("POST", "/api/samples", SampleState, body, bearer=False)

    async def claim_sample(self, technology: str, answers: list[SampleAnswer]) -> PracticeState:
        body = ClaimSample(technology=technology, answers=answers)
        return await self._send("POST", "/api/samples/claim", PracticeState, body)

    async def start_attempt(self, technology: str) -> AttemptState:
        return await self._send("POST", "/api/tests", AttemptState, StartAttempt(technology=technology))

    async def attempts(self, after: str = "") -> Page[AttemptSummary]:
        return await self._page("/api/tests", AttemptSummary, {"after": after})

    async def latest_attempt(self, technology: str) -> AttemptSummary | None:
        query = {"technology": technology, "limit": "1"}
        return next(iter((await self._page("/api/tests", AttemptSummary, query)).rows), None)

    async def progress(self) -> Progress:
        return await self._send("GET", "/api/progress", Progress)

    async def learning(self, time_zone: str) -> Learning:
        return await self._send(
            "GET", f"/api/progress/learning?{urlencode({'time_zone': time_zone})}", Learning
        )

    async def attempt(self, test_id: str) -> AttemptState:
        return await self._send("GET", f"/api/tests/{segment(test_id)}", AttemptState)

    async def save_answer(
        self, test_id: str, position: int, response: ItemResponse, sequence: int | None = None
    ) -> SavedAnswer:
        path = f"/api/tests/{segment(test_id)}/answers/{position}"
        return await self._send("PUT", path, SavedAnswer, SaveAnswer(response=response, sequence=sequence))

    async def advance_attempt(self, test_id: str, position: int) -> AttemptState:
        body = AdvanceAttempt(position=position)
        return await self._send("POST", f"/api/tests/{segment(test_id)}/advance", AttemptState, body)

    async def report_event(self, test_id: str, event: ReportEvent) -> None:
        await self._request("POST", f"/api/tests/{segment(test_id)}/events", event)

    async def report_exam_item(self, test_id: str, position: int, report: ReportItem) -> ReportedItem:
        path = f"/api/tests/{segment(test_id)}/items/{position}/report"
        return await self._send("POST", path, ReportedItem, report)

    async def submit_attempt(self, test_id: str) -> AttemptResult:
        return await self._send("POST", f"/api/tests/{segment(test_id)}/submit", AttemptResult)

    async def attempt_result(self, test_id: str) -> AttemptResult:
        return await self._send("GET", f"/api/tests/{segment(test_id)}/result", AttemptResult)

    async def start_practice(
        self, technology: str, difficulty: str | None, topic: str | None = None, length: int = 10
    ) -> PracticeState:
        # Not validated here: they come from the URL, and the API refuses malformed ones.
        body = StartPractice.model_construct(
            technology=technology, difficulty=difficulty, topic=topic, length=length
        )
        return await self._send("POST", "/api/practice", PracticeState, body)

    async def start_review(self, technology: str, time_zone: str) -> PracticeState:
        body = StartReview.model_construct(technology=technology, time_zone=time_zone)
        return await self._send("POST", "/api/practice/reviews", PracticeState, body)

    async def retry_practice(self, practice_session_id: str) -> PracticeState:
        path = f"/api/practice/{segment(practice_session_id)}/retry"
        return await self._send("POST", path, PracticeState)

    async def practice_report(self, practice_session_id: str) -> PracticeReport:
        path = f"/api/practice/{segment(practice_session_id)}/report"
        return await self._send("GET", path, PracticeReport)

    async def practice_sessions(self, after: str = "") -> Page[PracticeSummary]:
        return await self._page("/api/practice", PracticeSummary, {"after": after})

    async def unfinished_practice(
        self, technology: str, kind: PracticeKind, difficulty: str | None = None, topic: str | None = None
    ) -> PracticeSummary | None:
        query = {
            "technology": technology,
            "kind": kind,
            "difficulty": difficulty or "mixed",
            "finished": "false",
            "limit": "1",
        } | ({"topic": topic} if topic else {})
        return next(iter((await self._page("/api/practice", PracticeSummary, query)).rows), None)

    async def practice_session(self, practice_session_id: str) -> PracticeState:
        return await self._send("GET", f"/api/practice/{segment(practice_session_id)}", PracticeState)

    async def answer_practice(
        self, practice_session_id: str, position: int, response: ItemResponse
    ) -> PracticeFeedback:
        path = f"/api/practice/{segment(practice_session_id)}/answers/{position}"
        body = AnswerPractice(response=response)
        return await self._send("POST", path, PracticeFeedback, body)

    async def practice_feedback(self, practice_session_id: str, position: int) -> PracticeFeedback:
        path = f"/api/practice/{segment(practice_session_id)}/answers/{position}"
        return await self._send("GET", path, PracticeFeedback)

    async def report_practice_item(
        self, practice_session_id: str, position: int, report: ReportItem
    ) -> ReportedItem:
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/report"
        return await self._send("POST", path, ReportedItem, report)

    async def practice_result(self, result_id: str) -> PracticeResult:
        return await self._send("GET", f"/api/practice/{segment(result_id)}/result", PracticeResult)

    async def certificates(self, after: str = "") -> Page[Certificate]:
        return await self._page("/api/certificates", Certificate, {"after": after})

    async def certificate(self, number: str) -> Certificate:
        return await self._send("GET", f"/api/certificates/{segment(number)}", Certificate)

    async def share_certificate(self, number: str, choice: SharingChoice) -> Certificate:
        return await self._send("PATCH", f"/api/certificates/{segment(number)}", Certificate, choice)

    async def reissue_certificate(self, number: str) -> Certificate:
        return await self._send("POST", f"/api/certificates/{segment(number)}/reissue", Certificate)

    async def certificate_file(self, number: str, form: str) -> bytes:
        """Return one form of a certificate; `form` is the end of its path, such as `pdf?paper=letter`."""
        return (await self._request("GET", f"/api/certificates/{segment(number)}/{form}")).content

    async def verify_certificate(self, number: str) -> Verification:
        return await self._send("GET", f"/api/verify/{segment(number)}", Verification)
