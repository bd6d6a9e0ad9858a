"""Changing the account's email."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.auth import EmailChange
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits


class EmailState(FormState, rx.State):
    """The form for another email; the old email stays until the mailed link is used."""

    form_name: ClassVar = "email"
    # The screen has more than one field for a password.
    field_names: ClassVar = {"email": "new_email", "password": "email_password"}
    required: ClassVar = {"email": N_("Enter the new email, like name@example.com.")}

    @submits
    async def change(self, form: dict[str, Any]) -> str:
        """Ask for a link to be mailed to the new email."""
        profile = await self.get_state(ProfileState)
        password = form.get("email_password", "") if profile.has_password else None
        missing = {"email_password": _("Enter your password.")} if password == "" else {}
        values = {"email": form.get("new_email", ""), "password": password}
        change = self.parse(EmailChange, values, **missing)
        await (await api_of(self)).change_email(change)
        profile.pending_email = change.email
        return _("The link is on its way.")
