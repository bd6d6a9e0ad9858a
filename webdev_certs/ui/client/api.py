"""The API client: one method per call, typed by the wire contract."""

from webdev_certs.schemas.certificates import Certificate, SharingChoice, Verification
from webdev_certs.schemas.exams import (
    AdvanceAttempt,
    AttemptResult,
    AttemptState,
    AttemptSummary,
    SaveAnswer,
    SavedAnswer,
    StartAttempt,
)
from webdev_certs.schemas.items import ItemResponse
from webdev_certs.schemas.practice import (
    AnswerPractice,
    PracticeFeedback,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    StartPractice,
)
from webdev_certs.schemas.progress import Progress
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client.account_calls import AccountCalls
from webdev_certs.ui.client.bearer import TokenStore
from webdev_certs.ui.client.calls import segment
from webdev_certs.ui.client.payment_calls import PaymentCalls
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

    async def start_attempt(self, technology: str) -> AttemptState:
        return await self._send("POST", "/api/tests", AttemptState, StartAttempt(technology=technology))

    async def attempts(self, after: str = "") -> Page[AttemptSummary]:
        return await self._page("/api/tests", AttemptSummary, {"after": after})

    async def latest_attempt(self, technology: str) -> AttemptSummary | None:
        query = {"technology": technology, "limit": "1"}
        return next(iter((await self._page("/api/tests", AttemptSummary, query)).rows), None)

    async def progress(self) -> Progress:
        return await self._send("GET", "/api/progress", Progress)

    async def attempt(self, test_id: str) -> AttemptState:
        return await self._send("GET", f"/api/tests/{segment(test_id)}", AttemptState)

    async def save_answer(self, test_id: str, position: int, response: ItemResponse) -> SavedAnswer:
        path = f"/api/tests/{segment(test_id)}/answers/{position}"
        return await self._send("PUT", path, SavedAnswer, SaveAnswer(response=response))

    async def advance_attempt(self, test_id: str, position: int) -> AttemptState:
        body = AdvanceAttempt(position=position)
        return await self._send("POST", f"/api/tests/{segment(test_id)}/advance", AttemptState, body)

    async def submit_attempt(self, test_id: str) -> AttemptResult:
        return await self._send("POST", f"/api/tests/{segment(test_id)}/submit", AttemptResult)

    async def attempt_result(self, test_id: str) -> AttemptResult:
        return await self._send("GET", f"/api/tests/{segment(test_id)}/result", AttemptResult)

    async def start_practice(self, technology: str, difficulty: str | None) -> PracticeState:
        # Not validated here: both come from the URL, and the API refuses malformed ones.
        body = StartPractice.model_construct(technology=technology, difficulty=difficulty)
        return await self._send("POST", "/api/practice", PracticeState, body)

    async def practice_sessions(self, after: str = "") -> Page[PracticeSummary]:
        return await self._page("/api/practice", PracticeSummary, {"after": after})

    async def unfinished_practice(self, technology: str, difficulty: str | None) -> PracticeSummary | None:
        query = {
            "technology": technology,
            "difficulty": difficulty or "mixed",
            "finished": "false",
            "limit": "1",
        }
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

    async def practice_result(self, result_id: str) -> PracticeResult:
        return await self._send("GET", f"/api/practice/{segment(result_id)}/result", PracticeResult)

    async def certificates(self, after: str = "") -> Page[Certificate]:
        return await self._page("/api/certificates", Certificate, {"after": after})

    async def share_certificate(self, number: str, choice: SharingChoice) -> Certificate:
        return await self._send("PATCH", f"/api/certificates/{segment(number)}", Certificate, choice)

    async def reissue_certificate(self, number: str) -> Certificate:
        return await self._send("POST", f"/api/certificates/{segment(number)}/reissue", Certificate)

    async def certificate_file(self, number: str, form: str) -> bytes:
        """Return one form of a certificate; `form` is the end of its path, such as `pdf?paper=letter`."""
        return (await self._request("GET", f"/api/certificates/{segment(number)}/{form}")).content

    async def verify_certificate(self, number: str) -> Verification:
        return await self._send("GET", f"/api/verify/{segment(number)}", Verification)
