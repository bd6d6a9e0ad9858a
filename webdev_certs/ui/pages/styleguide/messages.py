"""Notices, placeholders, dialogs and toasts."""

from typing import get_args

import reflex as rx

from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    dialog,
    dialog_close,
    empty_state,
    skeleton,
)
from webdev_certs.ui.components.placeholder import illustration
from webdev_certs.ui.components.status import CERTIFICATES, TESTS, status_badge
from webdev_certs.ui.components.styling import Tone
from webdev_certs.ui.components.surface import tone_icon
from webdev_certs.ui.components.toast import toaster
from webdev_certs.ui.components.verdict import VERDICTS, check_list, verdict_banner
from webdev_certs.ui.pages.layout import load_failed, loading_block
from webdev_certs.ui.pages.styleguide.entries import Entry, Group, entry
from webdev_certs.ui.states.certificates.checks import CheckRow
from webdev_certs.ui.states.styleguide.examples import StyleguideState

_TONES: tuple[Tone, ...] = get_args(Tone)
_CHECKS = [
    CheckRow("Signature", "passed", "OK", "Signed with the key of the issuer."),
    CheckRow("Status", "failed", "Failed", "It was revoked."),
    CheckRow("Status", "suspended", "Suspended", "It is suspended."),
    CheckRow("Date of expiry", "not_checked", "Not checked", "The file names no date."),
]


def group() -> Group:
    """Return the group."""
    return Group(
        "messages", "Messages and placeholders", (*_notices(), *_placeholders(), *_overlays(), *_verdicts())
    )


def _notices() -> tuple[Entry, ...]:
    return (
        entry(
            alert,
            examples=[
                (tone, alert(f"A notice: {tone}", "What it means and what to do.", tone=tone))
                for tone in _TONES
            ],
        ),
        entry(badge, examples=[(tone, badge(tone.capitalize(), tone)) for tone in _TONES]),
        entry(status_badge, examples=[(key, status_badge(key)) for key in (*TESTS, *CERTIFICATES)]),
        entry(
            tone_icon,
            examples=[
                (
                    "all tones",
                    rx.el.div(*[tone_icon(tone) for tone in _TONES], class_name="flex gap-3 text-xl"),
                )
            ],
        ),
    )


def _placeholders() -> tuple[Entry, ...]:
    return (
        entry(
            skeleton,
            examples=[
                ("loading a text", skeleton(3)),
                ("loading a block", skeleton(0, class_name="h-24 w-full")),
                ("loading a button", skeleton(0, corners="rounded-control", class_name="h-11 w-40")),
                ("loading a card", loading_block(4)),
                ("loading a card with a button", loading_block(4, "min-h-60", action=True)),
            ],
        ),
        entry(
            empty_state,
            illustration,
            examples=[
                (
                    "nothing yet, with a next step",
                    empty_state(
                        "certificates",
                        "No certificates yet",
                        "Pass a test to earn one.",
                        button("See the tests"),
                    ),
                ),
                (
                    "could not be loaded",
                    load_failed(
                        "Your results could not be loaded", "The server gave an error.", False, rx.noop()
                    ),
                ),
                (
                    "could not be loaded, offline",
                    load_failed(
                        "Your results could not be loaded", "The server did not answer.", True, rx.noop()
                    ),
                ),
                ("the drawing alone", illustration("progress")),
            ],
        ),
    )


def _dialog(name: str, title: str, *, dismissable: bool = True, danger: bool = False) -> rx.Component:
    return dialog(
        button(f"Open: {title}", variant="secondary"),
        title,
        rx.el.p("The content scrolls when it is long."),
        description="A sentence that is announced with the title.",
        actions=rx.fragment(
            dialog_close(button("Not now", variant="secondary")),
            dialog_close(
                button("Delete" if danger else "Continue", variant="danger" if danger else "primary")
            ),
        ),
        open=StyleguideState.opened == name,
        on_open_change=lambda is_open: StyleguideState.toggle(name, is_open),
        dismissable=dismissable,
    )


def _overlays() -> tuple[Entry, ...]:
    return (
        entry(
            dialog,
            dialog_close,
            examples=[
                ("a question", _dialog("question", "End the test now?")),
                (
                    "a danger, which a click outside does not close",
                    _dialog("danger", "Delete it?", dismissable=False, danger=True),
                ),
            ],
        ),
        entry(
            toaster,
            examples=[
                (
                    tone,
                    button(
                        f"Show a toast: {tone}",
                        variant="secondary",
                        on_click=StyleguideState.toast(f"A toast: {tone}.", tone),
                    ),
                )
                for tone in _TONES
            ],
        ),
    )


def _verdicts() -> tuple[Entry, ...]:
    keys = tuple(VERDICTS)
    return (
        entry(
            verdict_banner,
            examples=[
                (key, verdict_banner(rx.Var.create(key), rx.el.p("Issued to Ada Lovelace."), only=keys))
                for key in keys
            ],
        ),
        entry(
            check_list,
            examples=[
                (
                    "passed, failed, not checked",
                    rx.el.div(
                        check_list(rx.Var.create(_CHECKS).to(list[CheckRow]), "What was checked", level=4)
                    ),
                )
            ],
            wide=True,
        ),
    )
