"""The profile's panel for the language."""

import reflex as rx

from webdev_certs.shared.translation import LANGUAGES, _, current_language
from webdev_certs.ui.components import field, select
from webdev_certs.ui.components.behavior import LanguageChange
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.pages.accounts.profile_account import save_button
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.language import LanguageState
from webdev_certs.ui.states.accounts.profile import ProfileState


def language() -> rx.Component:
    """Render the form for the language of pages and mails."""
    error = LanguageState.field_errors.get("language", "")
    return panel(
        _("Language"),
        _("For emails to you and these pages. Questions and certificates are in English."),
        state_form(
            LanguageState,
            field(
                _("Language of emails and pages"),
                select("language", list(LANGUAGES.items()), error=error, default_value=ProfileState.language),
                name="language",
                hint=rx.cond(
                    ProfileState.language == current_language(),
                    "",
                    _(
                        "You opened these pages in {language}. Emails to you are in the language chosen "
                        "here. Save to have these pages in it too.",
                        language=LANGUAGES[current_language()],
                    ),
                ),
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
