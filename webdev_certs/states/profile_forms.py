"""The profile's forms for what only the account's owner sees change: name and accessibility."""

from typing import Any, ClassVar

import reflex as rx
from pydantic import ValidationError

from webdev_certs.schemas.profile import Profile, ProfileChange
from webdev_certs.ui.states.forms import FormState, field_words
from webdev_certs.ui.states.accounts.profile import ProfileState

_REQUIRED = {"full_name": "Enter your name as it should stand on a certificate."}


class NameState(FormState, rx.State):
    """The name."""

    form_name: ClassVar = "name"

    @rx.event
    async def save(self, form: dict[str, Any]):
        """Changes the name."""
        try:
            change = ProfileChange(full_name=form.get("full_name", ""))
        except ValidationError as error:
            yield self._fail("", field_words(error, _REQUIRED))
            return

        async def done(profile: Profile) -> str:
            await (await self.get_state(ProfileState)).show(profile)
            return "Your name is saved."

        async for event in self._submit(lambda api: api.change_profile(change), done):
            yield event


class AccessibilityState(FormState, rx.State):
    """Extra time, and less motion."""

    form_name: ClassVar = "accessibility"

    @rx.event
    async def save(self, form: dict[str, Any]):
        """Changes both."""
        wanted = {
            "extra_time_percent": int(form.get("extra_time_percent") or 0),
            "reduced_motion": bool(form.get("reduced_motion")),
        }
        try:
            change = ProfileChange.model_validate(wanted)
        except ValidationError as error:
            yield self._fail("", field_words(error, {"extra_time_percent": "Choose one of these."}))
            return

        async def done(profile: Profile) -> str:
            await (await self.get_state(ProfileState)).show(profile)
            return "Your settings are saved."

        async for event in self._submit(lambda api: api.change_profile(change), done):
            yield event
