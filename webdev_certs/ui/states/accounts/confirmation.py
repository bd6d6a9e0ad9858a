"""Confirming an address: by the mailed link, and asking for that link again."""

import logging
from typing import ClassVar

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of

log = logging.getLogger(__name__)

_OTHER_ACCOUNT = "confirm_link_other_account"
REFUSED = {
    "": ("This link is incomplete", "A part of it is missing. Copy the whole link from the mail."),
    "confirm_link_unknown": ("This link is not valid", "It is not one of ours, or a part of it is missing."),
    "confirm_link_used": (
        "This link has been used or replaced",
        "Each link works once. If you have followed it before, there is nothing left to do.",
    ),
    "confirm_link_expired": ("This link has expired", "Ask for a new one; it arrives in a minute."),
    _OTHER_ACCOUNT: (
        "This link is for another account",
        "Nothing has been confirmed, as you are not signed in to the account that the link was sent for. "
        "If you made that one too, sign out and open the link again. If you did not, there is nothing to do.",
    ),
    "address_taken": (
        "This address belongs to another account",
        "Somebody has confirmed it for another account since the link was sent. Sign in to that one.",
    ),
}
"""Why a link is no good, by code: what to say, and what it means. Nothing stands for no link at all."""


class ConfirmationState(rx.State):
    """The page that a mailed link leads to.

    Where the browser is signed in to the link's account it works at once. Elsewhere, on another device
    perhaps, one signs in first, and the tab keeps the link meanwhile: neither a program that looks at the
    links of all mails nor whoever reads them may confirm an address for an account that a stranger has made.
    """

    phase: rx.Field[str] = rx.field("loading")
    """loading, signed_out, asking, confirmed, refused."""
    busy: rx.Field[bool] = rx.field(False)
    error: rx.Field[str] = rx.field("")
    """What went wrong with a link that may still be good."""
    refusal: rx.Field[str] = rx.field("")
    """Why the link is no good, in few words."""
    refusal_text: rx.Field[str] = rx.field("")
    for_another: rx.Field[bool] = rx.field(False)
    """The link was sent for an account that one is not signed in to: a new one for one's own is no help."""
    email: rx.Field[str] = rx.field("")
    """The address that is confirmed now."""
    certificates: rx.Field[list[str]] = rx.field(default_factory=list)
    """Numbers of the certificates that have waited for it."""
    _token: str = ""

    done_id: ClassVar = "confirmed"
    refused_id: ClassVar = "refused"
    """The ids of the words that take the button's place, and the focus."""

    @rx.event
    async def open(self, token: str):
        """Takes the link's token; after a reload of the page the one that has been taken already."""
        if not token and self.phase == "confirmed":
            return
        token = token or self._token
        self.reset()
        self._token = token
        # What was said of an earlier mail is not about this link.
        (await self.get_state(AddressNoticeState)).reset()
        if not token:
            self._refuse("")
        elif (await session_of(self)).is_authenticated:
            async for event in self._confirm():
                yield event
        else:
            self.phase = "signed_out"

    @rx.event
    async def confirm(self):
        """Tries a link again that may still be good."""
        async for event in self._confirm():
            yield event
        if self.phase != "asking":
            yield rx.set_focus(self.done_id if self.phase == "confirmed" else self.refused_id)

    async def _confirm(self):
        if self.busy:
            return
        self.busy, self.error = True, ""
        yield
        session = await session_of(self)
        try:
            found = await session.api().confirm(self._token)
        except ApiError as error:
            self.busy = False
            if error.code in REFUSED:
                self._refuse(error.code)
            elif not session.is_authenticated:
                # It had ended, and the attempt has shown it.
                self.phase = "signed_out"
            else:
                self.phase, self.error = "asking", describe(error)
            return
        self.busy, self._token = False, ""
        self.phase, self.email, self.certificates = "confirmed", found.email, found.certificates
        await (await self.get_state(AddressNoticeState)).follow()

    def _refuse(self, code: str) -> None:
        self.phase, self._token = "refused", ""
        self.refusal, self.refusal_text = REFUSED[code]
        self.for_another = code == _OTHER_ACCOUNT


class AddressNoticeState(rx.State):
    """The word that the signed-in person's address is not confirmed, and the link once more."""

    sent: rx.Field[str] = rx.field("")
    """Where a new link has just gone."""
    error: rx.Field[str] = rx.field("")
    busy: rx.Field[bool] = rx.field(False)

    @rx.event
    async def load(self) -> None:
        """Asks whether the address has been confirmed meanwhile, elsewhere perhaps; until it is."""
        session = await session_of(self)
        self.sent = self.error = ""
        if session.is_authenticated and not session.email_confirmed:
            await self.follow()

    @rx.event
    async def resend(self):
        """Has the link mailed again."""
        if self.busy:
            return
        self.busy, self.sent, self.error = True, "", ""
        yield
        session = await session_of(self)
        try:
            await session.api().resend_confirmation()
        except ApiError as error:
            if error.code == "already_confirmed":
                await self.follow()
            else:
                self.error = describe(error)
        else:
            self.sent = session.user_email
        self.busy = False

    async def follow(self) -> None:
        """Stores the user as the server knows them now."""
        session = await session_of(self)
        if not session.access_token:
            return
        try:
            session.store_user(await session.api().verify())
        except ApiError as error:
            log.info("the stored user could not be renewed: %s", error.code)
