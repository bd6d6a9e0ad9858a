"""Which mails the user gets: the switches of the profile, and the page to unsubscribe."""

from collections.abc import Mapping
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import MailChange, MailChoices, ProfileChange
from webdev_certs.shared.translation import N_, _
from webdev_certs.shared.vocabulary import MAIL_KINDS, MailKind
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.accounts.mailed_link import MailedLinkState
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.failures import describe, log_failure

MAIL_NAMES: Mapping[MailKind, str] = {
    "passed": N_("Passed tests"),
    "result": N_("Test results"),
    "review": N_("Tests under review"),
    "expiry": N_("Expiring certificates"),
    "retake": N_("Retakes"),
    "practice": N_("Weekly plan and reviews"),
}
_UNKNOWN = "unsubscribe_link_unknown"


class MailChoicesState(rx.State):
    """The switches for mails, each saved at once."""

    wanted: rx.Field[dict[str, bool]] = rx.field(default_factory=MailChoices().model_dump)
    """Kind of mail → whether the user gets it."""
    version: rx.Field[int] = rx.field(0)
    """Counts how often the switches are drawn afresh, because they have to show something else."""
    notice: rx.Field[str] = rx.field("")
    """What was saved just now."""
    error: rx.Field[str] = rx.field("")

    def show(self, choices: MailChoices) -> None:
        """Show the choices as the server has them."""
        wanted = choices.model_dump()
        if wanted != self.wanted:
            self.wanted, self.version = wanted, self.version + 1

    @rx.event
    async def switch(self, kind: str, wanted: bool):
        """Switch a kind of mail on or off. If it cannot be saved, the switch goes back."""
        self.notice = self.error = ""
        change = ProfileChange(mails=MailChange.model_validate({kind: wanted}))
        try:
            profile = await (await api_of(self)).change_profile(change)
        except ApiError as error:
            log_failure("choice of mails", error)
            self.error, self.version = describe(error), self.version + 1
            yield
            # Drawing the switch afresh has taken the focus.
            yield rx.set_focus(switch_id(kind))
            return
        self.wanted = profile.mails.model_dump()
        name = _(MAIL_NAMES[kind])  # pyright: ignore[reportArgumentType]
        self.notice = _("“{name}” is on.", name=name) if wanted else _("“{name}” is off.", name=name)


def switch_id(kind: str) -> str:
    """Return the id of the switch for a kind of mail."""
    return f"mails-{kind}"


class UnsubscribeState(MailedLinkState, rx.State):
    """The page that the link to unsubscribe leads to. Opening it changes nothing."""

    # Phases: loading, asking, done, refused.
    name: rx.Field[str] = rx.field("")
    """The kind of mail, in words."""
    busy: rx.Field[bool] = rx.field(False)
    error: rx.Field[str] = rx.field("")

    done_id: ClassVar = "unsubscribed"
    refused_id: ClassVar = "unsubscribe-refused"
    """The ids of the messages that replace the button and get the focus."""

    @rx.event
    def open(self, token: str, again: bool = False) -> None:
        """Take the link's token from the URL, or that of an earlier load of the page."""
        if not self._take(token, again):
            return
        # The token begins with the kind, so that the page can name it without a call.
        kind = self._token.partition(".")[0]
        if kind in MAIL_KINDS:
            self.phase, self.name = "asking", _(MAIL_NAMES[kind])
        else:
            self.phase = "refused"

    @exclusive
    async def unsubscribe(self) -> Any:
        """Switch this kind of mail off."""
        if self.phase != "asking":
            return None
        try:
            await (await api_of(self)).unsubscribe(self._token)
        except ApiError as error:
            if error.code != _UNKNOWN:
                raise
            self.phase, self._token = "refused", ""
            return rx.set_focus(self.refused_id)
        self.phase = "done"
        return rx.set_focus(self.done_id)
