"""The public profile of a holder."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import card, link
from webdev_certs.ui.components.behavior import PageTitle
from webdev_certs.ui.components.certificate import certificate
from webdev_certs.ui.components.status import expiry_words, status_badge
from webdev_certs.ui.pages.layout import load_failed, loaded_screen, loading_block, of_this_url, public_page
from webdev_certs.ui.states.certificates.public_profile import PublicProfileState


def public_profile() -> rx.Component:
    """Render `/profiles/<handle>`."""
    state = PublicProfileState
    return public_page(
        PageTitle.create(text=rx.cond(state.holder != "", f"{state.holder} · WebDev Certs", "")),
        rx.el.div(
            rx.el.h1(
                rx.cond(state.holder != "", of_this_url(state.holder), _("Public profile")),
                class_name="mb-8 text-title font-semibold wrap-anywhere",
            ),
            rx.cond(
                state.holder != "",
                rx.el.p(
                    _("Certificates this person chose to show, each with its current status."),
                    class_name="-mt-6 mb-8 text-muted",
                ),
            ),
            loaded_screen(
                state.phase,
                loading_block(10, "h-96"),
                ("shown", _shown()),
                (
                    "unknown",
                    card(
                        rx.el.p(_("This profile doesn’t exist. Its owner may have removed it.")),
                        rx.el.p(link(_("Verify a certificate"), "/verify", look="alone"), class_name="mt-3"),
                    ),
                ),
                load_failed(_("We couldn’t load this profile"), state.error, state.unreachable, state.load),
            ),
            class_name="mx-auto w-full max-w-4xl px-5 py-12 sm:py-16",
        ),
    )


def _shown() -> rx.Component:
    return rx.fragment(
        rx.el.ul(
            rx.foreach(PublicProfileState.certificates, _certificate),
            class_name="grid gap-6 sm:grid-cols-2 sm:*:only:col-span-full",
        ),
        rx.el.p(
            _("Nobody supervised the tests or checked an identity document."),
            " ",
            link(_("What we check, and what we don’t"), "/employers"),
            class_name="mt-8 text-sm text-muted",
        ),
    )


def _certificate(entry: Any) -> rx.Component:
    return rx.el.li(
        certificate(
            PublicProfileState.holder,
            entry.title,
            entry.number,
            issued=entry.issued,
            validity=(expiry_words(entry.status), entry.expires),
            score=entry.score,
            mark=status_badge(entry.status),
            size="sm",
            level=2,
        ),
        rx.el.p(
            link(_("Verify this certificate"), entry.verify_path, look="alone"), class_name="mt-2 text-sm"
        ),
    )
