"""Changing the account's password, or setting the first one."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import PasswordChange
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.accounts.login_sessions import LoginSessionsState
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormFault, FormState, submits


class PasswordState(FormState, rx.State):
    """The form for a new password."""

    form_name: ClassVar = "password"
    field_names: ClassVar = {"password": "new_password"}
    required: ClassVar = {
        "current_password": N_("Enter your current password."),
        "new_password": N_("Choose a new password."),
    }

    @submits
    async def change(self, form: dict[str, Any]) -> str:
        """Change or set the password, which ends all other login sessions."""
        profile = await self.get_state(ProfileState)
        asked = ("current_password", "new_password") if profile.has_password else ("new_password",)
        missing = {name: _(self.required[name]) for name in asked if not form.get(name)}
        if missing:
            raise FormFault(missing)
        change = self.parse(PasswordChange, {name: form[name] for name in asked})
        await (await api_of(self)).change_password(change)
        profile.has_password = True
        await (await self.get_state(LoginSessionsState)).refresh()
        return _("Your new password is saved. You are signed out everywhere else.")
