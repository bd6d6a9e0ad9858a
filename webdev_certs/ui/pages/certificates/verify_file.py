"""Verification of a file: where to drop it, and what was found out about it."""

from typing import Any

import reflex as rx

from webdev_certs.schemas.certificates import MAX_FILE_BYTES, MAX_FILE_MEGABYTES
from webdev_certs.shared.formatting import megabytes
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import icon, link
from webdev_certs.ui.components.behavior import FileDrop
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.status import check_list, verdict_banner
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.states.certificates.verify_file import FileState

_URL = "/api/verify/file"
_ACCEPTED = ".pdf,.svg,.json,.jwt,.txt,application/pdf,image/*,application/json"
_OWN = ("valid", "expired", "suspended", "replaced", "revoked")
_FOREIGN = ("signed", "unverified")


def file_box(class_name: str) -> rx.Component:
    """Render the place for a file.

    Args:
        class_name: Classes of the box.
    """
    # Until the scripts run, nothing would take the file.
    waiting: Any = ~rx.State.is_hydrated
    return FileDrop.create(
        icon("upload", class_name="mx-auto size-7 text-muted"),
        # The input lies above its label, so that it takes the focus, the click and the dropped file.
        rx.el.div(
            rx.el.label(
                _("Choose a file"),
                html_for="file",
                class_name=button_classes("secondary", "md", "w-full"),
            ),
            rx.el.input(
                id="file",
                type="file",
                accept=_ACCEPTED,
                aria_describedby="file-help file-note",
                disabled=waiting,
                class_name="absolute inset-0 cursor-pointer rounded-control text-[0] opacity-0 "
                "file:h-full file:w-full file:cursor-pointer",
            ),
            class_name="relative rounded-control has-focus-visible:outline-2 "
            "has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
        ),
        rx.el.p(
            _(
                "PDF, PNG, SVG, JSON, JWT or a photo of the QR code, up to {size}.",
                size=megabytes(MAX_FILE_MEGABYTES),
            ),
            rx.el.span(" ", _("You can also drop it here."), class_name="max-sm:hidden"),
            id="file-help",
            class_name="text-sm text-balance text-muted",
        ),
        url=_URL,
        max_bytes=MAX_FILE_BYTES,
        class_name=class_name,
        over_class_name="bg-accent-soft",
        on_start=FileState.start,
        on_answer=FileState.finish,
    )


def file_result(level: int) -> rx.Component:
    """Render what was found out about the file.

    Args:
        level: Its heading level.
    """
    return rx.el.div(
        # Screen readers announce the verdict alone. What follows it is read from there.
        rx.el.div(
            rx.match(
                FileState.phase,
                ("", rx.fragment()),
                ("busy", rx.el.p(_("Verifying {file} …", file=FileState.name), class_name="mt-5 text-muted")),
                _verdict(),
            ),
            role="status",
        ),
        rx.cond(FileState.checked != "", _found(level)),
        id="file-result",
        tab_index=-1,
        class_name="outline-none",
    )


def _verdict() -> rx.Component:
    return rx.el.div(
        verdict_banner(
            FileState.phase,
            rx.el.p(FileState.name, class_name="text-sm text-muted"),
            rx.cond(FileState.error != "", rx.el.p(FileState.error)),
            rx.cond(
                FileState.checked != "",
                rx.el.p(
                    *sentence(
                        _("Checked just now: {time}"),
                        time=rx.el.time(FileState.checked, date_time=FileState.checked_at),
                    ),
                    class_name="text-sm text-muted",
                ),
            ),
            only=(*_OWN, *_FOREIGN, "altered", "refused"),
        ),
        class_name="mt-6",
    )


def _found(level: int) -> rx.Component:
    return rx.fragment(
        rx.el.dl(
            _fact(_("Title"), FileState.title),
            rx.cond(FileState.holder != "", _fact(_("Holder"), FileState.holder)),
            _fact(
                _("Issued by"),
                rx.cond(FileState.issuer != "", FileState.issuer, _("no name given")),
            ),
            rx.cond(FileState.issuer_id != "", _fact(_("Identifier of the issuer"), FileState.issuer_id)),
            rx.cond(FileState.dates != "", _fact(_("Valid"), FileState.dates)),
            class_name="mt-6 grid gap-4 sm:grid-cols-2",
        ),
        rx.cond(
            FileState.number != "",
            rx.el.p(
                _("This is what WebDev Certs has on record. Compare it with what the file shows."),
                " ",
                link(_("Open the certificate’s page"), f"/verify/{FileState.number}"),
                class_name="mt-4",
            ),
            rx.el.p(
                _(
                    "WebDev Certs didn’t issue this badge. The details above are what the file says about "
                    "itself. If it matters, ask its issuer."
                ),
                class_name="mt-4",
            ),
        ),
        rx.el.div(
            check_list(FileState.checks, _("What we checked about the file"), level=level), class_name="mt-6"
        ),
    )


def _fact(name: str, value: rx.Component | rx.Var[str]) -> rx.Component:
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="mt-0.5 font-medium wrap-anywhere"),
        class_name="min-w-0",
    )
