"""The API client: one method per call, typed by the wire contract."""

from urllib.parse import urlencode

from webdev_certs.schemas import auth, practice
from webdev_certs.schemas.certificates import Certificate, SharingChoice
from webdev_certs.schemas.exams import (
    AdvanceAttempt,
    AskExtraTime,
    AttemptResult,
    AttemptState,
    AttemptSummary,
    ExtraTimeRequest,
    ReportEvent,
    SaveAnswer,
    SavedAnswer,
    StartAttempt,
)
from webdev_certs.schemas.items import ItemResponse, ReportedItem, ReportItem
from webdev_certs.schemas.mails import ContactMessage, Unsubscribed
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
)
from webdev_certs.schemas.progress import LearnerStanding, Progress
from webdev_certs.schemas.technologies import Figures, TechnologySummary
from webdev_certs.ui.client.answered import AnsweredCalls
from webdev_certs.ui.client.payments import PaymentCalls
from webdev_certs.ui.client.refresh_after_401 import TokenStore
from webdev_certs.ui.client.sender import Page, Sender, segment
from webdev_certs.ui.client.shown import ShownCalls


def connect(tokens: TokenStore, user_agent: str = "", ip: str = "") -> "Api":
    """Return the API client for one browser.

    Args:
        tokens: The browser's tokens.
        user_agent: Its User-Agent header.
        ip: Its IP address.
    """
    return Api(Sender(tokens, user_agent, ip))


