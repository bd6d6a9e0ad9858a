"""Confirming an email by the mailed link, and asking for that link again."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.accounts.mailed_link import MailedLinkState
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.failures import describe, log_failure

_OTHER_ACCOUNT = "confirm_link_other_account"
REFUSED = {
    "": (N_("This link is incomplete"), N_("Part of it is missing. Copy the whole link from the email.")),
    "confirm_link_unknown": (N_("This link isn’t valid"), N_("It’s wrong, or part of it is missing.")),
    "confirm_link_used": (
        N_("This link has been used or replaced"),
        N_("Each link works once. If you’ve already used it, you’re all set."),
    ),
    "confirm_link_expired": (
        N_("This link has expired"),
        N_("Get a new one. It arrives within a minute."),
    ),
    _OTHER_ACCOUNT: (
        N_("This link is for another account"),
        N_(
            "Nothing was confirmed, because you’re signed in to a different account. If both are yours, "
            "sign out and open the link again. Otherwise, there’s nothing you need to do."
        ),
    ),
    "email_taken": (
        N_("This email belongs to another account"),
        N_("It was confirmed for another account after we sent the link. Sign in to that one."),
    ),
}
"""Code of a refused link → heading and explanation; the empty code stands for a missing token."""


class ConfirmationState(MailedLinkState, rx.State):
    """The page that a mailed link leads to.

    In a browser that is signed in to the link's account the link works at once. In another browser the user
    signs in first, and the tab keeps the token until then. Otherwise a mail scanner that opens links, or the
    owner of the email, could confirm it for an account that a stranger has registered.
    """

    # Phases: loading, signed_out, asking, confirmed, refused.
    busy: rx.Field[bool] = rx.field(False)
    error: rx.Field[str] = rx.field("")
    """What went wrong with a link that may still be valid."""
    refusal: rx.Field[str] = rx.field("")
    """Why the link was refused, as a heading."""
    refusal_text: rx.Field[str] = rx.field("")
    for_another: rx.Field[bool] = rx.field(False)
    """Whether the link is for another account, so that a new link for the signed-in one would not help."""
    email: rx.Field[str] = rx.field("")
    """The email that is now confirmed."""
    certificates: rx.Field[list[str]] = rx.field(default_factory=list)
    """The numbers of the certificates that were waiting for it and are now issued."""

    done_id: ClassVar = "confirmed"
    refused_id: ClassVar = "refused"
    """The ids of the messages that replace the button and get the focus."""

    @rx.event
    async def open(self, token: str, again: bool = False):
        """Take the link's token from the URL, or that of an earlier load of the page."""
        if not token and self.phase == "confirmed":
            return
        if not self._take(token, again):
            return
        # The message of the notice is about an earlier mail, not about this link.
        (await self.get_state(EmailNoticeState)).reset()
        if not self._token:
            self._refuse("")
        elif (await session_of(self)).is_authenticated:
            await self._confirm()
        else:
            self.phase = "signed_out"

    @exclusive
    async def confirm(self) -> Any:
        """Try the link again if it may still be valid. A second click does nothing."""
        if self.phase != "asking":
            return None
        await self._confirm()
        if self.phase == "asking":
            return None
        return rx.set_focus(self.done_id if self.phase == "confirmed" else self.refused_id)

    async def _confirm(self) -> None:
        session, token = await session_of(self), self._token
        try:
            found = await session.api().confirm(token)
        except ApiError as error:
            log_failure("email confirmation", error)
            if error.code in REFUSED:
                self._refuse(error.code)
                # It may be confirmed since, in another browser: then no new link is offered.
                await (await self.get_state(EmailNoticeState)).refresh_user()
            elif not session.is_authenticated:
                # The call found that the login session had ended, which has reset this state.
                self.phase, self._token = "signed_out", token
            else:
                self.phase, self.error = "asking", describe(error)
            return
        self._token = ""
        self.phase, self.email, self.certificates = "confirmed", found.email, found.certificates
        await (await self.get_state(EmailNoticeState)).refresh_user()

    def _refuse(self, code: str) -> None:
        self.phase, self._token = "refused", ""
        heading, text = REFUSED[code]
        self.refusal, self.refusal_text = _(heading), _(text)
        self.for_another = code == _OTHER_ACCOUNT


class EmailNoticeState(rx.State):
    """The notice that the signed-in user's email is not confirmed, with a button for a new link."""

    sent: rx.Field[str] = rx.field("")
    """The email that a new link was just sent to."""
    error: rx.Field[str] = rx.field("")
    busy: rx.Field[bool] = rx.field(False)

    @rx.event
    async def load(self) -> None:
        """Ask whether the email has been confirmed since, perhaps in another browser."""
        session = await session_of(self)
        self.sent = self.error = ""
        if session.is_authenticated and not session.email_confirmed:
            await self.refresh_user()

    @exclusive
    async def resend(self) -> None:
        """Ask for the link to be mailed again."""
        self.sent = ""
        session = await session_of(self)
        try:
            await session.api().resend_confirmation()
        except ApiError as error:
            if error.code != "already_confirmed":
                raise
            await self.refresh_user()
        else:
            self.sent = session.user_email

    @rx.event
    async def refresh(self) -> None:
        """Verify the token: another browser may have changed the name or confirmed the email."""
        await self.refresh_user()

    async def refresh_user(self) -> None:
        """Store the user as the server has it now."""
        session = await session_of(self)
        if not session.access_token:
            return
        try:
            user = await session.api().verify()
        except ApiError as error:
            log_failure("token verification", error)
            return
        # Only if they differ, because another tab may have signed out or in during the call.
        if session.stored_user() != user:
            session.store_user(user)
