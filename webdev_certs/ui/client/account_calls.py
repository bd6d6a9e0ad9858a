"""Calls about the account: signing in, the profile, and login sessions."""

from webdev_certs.schemas.auth import AuthResponse, Credentials, Registration, User, VerifyResponse
from webdev_certs.schemas.confirmation import Confirm, Confirmed, EmailChange
from webdev_certs.schemas.extra_time import AskExtraTime, ExtraTimeRequest
from webdev_certs.schemas.login_sessions import LoginSession
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
)
from webdev_certs.schemas.recovery import ForgotPassword, ResetPassword
from webdev_certs.schemas.social import Identity, LinkIdentity, OAuthCallback, UnlinkIdentity
from webdev_certs.ui.client.calls import Calls, segment
from webdev_certs.ui.client.sender import Page


class AccountCalls(Calls):
    """Calls about the account; they raise as those of `Api`."""

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
        await self._request("DELETE", f"/api/profile/identities/{segment(identity_id)}", form)

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

    async def extra_time_requests(self) -> list[ExtraTimeRequest]:
        return await self._send("GET", "/api/profile/extra-time", list[ExtraTimeRequest])

    async def ask_extra_time(self, form: AskExtraTime) -> ExtraTimeRequest:
        return await self._send("POST", "/api/profile/extra-time", ExtraTimeRequest, form)

    async def change_email(self, change: EmailChange) -> None:
        await self._request("POST", "/api/profile/email", change)

    async def change_password(self, change: PasswordChange) -> None:
        await self._request("POST", "/api/profile/password", change)

    async def login_sessions(self, after: str = "") -> Page[LoginSession]:
        return await self._page("/api/profile/login-sessions", LoginSession, {"after": after})

    async def end_login_session(self, login_session_id: str) -> None:
        await self._request("DELETE", f"/api/profile/login-sessions/{segment(login_session_id)}")

    async def end_other_login_sessions(self) -> None:
        await self._request("DELETE", "/api/profile/login-sessions")

    async def export(self) -> bytes:
        """Return all data of the user as a JSON document."""
        return (await self._request("GET", "/api/profile/export")).content

    async def delete_account(self, deletion: AccountDeletion) -> None:
        await self._request("DELETE", "/api/profile", deletion)
