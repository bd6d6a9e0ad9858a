"""Changing the account's password, or setting the first one."""

from typing import Any, ClassVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.profile import PasswordChange
from webdev_certs.ui.states.forms import FormState, field_words
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.sessions import SessionsState

_REQUIRED = {"current_password": "Enter your present password.", "new_password": "Enter a new password."}


class PasswordState(FormState, rx.State):
    """The form for a new password."""

    form_name: ClassVar = "password"
    field_names: ClassVar = {"password": "new_password"}

    @rx.event
    async def change(self, form: dict[str, Any]):
        """Changes or sets it; all other sessions end."""
        profile = await self.get_state(ProfileState)
        asked = ("current_password", "new_password") if profile.has_password else ("new_password",)
        faults = {name: _REQUIRED[name] for name in asked if not form.get(name)}
        if faults:
            yield self._fail("", faults)
            return
        try:
            change = PasswordChange.model_validate({name: form[name] for name in asked})
        except ValidationError as error:
            yield self._fail("", field_words(error, {}))
            return

        async def done(_: None) -> str:
            profile.has_password = True
            await (await self.get_state(SessionsState)).refresh()
            return "Your new password is saved. You are signed out everywhere else."

        async for event in self._submit(lambda api: api.change_password(change), done):
            yield event
