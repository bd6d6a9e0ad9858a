"""Forgotten passwords: asking for a link, and choosing a new password with it."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.auth import ForgotPassword, ResetPassword
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.accounts.mailed_link import MailedLinkState
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.failures import log_failure
from webdev_certs.ui.states.shared.forms import FormState, submits

REFUSED = {
    "": (N_("This link is incomplete"), N_("Part of it is missing. Copy the whole link from the email.")),
    "reset_link_unknown": (N_("This link isn’t valid"), N_("It’s wrong, or part of it is missing.")),
    "reset_link_used": (N_("This link has been used"), N_("Each link works once. Request a new one.")),
    "reset_link_expired": (
        N_("This link has expired"),
        N_("For your security, each link works for 30 minutes only."),
    ),
    "email_taken": (
        N_("This email belongs to another account"),
        N_("It was confirmed for another account after we sent the link. Request a new one."),
    ),
}
"""Code of a refused link → heading and explanation; the empty code stands for a missing token."""


class ForgottenState(FormState, rx.State):
    """The form that asks for a link."""

    form_name: ClassVar = "forgotten"
    required: ClassVar = {"email": N_("Enter your email, like name@example.com.")}
    sent_id: ClassVar = "forgotten-sent"
    """The id of the message that replaces the form once a link has been asked for."""

    sent_to: rx.Field[str] = rx.field("")
    """The email that a link was asked for."""

    @rx.event
    def enter(self) -> None:
        """Start with an empty form."""
        self.reset()

    @rx.event
    def ask_again(self):
        """Show the form again."""
        self.reset()
        return rx.set_focus("email")

    @submits
    async def ask(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Ask for a link; the answer is the same for every email."""
        wanted = self.parse(ForgotPassword, {"email": form.get("email", "")})
        await (await api_of(self)).forgot_password(wanted)
        self.sent_to = wanted.email
        return rx.set_focus(self.sent_id)


class ResetState(FormState, MailedLinkState, rx.State):
    """The page that a mailed link leads to."""

    form_name: ClassVar = "reset"
    required: ClassVar = {"password": N_("Choose a new password.")}

    # Phases: loading, form, refused, done.
    refusal: rx.Field[str] = rx.field("")
    """Why the link was refused, as a heading."""
    refusal_text: rx.Field[str] = rx.field("")

    @rx.event
    def open(self, token: str, again: bool = False) -> None:
        """Take the link's token from the URL, or that of an earlier load of the page."""
        if not self._take(token, again):
            return
        if self._token:
            self.phase = "form"
        else:
            self._refuse_link("")

    @submits
    async def choose(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Set the new password."""
        if self.phase == "done":
            return rx.set_focus(f"{self.form_name}-message")
        values = {"token": self._token, "password": form.get("password", "")}
        missing = {name: _(word) for name, word in self.required.items() if not values[name]}
        choice = self.parse(ResetPassword, values, **missing)
        await (await api_of(self)).reset_password(choice)
        # First, because it can end the login session here, which resets this state too.
        await self._check_session()
        self.phase, self._token = "done", ""
        return rx.set_focus(f"{self.form_name}-message")

    def fail(self, message: str = "", fields: Mapping[str, str] | None = None):
        """Show what is wrong; a malformed token is a wrong link, not a wrong field."""
        if fields and "token" in fields:
            return self._refuse_link("reset_link_unknown")
        return super().fail(message, fields)

    def refuse(self, error: ApiError):
        """Show what the API refused: the link or the password."""
        return self._refuse_link(error.code) if error.code in REFUSED else super().refuse(error)

    def _refuse_link(self, code: str) -> rx.event.EventSpec:
        self.phase, self._token = "refused", ""
        heading, text = REFUSED[code]
        self.refusal, self.refusal_text = _(heading), _(text)
        return rx.set_focus(f"{self.form_name}-message")

    async def _check_session(self) -> None:
        """Sign out here if this browser was signed in to the account: the reset ended its login sessions."""
        session = await session_of(self)
        if session.access_token:
            try:
                session.store_user(await session.api().verify())
            except ApiError as error:
                log_failure("token verification", error)
                # If the login session has ended, the client has signed out here already. After any other
                # failure, sign out now, because the page says that the user is signed out.
                if session.access_token:
                    await session.end()
