"""Calls about the account: signing in, the profile, and login sessions."""

from webdev_certs.schemas.auth import (
    AuthResponse,
    Confirm,
    Confirmed,
    Credentials,
    EmailChange,
    ForgotPassword,
    Identity,
    LinkIdentity,
    LoginSession,
    OAuthCallback,
    Registration,
    ResetPassword,
    UnlinkIdentity,
    User,
    VerifyResponse,
)
from webdev_certs.schemas.exams import AskExtraTime, ExtraTimeRequest
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
)
from webdev_certs.ui.client.sender import Calls, Page, segment


class AccountCalls(Calls):
    """Calls about the account; they raise the same errors as those of `Api`."""

    async def register(self, form: Registration) -> AuthResponse:
        """Create an account and sign in; `errors` of a refusal name the fields."""
        return await self._send("POST", "/api/auth/register", AuthResponse, form)

    async def login(self, credentials: Credentials) -> AuthResponse:
        """Sign in with a password. Codes: `invalid_credentials`, `account_blocked`, `too_many_requests`."""
        return await self._send("POST", "/api/auth/login", AuthResponse, credentials)

    async def oauth_callback(self, sign_in: OAuthCallback) -> AuthResponse:
        """Sign in with a session at Supabase, which becomes a login session here."""
        return await self._send("POST", "/api/auth/oauth/callback", AuthResponse, sign_in)

    async def identities(self) -> list[Identity]:
        """Return the linked identities at Google and GitHub."""
        return await self._send("GET", "/api/profile/identities", list[Identity])

    async def link_identity(self, sign_in: LinkIdentity) -> Identity:
        """Link the identity of a sign-in that is at most ten minutes old. Code: `identity_in_use`."""
        return await self._send("POST", "/api/profile/identities", Identity, sign_in)

    async def unlink_identity(self, identity_id: str, form: UnlinkIdentity) -> None:
        """Remove a way to sign in. Code: `last_sign_in_method`."""
        await self._request("DELETE", f"/api/profile/identities/{segment(identity_id)}", form)

    async def logout(self) -> None:
        """End the login session of these tokens."""
        await self._request("POST", "/api/auth/logout")

    async def verify(self) -> User:
        """Return the signed-in user as the API knows them now."""
        return (await self._send("POST", "/api/auth/verify", VerifyResponse)).user

    async def forgot_password(self, form: ForgotPassword) -> None:
        """Ask for a reset link. The answer does not tell whether the email has an account."""
        await self._request("POST", "/api/auth/forgot-password", form)

    async def reset_password(self, form: ResetPassword) -> None:
        """Set a new password by a mailed link. Codes: `reset_link_…`, `password_…`."""
        await self._request("POST", "/api/auth/reset-password", form)

    async def confirm(self, token: str) -> Confirmed:
        """Confirm the email that a mailed link is for. Codes: `confirm_link_…`, `email_taken`."""
        # Not validated here: the token comes from the URL, and the API refuses a malformed one.
        return await self._send("POST", "/api/auth/confirm", Confirmed, Confirm.model_construct(token=token))

    async def resend_confirmation(self) -> None:
        """Ask for another mail with the link that confirms the email. Code: `already_confirmed`."""
        await self._request("POST", "/api/auth/resend-confirmation")

    async def profile(self) -> Profile:
        """Return the user's account."""
        return await self._send("GET", "/api/profile", Profile)

    async def change_profile(self, change: ProfileChange) -> Profile:
        """Change the fields that are set, and return the whole profile."""
        return await self._send("PATCH", "/api/profile", Profile, change)

    async def extra_time_requests(self) -> list[ExtraTimeRequest]:
        """Return the user's latest requests for extra time, newest first."""
        return await self._send("GET", "/api/profile/extra-time", list[ExtraTimeRequest])

    async def ask_extra_time(self, form: AskExtraTime) -> ExtraTimeRequest:
        """Ask an operator for extra time. Code: `extra_time_asked`: an earlier request is open."""
        return await self._send("POST", "/api/profile/extra-time", ExtraTimeRequest, form)

    async def change_email(self, change: EmailChange) -> None:
        """Ask for a link to be mailed to the new email; the old email stays until the link is used."""
        await self._request("POST", "/api/profile/email", change)

    async def change_password(self, change: PasswordChange) -> None:
        """Change the password, or set the first one, and end all other login sessions."""
        await self._request("POST", "/api/profile/password", change)

    async def login_sessions(self, after: str = "") -> Page[LoginSession]:
        """Return a page of the devices on which the user is signed in; `after` is the cursor of a page."""
        return await self._page("/api/profile/login-sessions", LoginSession, {"after": after})

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
