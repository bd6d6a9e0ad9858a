"""The profile's forms for name and accessibility."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import ProfileChange
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits


class NameState(FormState, rx.State):
    """The form for the name."""

    form_name: ClassVar = "name"
    required: ClassVar = {"full_name": N_("Enter your name as it should appear on a certificate.")}

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change the name."""
        change = self.parse(ProfileChange, {"full_name": form.get("full_name", "")})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        return _("Your name is saved.")


class AccessibilityState(FormState, rx.State):
    """The form for reduced motion."""

    form_name: ClassVar = "accessibility"

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change reduced motion."""
        change = self.parse(ProfileChange, {"reduced_motion": bool(form.get("reduced_motion"))})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        return _("Your settings are saved.")
