"""Deleting the account."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import AccountDeletion
from webdev_certs.ui.states.forms import FormState
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.toasts import ToastState

CONFIRMATION = "delete"
"""What is typed by those who have no password."""


class DeletionState(FormState, rx.State):
    """The dialog that deletes the account."""

    form_name: ClassVar = "deletion"
    field_names: ClassVar = {"password": "deletion_password"}

    shown: rx.Field[bool] = rx.field(False)
    """Whether the dialog is open."""

    @rx.event
    def set_shown(self, value: bool) -> None:
        """Opens or closes the dialog."""
        self.reset()
        self.shown = value

    @rx.event
    async def delete(self, form: dict[str, Any]):
        """Deletes the account for good, and leaves."""
        profile = await self.get_state(ProfileState)
        faults = _faults(form, has_password=profile.has_password, choose=profile.certificate_count > 0)
        if faults:
            yield self._fail("", faults)
            return
        deletion = AccountDeletion.model_validate(
            {
                # Without certificates there was nothing to choose.
                "certificates": form.get("certificates") or "keep_anonymous",
                "password": form["deletion_password"] if profile.has_password else None,
            }
        )

        session = await session_of(self)

        async def done(_: None) -> str:
            session.forget()
            await session.clear_screens()
            return ""

        async for event in self._submit(lambda api: api.delete_account(deletion), done):
            yield event
        if not session.is_authenticated:
            yield rx.redirect(HOME, replace=True)
            yield ToastState.show("Your account is deleted.", "success")


def _faults(form: dict[str, Any], *, has_password: bool, choose: bool) -> dict[str, str]:
    faults: dict[str, str] = {}
    if choose and not form.get("certificates"):
        faults["certificates"] = "Choose what becomes of your certificates."
    if has_password and not form.get("deletion_password"):
        faults["deletion_password"] = "Enter your password."
    if not has_password and form.get("deletion_word", "").strip().lower() != CONFIRMATION:
        faults["deletion_word"] = f"Type {CONFIRMATION} to go on."
    return faults
