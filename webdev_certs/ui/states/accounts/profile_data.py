"""Downloading the user's data as a file, and deleting the account."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import AccountDeletion
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.forms import FormFault, FormState, submits
from webdev_certs.ui.states.shared.toasts import ToastState

# Translators: the word that people type to confirm that their account is deleted, in lower case.
CONFIRMATION = N_("delete")
"""The word that users without a password type to confirm; its translation on pages in other languages."""


class ExportState(rx.State):
    """The export of the account's data."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def enter(self) -> None:
        """Remove the messages of an earlier visit."""
        self.reset()

    @exclusive
    async def download(self) -> Any:
        """Download the user's data as a file."""
        self.notice = ""
        data = await (await api_of(self)).export()
        self.notice = _("Your data was downloaded.")
        return rx.download(data=data, filename="webdev-certs-export.json", mime_type="application/json")


class TutorConsentState(rx.State):
    """Withdrawing the consent to the tutor."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    notice_id: ClassVar = "tutor-consent-withdrawn"
    """The id of the message that replaces the button and gets the focus."""

    @rx.event
    async def enter(self) -> None:
        """Remove the messages of an earlier visit."""
        self.reset()

    @exclusive
    async def withdraw(self) -> Any:
        """Withdraw the consent."""
        profile = await self.get_state(ProfileState)
        if not profile.tutor_consented:
            return None
        await (await api_of(self)).withdraw_tutor_consent()
        profile.tutor_consented = ""
        self.notice = _("You no longer agree. The tutor will ask you again before you use it.")
        return rx.set_focus(self.notice_id)


class DeletionState(FormState, rx.State):
    """The dialog that deletes the account."""

    form_name: ClassVar = "deletion"
    field_names: ClassVar = {"password": "deletion_password"}

    shown: rx.Field[bool] = rx.field(False)
    """Whether the dialog is open."""

    @rx.event
    def set_shown(self, value: bool) -> None:
        """Open or close the dialog."""
        self.reset()
        self.shown = value

    @submits
    async def delete(self, form: dict[str, Any]) -> list[Any]:
        """Delete the account for good, sign out here, and go to the home page."""
        session = await session_of(self)
        if not session.is_authenticated:
            # A second click, after the first has deleted the account.
            return []
        profile = await self.get_state(ProfileState)
        faults = _faults(form, has_password=profile.has_password, choose=profile.certificate_count > 0)
        if faults:
            raise FormFault(faults)
        deletion = AccountDeletion.model_validate(
            {
                # Without certificates, the form has no such choice.
                "certificates": form.get("certificates") or "keep_anonymous",
                "password": form["deletion_password"] if profile.has_password else None,
            }
        )
        await session.api().delete_account(deletion)
        await session.end()
        return [rx.redirect(HOME, replace=True), ToastState.show(_("Your account is deleted."), "success")]


def _faults(form: dict[str, Any], *, has_password: bool, choose: bool) -> dict[str, str]:
    faults: dict[str, str] = {}
    if choose and not form.get("certificates"):
        faults["certificates"] = _("Choose what happens to your certificates.")
    if has_password and not form.get("deletion_password"):
        faults["deletion_password"] = _("Enter your password.")
    if not has_password and form.get("deletion_word", "").strip().lower() != _(CONFIRMATION):
        faults["deletion_word"] = _("Type {word} to confirm.", word=_(CONFIRMATION))
    return faults