class Api(AnsweredCalls, PaymentCalls, ShownCalls):
    """Calls for one browser. Every method raises `ApiError` on a refusal or without an answer."""

    async def register(self, form: auth.Registration) -> auth.AuthResponse:
        """Create an account and sign in; `errors` of a refusal name the fields."""
        return await self._send("POST", "/api/auth/register", auth.AuthResponse, form)

    async def login(self, credentials: auth.Credentials) -> auth.AuthResponse:
        """Sign in with a password. Codes: `invalid_credentials`, `account_blocked`, `too_many_requests`."""
        return await self._send("POST", "/api/auth/login", auth.AuthResponse, credentials)

    async def oauth_callback(self, sign_in: auth.OAuthCallback) -> auth.AuthResponse:
        """Sign in with a session at Supabase, which becomes a login session here."""
        return await self._send("POST", "/api/auth/oauth/callback", auth.AuthResponse, sign_in)

    async def identities(self) -> list[auth.Identity]:
        """Return the linked identities at Google and GitHub."""
        return await self._send("GET", "/api/profile/identities", list[auth.Identity])

    async def link_identity(self, sign_in: auth.LinkIdentity) -> auth.Identity:
        """Link the identity of a sign-in that is at most ten minutes old. Code: `identity_in_use`."""
        return await self._send("POST", "/api/profile/identities", auth.Identity, sign_in)

    async def unlink_identity(self, identity_id: str, form: auth.UnlinkIdentity) -> None:
        """Remove a way to sign in. Code: `last_sign_in_method`."""
        await self._request("DELETE", f"/api/profile/identities/{segment(identity_id)}", form)

    async def logout(self) -> None:
        """End the login session of these tokens."""
        await self._request("POST", "/api/auth/logout")

    async def verify(self) -> auth.User:
        """Return the signed-in user as the API knows them now."""
        return (await self._send("POST", "/api/auth/verify", auth.VerifyResponse)).user

    async def forgot_password(self, form: auth.ForgotPassword) -> None:
        """Ask for a reset link. The answer does not tell whether the email has an account."""
        await self._request("POST", "/api/auth/forgot-password", form)

    async def reset_password(self, form: auth.ResetPassword) -> None:
        """Set a new password by a mailed link. Codes: `reset_link_…`, `password_…`."""
        await self._request("POST", "/api/auth/reset-password", form)

    async def confirm(self, token: str) -> auth.Confirmed:
        """Confirm the email that a mailed link is for. Codes: `confirm_link_…`, `email_taken`."""
        # Not validated here: the token comes from the URL, and the API refuses a malformed one.
        return await self._send(
            "POST", "/api/auth/confirm", auth.Confirmed, auth.Confirm.model_construct(token=token)
        )

    async def resend_confirmation(self) -> None:
        """Ask for another mail with the link that confirms the email. Code: `already_confirmed`."""
        await self._request("POST", "/api/auth/resend-confirmation")

    async def profile(self) -> Profile:
        """Return the user's account."""
        return await self._send("GET", "/api/profile", Profile)

    async def change_profile(self, change: ProfileChange) -> Profile:
        """Change the fields that are set, and return the whole profile."""
        return await self._send("PATCH", "/api/profile", Profile, change)

    async def unsubscribe(self, token: str) -> Unsubscribed:
        """Switch off the mails that the token of a mailed link names. Code: `unsubscribe_link_unknown`."""
        query = urlencode({"token": token})
        return await self._send("POST", f"/api/mails/unsubscribe?{query}", Unsubscribed, bearer=False)

    async def extra_time_requests(self) -> list[ExtraTimeRequest]:
        """Return the user's latest requests for extra time, newest first."""
        return await self._send("GET", "/api/profile/extra-time", list[ExtraTimeRequest])

    async def ask_extra_time(self, form: AskExtraTime) -> ExtraTimeRequest:
        """Ask an operator for extra time. Code: `extra_time_asked`: an earlier request is open."""
        return await self._send("POST", "/api/profile/extra-time", ExtraTimeRequest, form)

    async def change_email(self, change: auth.EmailChange) -> None:
        """Ask for a link to be mailed to the new email; the old email stays until the link is used."""
        await self._request("POST", "/api/profile/email", change)

    async def change_password(self, change: PasswordChange) -> None:
        """Change the password, or set the first one, and end all other login sessions."""
        await self._request("POST", "/api/profile/password", change)

    async def login_sessions(self, after: str = "") -> Page[auth.LoginSession]:
        """Return a page of the devices on which the user is signed in; `after` is the cursor of a page."""
        return await self._page("/api/profile/login-sessions", auth.LoginSession, {"after": after})

    async def end_login_session(self, login_session_id: str) -> None:
        """Sign out on one device."""
        await self._request("DELETE", f"/api/profile/login-sessions/{segment(login_session_id)}")

    async def end_other_login_sessions(self) -> None:
        """Sign out on all devices but this one."""
        await self._request("DELETE", "/api/profile/login-sessions")

    async def export(self) -> bytes:
        """Return all data of the user as a JSON document."""
        return (await self._request("GET", "/api/profile/export")).content

    async def delete_account(self, deletion: AccountDeletion) -> None:
        """Delete the account for good; it needs the password, or a recent sign-in without one."""
        await self._request("DELETE", "/api/profile", deletion)

    async def technologies(self) -> list[TechnologySummary]:
        """Return the technologies that have an exam."""
        return await self._send("GET", "/api/technologies", list[TechnologySummary])

    async def figures(self) -> Figures:
        """Return the site in numbers."""
        return await self._send("GET", "/api/figures", Figures, bearer=False)

    async def send_contact_message(self, message: ContactMessage, *, signed_in: bool) -> None:
        """Mail the operator. With `signed_in` the sender gets a copy, if the email is the account's own."""
        await self._request("POST", "/api/contact", message, bearer=signed_in)

    async def sample(self, technology: str, answers: list[practice.SampleAnswer]) -> practice.SampleState:
        """Grade the answers to sample questions, and return the next question. Code: `sample_changed`."""
        body = practice.SampleRequest(technology=technology, answers=answers)
        return await self._send("POST", "/api/samples", practice.SampleState, body, bearer=False)

    async def claim_sample(
        self, technology: str, answers: list[practice.SampleAnswer]
    ) -> practice.PracticeState:
        """Continue sample questions as the user's practice session; a second claim returns the same one."""
        body = practice.ClaimSample(technology=technology, answers=answers)
        return await self._send("POST", "/api/samples/claim", practice.PracticeState, body)

    async def start_attempt(self, technology: str, *, mock: bool = False) -> AttemptState:
        """Start an exam or mock exam, or resume the open one.

        Codes: `retake_too_early`, `test_running`, `payment_required`.
        """
        body = StartAttempt(technology=technology, mock=mock)
        return await self._send("POST", "/api/tests", AttemptState, body)

    async def attempts(self, after: str = "", *, mock: bool = False) -> Page[AttemptSummary]:
        """Return a page of attempts, or mock exams, newest first; `after` is the cursor of a page."""
        return await self._page("/api/tests", AttemptSummary, {"after": after} | _only(mock))

    async def latest_attempt(self, technology: str, *, mock: bool = False) -> AttemptSummary | None:
        """Return the latest attempt or mock exam in a technology; None if there is none."""
        query = {"technology": technology, "limit": "1"} | _only(mock)
        return next(iter((await self._page("/api/tests", AttemptSummary, query)).rows), None)

    async def progress(self) -> Progress:
        """Return figures about all attempts, practice sessions and certificates."""
        return await self._send("GET", "/api/progress", Progress)

    async def standing(self, time_zone: str) -> LearnerStanding:
        """Return ability, readiness, activity and the next step; days begin in the IANA `time_zone`."""
        return await self._send(
            "GET", f"/api/progress/learning?{urlencode({'time_zone': time_zone})}", LearnerStanding
        )

    async def plan_calendar(self, time_zone: str) -> bytes:
        """Return the daily plan as a calendar file; days begin in the IANA `time_zone`."""
        path = f"/api/progress/plan.ics?{urlencode({'time_zone': time_zone})}"
        return (await self._request("GET", path)).content

    async def attempt(self, test_id: str) -> AttemptState:
        """Return the state of an attempt: the current item and its saved answer."""
        return await self._send("GET", f"/api/tests/{segment(test_id)}", AttemptState)

    async def save_answer(
        self, test_id: str, position: int, response: ItemResponse, sequence: int | None = None
    ) -> SavedAnswer:
        """Save the answer to the current item (`position` counts from 1).

        With a `sequence` that is not higher than that of the saved answer, the code is `answer_outdated`.
        """
        path = f"/api/tests/{segment(test_id)}/answers/{position}"
        return await self._send("PUT", path, SavedAnswer, SaveAnswer(response=response, sequence=sequence))

    async def advance_attempt(self, test_id: str, position: int) -> AttemptState:
        """Leave the answered item at `position` for good; repeating the call changes nothing."""
        body = AdvanceAttempt(position=position)
        return await self._send("POST", f"/api/tests/{segment(test_id)}/advance", AttemptState, body)

    async def report_event(self, test_id: str, event: ReportEvent) -> None:
        """Record that the page of a running attempt was left, or that a text was pasted."""
        await self._request("POST", f"/api/tests/{segment(test_id)}/events", event)

    async def report_exam_item(self, test_id: str, position: int, report: ReportItem) -> ReportedItem:
        """Report a fault of the item at `position` of an attempt. Code: `already_reported`."""
        path = f"/api/tests/{segment(test_id)}/items/{position}/report"
        return await self._send("POST", path, ReportedItem, report)

    async def submit_attempt(self, test_id: str) -> AttemptResult:
        """End an attempt and return its result; repeating the call returns the same result."""
        return await self._send("POST", f"/api/tests/{segment(test_id)}/submit", AttemptResult)

    async def attempt_result(self, test_id: str) -> AttemptResult:
        """Return the result of an ended attempt. Code: `test_not_submitted`."""
        return await self._send("GET", f"/api/tests/{segment(test_id)}/result", AttemptResult)

    async def start_practice(
        self, technology: str, difficulty: str | None, topic: str | None = None, length: int = 10
    ) -> practice.PracticeState:
        """Start a practice session; without a difficulty it adapts to the learner. Code: `test_running`."""
        # Not validated here: they come from the URL, and the API refuses malformed ones.
        body = practice.StartPractice.model_construct(
            technology=technology, difficulty=difficulty, topic=topic, length=length
        )
        return await self._send("POST", "/api/practice", practice.PracticeState, body)

    async def start_review(self, technology: str, time_zone: str, length: int) -> practice.PracticeState:
        """Start a practice session with missed items that are due today. Code: `nothing_due`."""
        body = practice.StartReview.model_construct(technology=technology, time_zone=time_zone, length=length)
        return await self._send("POST", "/api/practice/reviews", practice.PracticeState, body)

    async def retry_practice(self, practice_session_id: str) -> practice.PracticeState:
        """Ask the missed items of a finished practice session again. Code: `nothing_missed`."""
        path = f"/api/practice/{segment(practice_session_id)}/retry"
        return await self._send("POST", path, practice.PracticeState)

    async def mistakes(self, technology: str, topic: str = "", after: str = "") -> Page[practice.Mistake]:
        """Return a page of the items whose latest answer is wrong, newest first. Code: `payment_required`.

        Args:
            technology: The technology's id.
            topic: The id of one of its topics; empty for all.
            after: The cursor of the page.
        """
        query = {"technology": technology, "topic": topic, "after": after}
        return await self._page("/api/practice/mistakes", practice.Mistake, query)

    async def mistake_counts(self) -> list[practice.TechnologyMistakes]:
        """Return how many mistakes there are by technology and topic. Code: `payment_required`."""
        return await self._send("GET", "/api/practice/mistakes/counts", list[practice.TechnologyMistakes])

    async def start_mistakes(self, technology: str, topic: str | None) -> practice.PracticeState:
        """Practice the oldest mistakes, or resume. Codes: `payment_required`, `no_mistakes`."""
        body = practice.StartMistakes.model_construct(technology=technology, topic=topic)
        return await self._send("POST", "/api/practice/mistakes", practice.PracticeState, body)

    async def start_question(self, technology: str, question: str) -> practice.PracticeState:
        """Practice one question, or resume it. Code: `no_items`."""
        body = practice.StartQuestion.model_construct(technology=technology, question=question)
        return await self._send("POST", "/api/practice/questions", practice.PracticeState, body)

    async def practice_report(self, practice_session_id: str) -> practice.PracticeReport:
        """Return the topics and the missed items of a finished practice session, without keys."""
        path = f"/api/practice/{segment(practice_session_id)}/report"
        return await self._send("GET", path, practice.PracticeReport)

    async def practice_sessions(self, after: str = "") -> Page[practice.PracticeSummary]:
        """Return a page of practice sessions, newest first; `after` is the cursor of a page."""
        return await self._page("/api/practice", practice.PracticeSummary, {"after": after})

    async def unfinished_practice(
        self,
        technology: str,
        kind: practice.PracticeKind,
        difficulty: str | None = None,
        topic: str | None = None,
    ) -> practice.PracticeSummary | None:
        """Return the latest unfinished practice session of this kind; None if there is none."""
        query = {
            "technology": technology,
            "kind": kind,
            "difficulty": difficulty or "mixed",
            "finished": "false",
            "limit": "1",
        } | ({"topic": topic} if topic else {})
        return next(iter((await self._page("/api/practice", practice.PracticeSummary, query)).rows), None)

    async def practice_session(self, practice_session_id: str) -> practice.PracticeState:
        """Return the state of a practice session."""
        return await self._send(
            "GET", f"/api/practice/{segment(practice_session_id)}", practice.PracticeState
        )

    async def answer_practice(
        self, practice_session_id: str, position: int, response: ItemResponse
    ) -> practice.PracticeFeedback:
        """Answer the item at `position`, and return the feedback with its key."""
        path = f"/api/practice/{segment(practice_session_id)}/answers/{position}"
        body = practice.AnswerPractice(response=response)
        return await self._send("POST", path, practice.PracticeFeedback, body)

    async def practice_feedback(self, practice_session_id: str, position: int) -> practice.PracticeFeedback:
        """Return the feedback on the answered item at `position` again."""
        path = f"/api/practice/{segment(practice_session_id)}/answers/{position}"
        return await self._send("GET", path, practice.PracticeFeedback)

    async def report_practice_item(
        self, practice_session_id: str, position: int, report: ReportItem
    ) -> ReportedItem:
        """Report a fault of an item of a practice session. Code: `already_reported`."""
        path = f"/api/practice/{segment(practice_session_id)}/items/{position}/report"
        return await self._send("POST", path, ReportedItem, report)

    async def practice_result(self, result_id: str) -> practice.PracticeResult:
        """Return the full review of a practice session. Code: `payment_required`."""
        return await self._send("GET", f"/api/practice/{segment(result_id)}/result", practice.PracticeResult)

    async def certificates(self, after: str = "") -> Page[Certificate]:
        """Return a page of the user's certificates, newest first; `after` is the cursor of a page."""
        return await self._page("/api/certificates", Certificate, {"after": after})

    async def certificate(self, number: str) -> Certificate:
        """Return one of the user's certificates."""
        return await self._send("GET", f"/api/certificates/{segment(number)}", Certificate)

    async def share_certificate(self, number: str, choice: SharingChoice) -> Certificate:
        """Choose whether the public sees the name, the score and the signed credential."""
        return await self._send("PATCH", f"/api/certificates/{segment(number)}", Certificate, choice)

    async def reissue_certificate(self, number: str) -> Certificate:
        """Replace a certificate with one that has the holder's current name. Code: `name_unchanged`."""
        return await self._send("POST", f"/api/certificates/{segment(number)}/reissue", Certificate)

    async def certificate_file(self, number: str, form: str) -> bytes:
        """Return one form of a certificate; `form` is the end of its path, such as `pdf?paper=letter`."""
        return (await self._request("GET", f"/api/certificates/{segment(number)}/{form}")).content


def _only(mock: bool) -> dict[str, str]:
    """Return the query of a list of attempts for mock exams, or for certification tests."""
    return {"mock": "true"} if mock else {}
