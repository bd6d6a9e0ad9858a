"""The profile's forms for name, email, extra time, accessibility and language."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import LANGUAGES, _, current_language
from webdev_certs.ui.components import (
    alert,
    button,
    checkbox,
    field,
    password_field,
    select,
    text_area,
    text_field,
)
from webdev_certs.ui.components.behavior import LanguageChange
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.pages.layout import load_failed, loading_block
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.profile import (
    AccessibilityState,
    AskExtraTimeState,
    EmailState,
    ExtraTimeState,
    LanguageState,
    NameState,
    ProfileState,
    RequestRow,
)


def name() -> rx.Component:
    """Render the form for the name."""
    return panel(
        _("Name"),
        _(
            "This name goes on your certificates. The ones you already have keep the old name "
            "until you reissue them under Certificates."
        ),
        state_form(
            NameState,
            text_field(
                _("Full name"),
                "full_name",
                error=NameState.field_errors.get("full_name", ""),
                default_value=ProfileState.full_name,
                auto_complete="name",
                max_length=120,
                required=True,
            ),
            on_submit=NameState.save,
            stays=True,
            actions=save_button(_("Save name"), NameState.busy),
        ),
        id="your-name",
    )


def email() -> rx.Component:
    """Render the current email and the form for a new one."""
    errors = EmailState.field_errors
    return panel(
        _("Email"),
        _("For signing in, and for our emails to you."),
        _current_email(),
        _pending_email(),
        state_form(
            EmailState,
            text_field(
                _("New email"),
                "new_email",
                error=errors.get("new_email", ""),
                type="email",
                auto_complete="email",
                required=True,
            ),
            current_password("email_password", errors, _("Show current password, to change the email")),
            on_submit=EmailState.change,
            stays=True,
            actions=save_button(_("Change email"), EmailState.busy),
        ),
        id="your-email",
    )


def accessibility() -> rx.Component:
    """Render the form for less motion."""
    return panel(
        _("Accessibility"),
        _("Fewer animations on this site."),
        state_form(
            AccessibilityState,
            checkbox(
                "reduced_motion",
                _("Reduce motion, even if your device doesn’t ask for it"),
                default_checked=ProfileState.reduced_motion,
            ),
            on_submit=AccessibilityState.save,
            stays=True,
            actions=save_button(_("Save setting"), AccessibilityState.busy),
        ),
        id="your-accessibility",
    )


def _current_email() -> rx.Component:
    return rx.el.dl(
        rx.el.div(
            rx.el.dt(_("Current email"), class_name="text-sm text-muted"),
            rx.el.dd(
                ProfileState.email,
                rx.cond(
                    ProfileState.email_confirmed,
                    rx.el.span(" " + _("(confirmed)"), class_name="font-normal text-muted"),
                    rx.el.span(" " + _("(not confirmed)"), class_name="font-normal text-warning"),
                ),
                class_name="mt-0.5 font-medium break-words",
            ),
        ),
        class_name="mb-5",
    )


def _pending_email() -> rx.Component:
    return rx.cond(
        ProfileState.pending_email != "",
        alert(
            _("Waiting for {email}", email=ProfileState.pending_email),
            rx.el.p(
                _(
                    "Your new email takes effect once you open the link we sent there. Need a new link or "
                    "another email? Fill in the form again."
                )
            ),
            tone="accent",
            class_name="mb-5 break-words",
        ),
    )


def current_password(name: str, errors: Any, show: str) -> rx.Component:
    """Render the field for the current password.

    Args:
        name: The name of the control.
        errors: The form's `field_errors`.
        show: Accessible name of the button that shows it, different for each form.

    Returns:
        The field, or nothing for a user without a password.
    """
    return rx.cond(
        ProfileState.has_password,
        password_field(_("Your current password"), name, error=errors.get(name, ""), show=show),
    )


def save_button(label: str, busy: rx.Var[bool]) -> rx.Component:
    """Render the button of one of the screen's forms.

    Args:
        label: Its label, different for each button, for users of screen readers.
        busy: Whether the form is being submitted.
    """
    return button(label, type="submit", variant="secondary", loading=busy)


def language() -> rx.Component:
    """Render the form for the language of pages and mails."""
    error = LanguageState.field_errors.get("language", "")
    return panel(
        _("Language"),
        _("For our emails and these pages. Questions and certificates are in English."),
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
                        "You’re reading these pages in {language}. Our emails come in the language you "
                        "choose here. Save to switch these pages, too.",
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


_MORE_TIME = [
    ("25", _("{percent}% more time", percent=25)),
    ("50", _("{percent}% more time", percent=50)),
    ("100", _("Twice the time")),
]


def extra_time() -> rx.Component:
    """Render the extra time that the learner has, their requests, and the form for a new one."""
    return panel(
        _("Extra time"),
        _(
            "Do you need more time in certification tests, for example because of a disability? Ask for it "
            "here. Your certificates won’t show it."
        ),
        rx.match(
            ExtraTimeState.phase,
            ("loading", loading_block(3)),
            ("ready", _extra_time()),
            load_failed(
                _("We couldn’t load your extra time"),
                ExtraTimeState.error,
                ExtraTimeState.unreachable,
                ExtraTimeState.load,
                level=2,
            ),
        ),
        id="your-extra-time",
    )


def _extra_time() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            rx.cond(
                ExtraTimeState.granted > 0,
                _(
                    "You get {percent}% more time in every test you start from now on.",
                    percent=ExtraTimeState.granted,
                ),
                _("You don’t have extra time."),
            ),
            class_name="mb-4 font-medium",
        ),
        rx.cond(
            ExtraTimeState.rows.length() > 0,
            rx.el.ul(
                rx.foreach(ExtraTimeState.rows, _request), class_name="mb-5 flex flex-col gap-3 text-compact"
            ),
        ),
        _extra_time_form(),
    )


def _request(row: RequestRow) -> rx.Component:
    return rx.el.li(
        rx.el.p(
            rx.el.span(row.time, class_name="font-medium"),
            rx.el.span(" · ", aria_hidden="true"),
            rx.el.span(row.state, class_name="text-muted"),
        ),
        rx.cond(
            row.note != "",
            rx.el.p(_("Our note to you: {note}", note=row.note), class_name="mt-0.5 break-words text-muted"),
        ),
    )


def _extra_time_form() -> rx.Component:
    errors = AskExtraTimeState.field_errors
    return state_form(
        AskExtraTimeState,
        rx.cond(
            ExtraTimeState.is_open,
            # Right after it is sent, the notice says this.
            rx.cond(
                AskExtraTimeState.notice == "",
                rx.el.p(
                    _("We’ve got your request. We’ll email you our decision."),
                    class_name="text-muted",
                ),
            ),
            rx.fragment(
                field(
                    _("Extra time you need"),
                    select(
                        "percent",
                        _MORE_TIME,
                        error=errors.get("percent", ""),
                        default_value="25",
                    ),
                    name="percent",
                    hint=_("It applies to tests you start after we’ve granted it."),
                    error=errors.get("percent", ""),
                ),
                field(
                    _("Reason"),
                    text_area(
                        "reason",
                        error=errors.get("reason", ""),
                        max_length=500,
                        rows=4,
                        required=True,
                    ),
                    name="reason",
                    hint=_(
                        "Only the operator of this site reads your reason. We delete it once we’ve decided."
                    ),
                    error=errors.get("reason", ""),
                ),
            ),
        ),
        on_submit=AskExtraTimeState.ask,
        stays=True,
        actions=rx.cond(
            ExtraTimeState.is_open,
            None,
            button(
                _("Ask for extra time"),
                type="submit",
                variant="secondary",
                loading=AskExtraTimeState.busy,
            ),
        ),
    )
