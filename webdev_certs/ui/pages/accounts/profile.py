"""The profile: all settings on one screen, the most used first, and at its end the account's data."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    button,
    button_group,
    dialog,
    dialog_close,
    dialog_open,
    page_header,
    password_field,
    radio_card,
    skeleton,
    text_field,
)
from webdev_certs.ui.components.form import described_by, help_lines, outcome
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts import mails, profile_account, profile_security
from webdev_certs.ui.pages.layout import load_failed, member_page
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.profile import (
    CONFIRMATION,
    DeletionState,
    ExportState,
    ExtraTimeState,
    ProfileState,
    TutorConsentState,
)
from webdev_certs.ui.states.accounts.profile_security import LoginSessionsState, SignInMethodsState
from webdev_certs.ui.states.session.payment_status import PaymentState


def profile() -> rx.Component:
    """Render `/dashboard/profile`."""
    return member_page(
        _header(),
        rx.match(
            ProfileState.phase,
            ("loading", _placeholder()),
            (
                "ready",
                rx.el.div(
                    profile_account.name(),
                    profile_account.email(),
                    profile_security.password(),
                    profile_security.methods(),
                    profile_security.login_sessions(),
                    profile_account.extra_time(),
                    profile_account.language(),
                    mails.emails(),
                    profile_account.accessibility(),
                    _tutor_consent(),
                    _export(),
                    deletion(),
                ),
            ),
            load_failed(
                _("We couldn’t load your profile"),
                ProfileState.error,
                ProfileState.unreachable,
                # The other calls of the page have probably failed too, so repeat all of them.
                [ProfileState.load, SignInMethodsState.load, LoginSessionsState.load, ExtraTimeState.load],
                level=2,
            ),
        ),
        waiting=rx.fragment(_header(), _placeholder()),
        active="profile",
    )


def _header() -> rx.Component:
    return page_header(_("Profile"), _("Your account and security."))


def _placeholder() -> rx.Component:
    """Render the placeholder of the first settings, each with its heading beside it."""
    return rx.el.div(
        *[
            rx.el.div(
                skeleton(3, class_name="w-60 max-lg:min-h-20", aria_hidden="true"),
                rx.el.div(
                    *[_field()] * fields,
                    skeleton(
                        0, corners="rounded-control", class_name="h-11 w-40 max-sm:w-full", aria_hidden="true"
                    ),
                    class_name="flex flex-col gap-6",
                ),
                class_name="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 "
                "lg:grid-cols-[1fr_2fr] lg:gap-12",
            )
            for fields in (1, 3, 2)
        ],
        role="status",
        aria_label=_("Loading"),
    )


def _field() -> rx.Component:
    return rx.el.span(
        skeleton(0, class_name="h-4 w-32", aria_hidden="true"),
        skeleton(0, corners="rounded-control", class_name="mt-2 h-11", aria_hidden="true"),
    )


def _export() -> rx.Component:
    """Render the export."""
    return panel(
        _("Your data"),
        _("Everything we store about you, in one JSON file."),
        outcome(ExportState.error, ExportState.notice),
        button_group(
            button(
                _("Download your data"),
                variant="secondary",
                loading=ExportState.busy,
                # A second click would download it again.
                on_click=ExportState.download.throttle(1000),
            ),
        ),
        rx.el.p(
            *sentence(_("You created this account on {date}."), date=ProfileState.member_since),
            class_name="mt-3 text-sm text-muted",
        ),
        id="your-data",
    )


def _tutor_consent() -> rx.Component:
    """Render the consent to the tutor, for those who have given it."""
    return rx.cond(
        (ProfileState.tutor_consented != "") | (TutorConsentState.notice != ""),
        panel(
            _("Tutor"),
            _("A language model that explains practice questions you’ve answered, and your daily plan."),
            outcome(TutorConsentState.error),
            rx.cond(
                ProfileState.tutor_consented != "",
                rx.fragment(
                    rx.el.p(
                        *sentence(_("You agreed to use it on {date}."), date=ProfileState.tutor_consented),
                        class_name="mb-4",
                    ),
                    button_group(
                        button(
                            _("Withdraw consent"),
                            variant="secondary",
                            loading=TutorConsentState.busy,
                            on_click=TutorConsentState.withdraw,
                        ),
                    ),
                ),
                rx.el.p(
                    TutorConsentState.notice,
                    id=TutorConsentState.notice_id,
                    tab_index=-1,
                    class_name="font-medium outline-none",
                ),
            ),
            id="your-tutor",
        ),
    )  # pyright: ignore[reportReturnType]


def deletion() -> rx.Component:
    """Render the section for deleting the account."""
    return panel(
        _("Delete account"),
        _("This deletes your account, your practice and your results right away, for good."),
        button_group(
            dialog(
                dialog_open(button(_("Delete account…"), variant="danger-outline")),
                _("Delete your account?"),
                _consequences(),
                _confirmation(),
                description=_("Nobody can undo this, not even us."),
                on_closed=DeletionState.forget_faults,
                dismissable=False,
            ),
        ),
        id="your-deletion",
    )


def _consequences() -> rx.Component:
    return rx.el.ul(
        rx.el.li(_("Your name, email, tests, results and practice rounds are deleted.")),
        rx.el.li(_("You’re signed out on all devices.")),
        rx.cond(
            PaymentState.has_paid,
            rx.fragment(
                rx.el.li(_("Pro ends without a refund.")),
                rx.el.li(
                    _("If you have a subscription, it ends right away, and you won’t be charged again.")
                ),
            ),
        ),
        rx.el.li(_("We keep our emails to you, including a last one about this, for up to 7 days.")),
        rx.cond(
            SignInMethodsState.linked.length() > 0,
            rx.el.li(_("The service we use for sign-in with Google and GitHub keeps your name and email.")),
        ),
        rx.el.li(
            *sentence(_("You may want to {download} first."), download=rx.el.strong(_("download your data")))
        ),
        class_name="mb-6 list-disc space-y-1 pl-5 text-compact",
    )


def _confirmation() -> rx.Component:
    errors = DeletionState.field_errors
    return state_form(
        DeletionState,
        rx.cond(ProfileState.certificate_count > 0, _certificates(errors.get("certificates", ""))),
        rx.cond(
            ProfileState.has_password,
            password_field(
                _("Your password"),
                "deletion_password",
                error=errors.get("deletion_password", ""),
                show=_("Show password, to delete the account"),
            ),
            text_field(
                _("Type {word} to confirm", word=_(CONFIRMATION)),
                "deletion_word",
                error=errors.get("deletion_word", ""),
                auto_complete="off",
                auto_capitalize="none",
            ),
        ),
        on_submit=DeletionState.delete,
        actions=button_group(
            dialog_close(button(_("Keep account"), variant="secondary")),
            button(_("Delete for good"), type="submit", variant="danger", loading=DeletionState.busy),
            class_name="grow justify-end",
        ),
    )


def _certificates(error: rx.Var[str]) -> rx.Component:
    choices = (
        (
            "keep_anonymous",
            _("Keep valid, without my name"),
            _("Anyone who verifies the number sees that the certificate is genuine, but not whose it is."),
        ),
        (
            "revoke",
            _("Revoke"),
            _("Anyone who verifies the number sees that the certificate is no longer valid."),
        ),
    )
    return rx.el.fieldset(
        rx.el.legend(
            rx.cond(
                ProfileState.certificate_count == 1,
                _("What should happen to your certificate?"),
                _("What should happen to your {n} certificates?", n=ProfileState.certificate_count),
            ),
            class_name="mb-2 text-sm font-medium",
        ),
        rx.el.div(
            *[
                radio_card(
                    "certificates",
                    value,
                    rx.el.p(title, class_name="font-medium"),
                    rx.el.p(text, class_name="mt-0.5 text-sm text-muted"),
                )
                for value, title, text in choices
            ],
            class_name="flex flex-col gap-2",
        ),
        help_lines("choice", error=error),
        # The fieldset takes the focus: the form would submit a radio button with an id even if unchecked.
        id="certificates",
        # Reflex knows no such property of a <fieldset>, and would make a style of it.
        custom_attrs={"tabIndex": -1},
        aria_describedby=described_by("choice"),
        class_name="outline-none",
    )
