"""The holder's own certificates, as cards."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.shared.vocabulary import NAME_WITHHELD
from webdev_certs.ui.components import (
    alert,
    button,
    button_group,
    card,
    checkbox,
    dialog,
    dialog_close,
    dialog_open,
    icon,
    link,
    link_button,
    menu,
    menu_item,
)
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.status import expiry_words, status_badge
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.certificates.sharing import profile_choice, share_menu
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.session.session import SessionState

_FORMS = (
    ("pdf?paper=letter", _("PDF on Letter paper"), "file"),
    ("badge.svg", _("Badge as SVG"), "award"),
    ("badge.png", _("Badge as PNG"), "award"),
    ("credential", _("Open Badge as JSON"), "code"),
    ("credential.jwt", _("Open Badge as JWT"), "code"),
)
_CHOICES = (
    (
        "name_public",
        _("Show my name"),
        _("If it’s off, the public page and every file say “{words}”.", words=NAME_WITHHELD),
    ),
    (
        "score_public",
        _("Show my score"),
        _("If it’s on, your score is on the public page and in every file."),
    ),
    (
        "credential_public",
        _("Let anyone download the signed badge (Open Badge)"),
        _("It contains a hash of your email. Anyone who knows your email can check that it matches."),
    ),
)


def certificate_card(entry: Any) -> rx.Component:
    """Render a certificate with everything that its holder can do with it.

    Args:
        entry: A `CertificateCard` Var.
    """
    return rx.el.li(
        card(
            certificate(
                entry.holder,
                entry.title,
                entry.number,
                issued=entry.issued,
                validity=(expiry_words(entry.status), entry.expires),
                score=entry.score.to(str),
                mark=status_badge(entry.status),
                counts=(entry.status == "valid") | (entry.status == "expired"),
                size="sm",
                level=2,
                class_name="xl:w-90 xl:shrink-0",
            ),
            rx.el.div(
                rx.match(
                    entry.status,
                    ("valid", "expired", _usable(entry)),
                    ("replaced", _replaced(entry)),
                    refused(entry.status, entry.verify_path),
                ),
                class_name="flex min-w-0 flex-1 flex-col gap-4",
            ),
            class_name="flex flex-col gap-6 xl:flex-row xl:items-start xl:gap-8",
        )
    )


def _usable(entry: Any) -> rx.Component:
    return rx.fragment(
        rx.cond(entry.reissuable, _reissue(entry)),
        rx.cond(entry.due, _renewal(entry)),
        _choices(entry),
        button_group(
            button(
                icon("download"),
                _("Download PDF"),
                # The second click of a double click would download it again.
                on_click=OwnCertificatesState.download(entry.number, "pdf").throttle(1000),
                loading=OwnCertificatesState.busy == entry.number,
            ),
            link_button(_("Add to LinkedIn"), entry.linkedin, variant="secondary", new_tab=True),
            share_menu(entry),
            menu(
                button(
                    _("Other formats"),
                    variant="secondary",
                    aria_label=_("Other formats: {number}", number=entry.number),
                ),
                *(
                    menu_item(label, drawing, on_click=OwnCertificatesState.download(entry.number, form))
                    for form, label, drawing in _FORMS
                ),
                id=rx.Var.create(f"formats-{entry.number}"),
            ),
        ),
        rx.el.p(link(_("View the public page"), entry.verify_path, look="alone")),
        rx.cond(
            entry.due,
            None,
            rx.el.p(
                _("To renew it, pass the test again, ideally on or after {date}.", date=entry.renew_from),
                class_name="text-sm text-muted",
            ),
        ),
    )


def _reissue(entry: Any) -> rx.Component:
    """Say that the holder's name has changed, with the dialog that issues the certificate again."""
    return dialog(
        alert(
            _("You’ve changed your name since this certificate was issued."),
            dialog_open(
                button(_("Reissue with my new name…"), variant="secondary", class_name="mt-2 max-sm:w-full")
            ),
        ),
        _("Reissue this certificate?"),
        rx.el.ul(
            rx.el.li(_("The new certificate gets a new number. Score and dates stay the same.")),
            rx.el.li(_("The old number leads to the new certificate and shows no name.")),
            rx.el.li(
                _("Files with the old number are no longer valid. Links to it lead to the new certificate.")
            ),
            class_name="list-disc space-y-1 pl-5",
        ),
        description=_("{number}. Your name is now {name}.", number=entry.number, name=SessionState.user_name),
        actions=rx.fragment(
            dialog_close(button(_("Keep the old one"), variant="secondary")),
            dialog_close(button(_("Reissue it"), on_click=OwnCertificatesState.reissue(entry.number))),
        ),
    )


def _choices(entry: Any) -> rx.Component:
    boxes = [
        checkbox(
            rx.Var.create(f"{what}-") + entry.number,
            label,
            hint=explanation,
            # Uncontrolled, so that it does not flip back until the server answers.
            default_checked=entry[what],
            key=f"{entry.number}-{what}-{OwnCertificatesState.failed_changes}",
            on_change=lambda checked, what=what: OwnCertificatesState.share(entry.number, what, checked),
        )
        for what, label, explanation in _CHOICES
    ]
    return rx.el.fieldset(
        rx.el.legend(_("What others see"), class_name="sr-only"),
        rx.el.div(*boxes, profile_choice(entry), class_name="flex flex-col gap-5"),
        # Says what is saved, which the checkboxes alone do not show.
        rx.el.p(
            rx.cond(
                entry.name_public,
                rx.cond(
                    entry.score_public,
                    _("The public page shows your name and your score."),
                    _("The public page shows your name, but not your score."),
                ),
                rx.cond(
                    entry.score_public,
                    _("The public page shows your score, but not your name."),
                    _("The public page shows neither your name nor your score."),
                ),
            ),
            " ",
            rx.cond(entry.credential_public, _("Anyone can download the signed badge."), ""),
            aria_live="polite",
            class_name="mt-5 text-sm font-medium",
        ),
    )


def _renewal(entry: Any) -> rx.Component:
    return rx.el.p(
        rx.cond(
            entry.status == "expired",
            _("It expired on {date}.", date=entry.expires),
            _("It expires on {date}.", date=entry.expires),
        ),
        " ",
        *sentence(
            _("To renew it, {retake}."), retake=link(_("pass the test again"), f"/test/{entry.technology}")
        ),
    )


def _replaced(entry: Any) -> rx.Component:
    return rx.el.p(
        *sentence(
            _("Replaced by {number}. This one is no longer valid."),
            number=link(
                entry.replaced_by,
                f"/verify/{entry.replaced_by}",
                class_name="font-mono whitespace-nowrap",
            ),
        ),
    )


def refused(status: Any, verify_path: Any) -> rx.Component:
    """Say that a certificate is suspended or revoked, with a link to the reason.

    Args:
        status: A Var of its status.
        verify_path: A Var of the path of its public page.
    """
    return rx.el.p(
        rx.cond(
            status == "revoked",
            _("It’s no longer valid, so you can’t download it."),
            _("It isn’t valid right now, so you can’t download it."),
        ),
        " ",
        link(_("See the reason"), verify_path),
        ".",
    )
