"""The profile's form for the language."""

from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.profile import ProfileChange
from webdev_certs.shared.translation import SOURCE_LANGUAGE, _, current_language, language_prefix
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits


class LanguageState(FormState, rx.State):
    """The form for the language of pages and mails."""

    form_name: ClassVar = "language-form"
    """Not "language", which is the id of its field."""

    wanted: rx.Field[str] = rx.field("")
    """The language that the page changes to; empty if it has it already."""

    @rx.var
    def prefix(self) -> str:
        """What the paths of pages in the wanted language begin with."""
        return language_prefix(self.wanted or SOURCE_LANGUAGE)

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change the language of the account, and of this page."""
        change = self.parse(ProfileChange, {"language": form.get("language", "")})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        if profile.language == current_language():
            return _("Your language is saved.")
        self.wanted = profile.language
        return ""

    @rx.event
    def arrive(self) -> None:
        """Note that the page has the wanted language."""
        self.wanted = ""
