"""The API client: one method per call, typed by the wire contract."""

from typing import Any
from urllib.parse import quote

from webdev_certs.schemas.auth import AuthResponse, Credentials, Registration, User, VerifyResponse
from webdev_certs.schemas.certificates import Certificate, SharingChoice, Verification
from webdev_certs.schemas.confirmation import Confirm, Confirmed, EmailChange
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
from webdev_certs.schemas.login_sessions import LoginSession
from webdev_certs.schemas.payments import (
    BillingState,
    CheckoutRequest,
    CheckoutSession,
    PaymentConfig,
    PaymentRecord,
    PaymentStatus,
    PaymentVerification,
    Plan,
    VerifyPaymentRequest,
)
from webdev_certs.schemas.practice import (
    AnswerPractice,
    PracticeFeedback,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    StartPractice,
)
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
    SignInMethods,
)
from webdev_certs.schemas.recovery import ForgotPassword, ResetPassword
from webdev_certs.schemas.social import Identity, LinkIdentity, OAuthCallback, UnlinkIdentity
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client.bearer import TokenStore
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.sender import Sender, parse

NOT_CONFIGURED = "Stripe publishable key not configured"


def connect(tokens: TokenStore, user_agent: str = "", ip: str = "") -> "Api":
    """Return the API client for one browser.

    Args:
        tokens: The browser's tokens.
        user_agent: Its User-Agent header.
        ip: Its IP address.
    """
    return Api(Sender(tokens, user_agent, ip))


