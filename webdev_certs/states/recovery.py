"""Forgotten passwords: asking for a link, and choosing a new password by it."""

from typing import Any, ClassVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.client import ApiError
from webdev_certs.schemas.recovery import ForgotPassword, ResetPassword
from webdev_certs.ui.states.forms import FormState, field_words
from webdev_certs.ui.states.session.session import session_of

_REQUIRED = {
    "email": "Enter your email address, like name@example.com.",
    "password": "Enter a new password.",
}
REFUSED = {
    "": ("This link is incomplete", "A part of it is missing. Copy the whole link from the mail."),
    "reset_link_unknown": ("This link is not valid", "It is not one of ours, or a part of it is missing."),
    "reset_link_used": ("This link has been used", "Each link works once. Ask for another one."),
    "reset_link_expired": ("This link has expired", "For your safety a link is good for 30 minutes."),
    "address_taken": (
        "This address belongs to another account",
        "Somebody has confirmed it for another account since the link was sent. Ask for a link to that one.",
    ),
}
"""Why a link is no good, by code: what to say, and what it means. Nothing stands for no link at all."""


class ForgottenState(FormState, rx.State):
    """The form that asks for a link."""

    form_name: ClassVar = "forgotten"
    sent_id: ClassVar = "forgotten-sent"
    """The id of the words that stand in the form's place once a link has been asked for."""

    sent_to: rx.Field[str] = rx.field("")
    """The address that a mail goes to, once it has been asked for."""

    @rx.event
    def enter(self) -> None:
        """Starts with a clean form."""
        self.reset()

    @rx.event
    def ask_again(self):
        """Shows the form once more."""
        self.reset()
        return rx.set_focus("email")

    @rx.event
    async def ask(self, form: dict[str, Any]):
        """Asks for a link; the answer is the same for every address."""
        try:
            wanted = ForgotPassword(email=form.get("email", ""))
        except ValidationError as error:
            yield self._fail("", field_words(error, _REQUIRED))
            return

        async def done(_: None) -> str:
            self.sent_to = wanted.email
            return ""

        async for event in self._submit(lambda api: api.forgot_password(wanted), done):
            yield event
        if self.sent_to:
            yield rx.set_focus(self.sent_id)


class ResetState(FormState, rx.State):
    """The page that a mailed link leads to."""

    form_name: ClassVar = "reset"

    phase: rx.Field[str] = rx.field("loading")
    """loading, form, refused, done."""
    refusal: rx.Field[str] = rx.field("")
    """Why the link is no good, in few words."""
    refusal_text: rx.Field[str] = rx.field("")
    _token: str = ""

    @rx.event
    def open(self, token: str) -> None:
        """Takes the link's token; after a reload of the page the one that has been taken already."""
        token = token or self._token
        self.reset()
        self._token = token
        if token:
            self.phase = "form"
        else:
            self._refuse_link("")

    @rx.event
    async def choose(self, form: dict[str, Any]):
        """Sets the new password."""
        try:
            choice = ResetPassword(token=self._token, password=form.get("password", ""))
        except ValidationError as error:
            faults = field_words(error, _REQUIRED)
            if "token" in faults:
                self._refuse_link("reset_link_unknown")
            else:
                yield self._fail("", faults)
            return
        if not choice.password:
            yield self._fail("", {"password": _REQUIRED["password"]})
            return

        async def done(_: None) -> str:
            self.phase, self._token = "done", ""
            await self._follow_sessions()
            return ""

        async for event in self._submit(lambda api: api.reset_password(choice), done):
            yield event
        if self.phase == "done":
            yield rx.set_focus(f"{self.form_name}-message")

    def _refuse(self, error: ApiError):
        if error.code not in REFUSED:
            return super()._refuse(error)
        self._refuse_link(error.code)
        return rx.set_focus(f"{self.form_name}-message")

    def _refuse_link(self, code: str) -> None:
        self.phase, self._token = "refused", ""
        self.refusal, self.refusal_text = REFUSED[code]

    async def _follow_sessions(self) -> None:
        """All sessions of the account have ended; if this browser's is one of them, it forgets it."""
        session = await session_of(self)
        if session.access_token:
            try:
                session.store_user(await session.api().verify())
            except ApiError:
                # The client has signed out where that was the reason.
                return
