"""The profile's switches for emails, and the page to unsubscribe."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import MailKind
from webdev_certs.ui.components import alert, button, link, skeleton, switch
from webdev_certs.ui.components.behavior import LinkToken, PageTitle
from webdev_certs.ui.components.form import outcome
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.accounts.frame import auth_page, link_refused
from webdev_certs.ui.states.accounts.mails import MAIL_NAMES, MailChoicesState, UnsubscribeState, switch_id
from webdev_certs.ui.states.session.session import SessionState

_HINTS: dict[MailKind, str] = {
    "passed": _("Your new certificate, with links to share it."),
    "result": _("Your score if you didn’t pass, and corrections to a result."),
    "review": _("When we review your test, and what we decide."),
    "expiry": _("60 days and 7 days before a certificate expires."),
    "retake": _("On the day you can retake a test."),
    "practice": _("At most once a week: what to practice next, and the questions due for review."),
}
_CHOICES = "/dashboard/profile#your-emails"


def emails() -> rx.Component:
    """Render a switch for each kind of email."""
    return panel(
        _("Emails"),
        _("Choose what we email you about. You’ll always get emails about security and payments."),
        outcome(MailChoicesState.error),
        rx.el.div(
            *[
                switch(
                    switch_id(kind),
                    _(name),
                    hint=_HINTS[kind],
                    # Uncontrolled, so that it does not flip back until the server answers.
                    default_checked=MailChoicesState.wanted[kind],
                    key=f"{kind}-{MailChoicesState.version}",
                    on_change=lambda checked, kind=kind: MailChoicesState.switch(kind, checked),
                )
                for kind, name in MAIL_NAMES.items()
            ],
            class_name="-mt-3 flex flex-col divide-y divide-line",
        ),
        rx.el.p(
            MailChoicesState.notice,
            role="status",
            class_name="-mb-6 min-h-6 text-sm font-medium",
        ),
        id="your-emails",
    )


def unsubscribe() -> rx.Component:
    """Render `/unsubscribe`."""
    done = UnsubscribeState.phase == "done"
    return auth_page(
        rx.cond(done, _("You’re unsubscribed"), _("Unsubscribe")),
        rx.match(
            UnsubscribeState.phase,
            ("done", _("You can switch these emails on again any time.")),
            ("refused", _("Nothing has changed.")),
            _("You can choose your other emails in your profile."),
        ),
        PageTitle.create(text=rx.cond(done, _("Unsubscribed · WebDev Certs"), "")),
        LinkToken.create(ready=~SessionState.loading, on_token=UnsubscribeState.open),
        outcome(UnsubscribeState.error),
        rx.el.div(
            rx.cond(done, _done()),
            id=UnsubscribeState.done_id,
            tab_index=-1,
            role="status",
            class_name="outline-none",
        ),
        rx.match(
            UnsubscribeState.phase,
            ("loading", skeleton(2)),
            ("asking", _ask()),
            ("done", rx.el.div(_to_choices(), class_name="mt-6 flex flex-col")),
            link_refused(
                _("This link is incomplete"),
                _("Part of it is missing. Copy the whole link from the email."),
                _to_choices(),
                id=UnsubscribeState.refused_id,
            ),
        ),
    )


def _ask() -> rx.Component:
    return rx.el.div(
        rx.el.p(*sentence(_("Stop emails about {kind}?"), kind=_kind())),
        button(
            _("Unsubscribe"),
            size="lg",
            loading=UnsubscribeState.busy,
            on_click=UnsubscribeState.unsubscribe,
            class_name="w-full",
        ),
        class_name="flex flex-col gap-5",
    )


def _done() -> rx.Component:
    return alert(
        _("Done"),
        rx.el.p(*sentence(_("We won’t email you about {kind} anymore."), kind=_kind())),
        tone="success",
    )


def _kind() -> rx.Component:
    return rx.el.strong(_("“{name}”", name=UnsubscribeState.name))


def _to_choices() -> rx.Component:
    return link(_("Choose your emails"), _CHOICES, look="alone", class_name="self-start")