class Api:
    """Calls for one browser. Every method raises `ApiError` on a refusal or without an answer."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._request = sender.request

    async def register(self, form: Registration) -> AuthResponse:
        return await self._send("POST", "/api/auth/register", AuthResponse, form)

    async def login(self, credentials: Credentials) -> AuthResponse:
        return await self._send("POST", "/api/auth/login", AuthResponse, credentials)

    async def oauth_callback(self, sign_in: OAuthCallback) -> AuthResponse:
        return await self._send("POST", "/api/auth/oauth/callback", AuthResponse, sign_in)

    async def identities(self) -> list[Identity]:
        return await self._send("GET", "/api/profile/identities", list[Identity])

    async def link_identity(self, sign_in: LinkIdentity) -> Identity:
        return await self._send("POST", "/api/profile/identities", Identity, sign_in)

    async def unlink_identity(self, identity_id: str, form: UnlinkIdentity) -> None:
        await self._request("DELETE", f"/api/profile/identities/{_segment(identity_id)}", form)

    async def logout(self) -> None:
        await self._request("POST", "/api/auth/logout")

    async def verify(self) -> User:
        return (await self._send("POST", "/api/auth/verify", VerifyResponse)).user

    async def forgot_password(self, form: ForgotPassword) -> None:
        """Ask for a reset link. The answer does not tell whether the email has an account."""
        await self._request("POST", "/api/auth/forgot-password", form)

    async def reset_password(self, form: ResetPassword) -> None:
        await self._request("POST", "/api/auth/reset-password", form)

    async def confirm(self, token: str) -> Confirmed:
        # Not validated here: the token comes from the URL, and the API refuses a malformed one.
        return await self._send("POST", "/api/auth/confirm", Confirmed, Confirm.model_construct(token=token))

    async def resend_confirmation(self) -> None:
        await self._request("POST", "/api/auth/resend-confirmation")

    async def profile(self) -> Profile:
        return await self._send("GET", "/api/profile", Profile)

    async def change_profile(self, change: ProfileChange) -> Profile:
        return await self._send("PATCH", "/api/profile", Profile, change)

    async def change_email(self, change: EmailChange) -> None:
        await self._request("POST", "/api/profile/email", change)

    async def change_password(self, change: PasswordChange) -> None:
        await self._request("POST", "/api/profile/password", change)

    async def sign_in_methods(self) -> SignInMethods:
        return await self._send("GET", "/api/profile/sign-in-methods", SignInMethods)

    async def login_sessions(self) -> list[LoginSession]:
        return await self._send("GET", "/api/profile/login-sessions", list[LoginSession])

    async def end_login_session(self, login_session_id: str) -> None:
        await self._request("DELETE", f"/api/profile/login-sessions/{_segment(login_session_id)}")

    async def end_other_login_sessions(self) -> None:
        await self._request("DELETE", "/api/profile/login-sessions")

    async def export(self) -> bytes:
        """Return all data of the user as a JSON document."""
        return (await self._request("GET", "/api/profile/export")).content

    async def delete_account(self, deletion: AccountDeletion) -> None:
        await self._request("DELETE", "/api/profile", deletion)

    async def payment_status(self) -> PaymentStatus:
        return await self._send("GET", "/api/payments/status", PaymentStatus)

    async def payment_config(self) -> PaymentConfig:
        """Return the payment config; without a key, the error is `payments_not_configured`."""
        response = await self._request("GET", "/api/payments/config", bearer=False)
        if not parse(response, dict[str, Any]).get("publishableKey"):
            raise ApiError(response.status_code, "payments_not_configured", NOT_CONFIGURED)
        return parse(response, PaymentConfig)

    async def plans(self) -> list[Plan]:
        return await self._send("GET", "/api/payments/plans", list[Plan], bearer=False)

    async def create_checkout_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        return await self._send("POST", "/api/payments/create-checkout-session", CheckoutSession, checkout)

    async def verify_payment(self, session_id: str) -> PaymentVerification:
        # Not validated here: the id comes from the URL, and the API refuses a malformed one.
        body = VerifyPaymentRequest.model_construct(session_id=session_id)
        return await self._send("POST", "/api/payments/verify-payment", PaymentVerification, body)

    async def subscription(self) -> BillingState:
        return await self._send("GET", "/api/payments/subscription", BillingState)

    async def payment_history(self) -> list[PaymentRecord]:
        return await self._send("GET", "/api/payments/history", list[PaymentRecord])

    async def cancel_subscription(self) -> BillingState:
        return await self._send("POST", "/api/payments/cancel-subscription", BillingState)

    async def resume_subscription(self) -> BillingState:
        return await self._send("POST", "/api/payments/resume-subscription", BillingState)

    async def invoice(self, invoice_id: str) -> bytes:
        return (await self._request("GET", f"/api/payments/invoice/{_segment(invoice_id)}")).content

    async def technologies(self) -> list[TechnologySummary]:
        return await self._send("GET", "/api/technologies", list[TechnologySummary])

    async def start_attempt(self, technology: str) -> AttemptState:
        return await self._send("POST", "/api/tests", AttemptState, StartAttempt(technology=technology))

    async def attempts(self) -> list[AttemptSummary]:
        return await self._send("GET", "/api/tests", list[AttemptSummary])

    async def attempt(self, test_id: str) -> AttemptState:
        return await self._send("GET", f"/api/tests/{_segment(test_id)}", AttemptState)

    async def save_answer(self, test_id: str, position: int, response: ItemResponse) -> SavedAnswer:
        path = f"/api/tests/{_segment(test_id)}/answers/{position}"
        return await self._send("PUT", path, SavedAnswer, SaveAnswer(response=response))

    async def advance_attempt(self, test_id: str, position: int) -> AttemptState:
        body = AdvanceAttempt(position=position)
        return await self._send("POST", f"/api/tests/{_segment(test_id)}/advance", AttemptState, body)

    async def submit_attempt(self, test_id: str) -> AttemptResult:
        return await self._send("POST", f"/api/tests/{_segment(test_id)}/submit", AttemptResult)

    async def attempt_result(self, test_id: str) -> AttemptResult:
        return await self._send("GET", f"/api/tests/{_segment(test_id)}/result", AttemptResult)

    async def start_practice(self, technology: str, difficulty: str | None) -> PracticeState:
        # Not validated here: both come from the URL, and the API refuses malformed ones.
        body = StartPractice.model_construct(technology=technology, difficulty=difficulty)
        return await self._send("POST", "/api/practice", PracticeState, body)

    async def practice_sessions(self) -> list[PracticeSummary]:
        return await self._send("GET", "/api/practice", list[PracticeSummary])

    async def practice_session(self, practice_session_id: str) -> PracticeState:
        return await self._send("GET", f"/api/practice/{_segment(practice_session_id)}", PracticeState)

    async def answer_practice(
        self, practice_session_id: str, position: int, response: ItemResponse
    ) -> PracticeFeedback:
        path = f"/api/practice/{_segment(practice_session_id)}/answers/{position}"
        body = AnswerPractice(response=response)
        return await self._send("POST", path, PracticeFeedback, body)

    async def practice_feedback(self, practice_session_id: str, position: int) -> PracticeFeedback:
        path = f"/api/practice/{_segment(practice_session_id)}/answers/{position}"
        return await self._send("GET", path, PracticeFeedback)

    async def practice_result(self, result_id: str) -> PracticeResult:
        return await self._send("GET", f"/api/practice/{_segment(result_id)}/result", PracticeResult)

    async def certificates(self) -> list[Certificate]:
        return await self._send("GET", "/api/certificates", list[Certificate])

    async def share_certificate(self, number: str, *, score_public: bool) -> Certificate:
        body = SharingChoice(score_public=score_public)
        return await self._send("PATCH", f"/api/certificates/{_segment(number)}", Certificate, body)

    async def certificate_pdf(self, number: str) -> bytes:
        return (await self._request("GET", f"/api/certificates/{_segment(number)}/pdf")).content

    async def verify_certificate(self, number: str) -> Verification:
        return await self._send("GET", f"/api/verify/{_segment(number)}", Verification)


def _segment(value: str) -> str:
    # Values come from the URL: escaped, each stays one segment of the path.
    return quote(value, safe="").replace(".", "%2E") or "-"
