"""Changing the account's address."""

from typing import Any, ClassVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.confirmation import AddressChange
from webdev_certs.ui.states.forms import FormState, field_words
from webdev_certs.ui.states.accounts.profile import ProfileState

_REQUIRED = {"email": "Enter the new address, like name@example.com."}


class AddressState(FormState, rx.State):
    """The form that asks for another address; the old one stays until the mailed link is used."""

    form_name: ClassVar = "address"
    # The screen has more than one field for a password.
    field_names: ClassVar = {"email": "new_email", "password": "address_password"}

    @rx.event
    async def change(self, form: dict[str, Any]):
        """Has a link mailed to the new address."""
        has_password = (await self.get_state(ProfileState)).has_password
        password = form.get("address_password", "") if has_password else None
        faults = {"address_password": "Enter your password."} if password == "" else {}
        try:
            change = AddressChange(email=form.get("new_email", ""), password=password)
        except ValidationError as error:
            words = field_words(error, _REQUIRED)
            yield self._fail("", {self.field_names.get(name, name): words[name] for name in words} | faults)
            return
        if faults:
            yield self._fail("", faults)
            return

        async def done(_: None) -> str:
            (await self.get_state(ProfileState)).pending_email = change.email
            return "The link is on its way."

        async for event in self._submit(lambda api: api.change_address(change), done):
            yield event
