"""The profile's panel for the language."""

import reflex as rx

from webdev_certs.shared.translation import LANGUAGES, _
from webdev_certs.ui.components import field, select
from webdev_certs.ui.components.behavior import LanguageChange
from webdev_certs.ui.components.panel import panel
from webdev_certs.ui.pages.accounts.profile_account import save_button
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.language import LanguageState
from webdev_certs.ui.states.accounts.profile import ProfileState


def language() -> rx.Component:
    """Render the form for the language of pages and mails."""
    error = LanguageState.field_errors.get("language", "")
    return panel(
        _("Language"),
        _("For these pages and our emails to you. Questions and certificates are in English."),
        state_form(
            LanguageState,
            field(
                _("Language"),
                select("language", list(LANGUAGES.items()), error=error, default_value=ProfileState.language),
                name="language",
                error=error,
            ),
            on_submit=LanguageState.save,
            stays=True,
            actions=save_button(_("Save language"), LanguageState.busy),
        ),
        LanguageChange.create(
            wanted=LanguageState.wanted,
            choice=LanguageState.version,
            prefix=LanguageState.prefix,
            on_arrive=LanguageState.arrive,
        ),
        id="your-language",
    )
