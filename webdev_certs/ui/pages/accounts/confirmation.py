"""The page that a mailed link for confirming an email leads to."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, link, link_button, skeleton
from webdev_certs.ui.components.behavior import LinkToken, PageTitle
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.frame import auth_page, link_refused
from webdev_certs.ui.pages.email_notice import resend
from webdev_certs.ui.states.accounts.confirmation import ConfirmationState
from webdev_certs.ui.states.session.session import SessionState


def confirm() -> rx.Component:
    """Render `/auth/confirm`."""
    done = ConfirmationState.phase == "confirmed"
    return auth_page(
        rx.cond(done, _("Email confirmed"), _("Confirm your email")),
        rx.match(
            ConfirmationState.phase,
            ("confirmed", _("You’re ready to earn certificates.")),
            ("refused", _("Nothing has changed.")),
            _("Confirm your email to take certification tests."),
        ),
        PageTitle.create(text=rx.cond(done, _("Email confirmed · WebDev Certs"), "")),
        LinkToken.create(ready=~SessionState.loading, on_token=ConfirmationState.open),
        outcome(ConfirmationState.error),
        rx.el.div(
            rx.cond(ConfirmationState.phase == "confirmed", _confirmed()),
            id=ConfirmationState.done_id,
            tab_index=-1,
            role="status",
            class_name="outline-none",
        ),
        rx.match(
            ConfirmationState.phase,
            ("loading", skeleton(2)),
            ("signed_out", _sign_in_first()),
            (
                "asking",
                button(
                    _("Confirm my email"),
                    size="lg",
                    loading=ConfirmationState.busy,
                    on_click=ConfirmationState.confirm,
                    class_name="w-full",
                ),
            ),
            ("confirmed", _onwards()),
            link_refused(
                ConfirmationState.refusal,
                ConfirmationState.refusal_text,
                _way_out(),
                id=ConfirmationState.refused_id,
            ),
        ),
    )


def _sign_in_first() -> rx.Component:
    return rx.el.div(
        rx.el.p(
            _("Sign in to your account, and your email is confirmed."),
            class_name="text-muted",
        ),
        link_button(_("Sign in to confirm"), "/auth/login?returnUrl=%2Fauth%2Fconfirm", size="lg"),
        rx.el.p(
            _(
                "No account? Then someone else used your email. Close this page: nothing changes until you "
                "confirm."
            ),
            class_name="text-sm text-muted",
        ),
        class_name="flex flex-col gap-4",
    )


def _confirmed() -> rx.Component:
    count = ConfirmationState.certificates.length()
    return alert(
        _("Your email is confirmed"),
        rx.el.p(
            *sentence(_("{email} belongs to your account."), email=rx.el.strong(ConfirmationState.email))
        ),
        rx.cond(
            count > 0,
            rx.el.p(
                rx.cond(
                    count == 1,
                    _("We’ve issued your certificate."),
                    _("We’ve issued your {n} certificates.", n=count),
                ),
                class_name="mt-1",
            ),
        ),
        tone="success",
    )


def _onwards() -> rx.Component:
    return rx.el.div(
        rx.cond(
            ConfirmationState.certificates.length() > 0,
            link_button(_("View your certificates"), "/dashboard/my-certificates", size="lg"),
            link_button(_("Go to dashboard"), "/dashboard", size="lg"),
        ),
        class_name="mt-6 flex flex-col",
    )


def _way_out() -> rx.Component:
    """Offer a new link to users who can ask for one, and sign-in to the others."""
    return rx.cond(
        SessionState.is_authenticated,
        rx.cond(
            ConfirmationState.for_another,
            _sign_out(),
            _own_way_out(),
        ),
        rx.el.div(
            link_button(
                _("Sign in to get a new link"), "/auth/login?returnUrl=%2Fdashboard%2Fprofile", size="lg"
            ),
            class_name="flex flex-col",
        ),
    )


def _sign_out() -> rx.Component:
    return rx.el.div(
        rx.el.p(
            *sentence(_("You’re signed in as {email}."), email=rx.el.strong(SessionState.user_email)),
            class_name="break-words text-muted",
        ),
        button(_("Sign out"), variant="secondary", size="lg", on_click=SessionState.logout),
        link(_("Go to dashboard"), "/dashboard", look="alone", class_name="self-center"),
        class_name="flex flex-col gap-4",
    )


def _own_way_out() -> rx.Component:
    return rx.cond(
        SessionState.email_confirmed,
        rx.el.div(
            rx.el.p(
                _("Your account’s email, {email}, is confirmed.", email=SessionState.user_email),
                class_name="text-muted",
            ),
            link(_("Go to your profile"), "/dashboard/profile", look="alone", class_name="self-center"),
            class_name="flex flex-col gap-4",
        ),
        rx.el.div(resend("primary", size="lg"), class_name="flex flex-col gap-3 text-center"),
    )
