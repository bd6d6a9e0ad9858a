"""Verification of many certificates at once, for employers."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.schemas.certificates import MAX_LIST, MAX_NUMBERS
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import CONTAINER, alert, badge, button, card, field, icon, link, text_area
from webdev_certs.ui.components.behavior import TextFile
from webdev_certs.ui.components.button import button_classes
from webdev_certs.ui.components.status import CERTIFICATES, status_badge
from webdev_certs.ui.components.styling import Tone
from webdev_certs.ui.pages.layout import public_page
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.certificates.verify_list import NumberListState

_FORM_NAME = "text"
_PROBLEMS: Sequence[tuple[str, str, str, Tone]] = (
    ("sample", "info", _("Sample"), "accent"),
    ("unknown", "x-circle", _("Not found"), "danger"),
    ("mistyped", "alert", _("Typo"), "warning"),
    ("too_short", "alert", _("Too short"), "warning"),
    ("no_number", "help", _("No number"), "neutral"),
)
_COLUMNS = (_("Number"), _("Status"), _("Holder"), _("Certificate"), _("Score"), _("Issued"), _("Expires"))
_WORDS = {
    "large": _("This file has too much text. Split it up, or paste only the numbers."),
    "other": _("This isn’t a text file. Save the table as CSV first."),
}


def verify_list() -> rx.Component:
    """Render `/employers/verify`."""
    return public_page(
        rx.el.div(
            rx.el.h1(_("Verify many certificates"), class_name="text-title font-semibold"),
            rx.el.p(
                _(
                    "Paste up to {n} numbers, or choose a CSV file. We ignore other columns and don’t "
                    "store anything.",
                    n=MAX_NUMBERS,
                ),
                class_name="mt-2 mb-8 max-w-2xl text-muted",
            ),
            card(_form(), class_name="max-w-3xl"),
            rx.cond(NumberListState.rows.length() > 0, _results()),
            rx.el.p(
                link(_("What we check, and what we don’t"), "/employers", look="alone"), class_name="mt-8"
            ),
            class_name=f"{CONTAINER} py-12 sm:py-16",
        )
    )


def _form() -> rx.Component:
    # Until the scripts run, nothing would read the file.
    waiting: Any = ~rx.State.is_hydrated
    return state_form(
        NumberListState,
        field(
            _("Certificate numbers"),
            text_area(
                _FORM_NAME,
                rows=8,
                max_length=MAX_LIST,
                placeholder="WDC-RE-SAMP-1E00-A\nWDC-VU-…",
                spell_check=False,
                error=NumberListState.field_errors.get(_FORM_NAME, ""),
                class_name="font-mono text-compact",
            ),
            name=_FORM_NAME,
            hint=_("One per line. Links to certificates work, too."),
            error=NumberListState.field_errors.get(_FORM_NAME, ""),
        ),
        TextFile.create(
            rx.el.div(
                rx.el.label(
                    icon("upload"),
                    _("Choose a CSV file"),
                    html_for="list-file",
                    class_name=button_classes("secondary", "md", "max-sm:w-full"),
                ),
                rx.el.input(
                    id="list-file",
                    type="file",
                    accept=".csv,.txt,.tsv,text/csv,text/plain",
                    disabled=waiting,
                    class_name="absolute inset-0 cursor-pointer rounded-control text-[0] opacity-0 "
                    "file:h-full file:w-full file:cursor-pointer",
                ),
                class_name="relative w-fit rounded-control has-focus-visible:outline-2 max-sm:w-full "
                "has-focus-visible:outline-offset-2 has-focus-visible:outline-focus",
            ),
            target=_FORM_NAME,
            max_characters=MAX_LIST,
            words=_WORDS,
            class_name="flex flex-col gap-2",
        ),
        on_submit=NumberListState.verify,
        actions=button(_("Verify"), type="submit", loading=NumberListState.busy),
    )


def _results() -> rx.Component:
    return rx.el.section(
        rx.el.div(
            rx.el.div(
                rx.el.h2(
                    _("Results"),
                    id=NumberListState.results_id,
                    tab_index=-1,
                    class_name="text-heading font-semibold outline-none",
                ),
                rx.el.p(NumberListState.summary, class_name="mt-1 text-muted"),
            ),
            button(
                icon("download"),
                _("Download as CSV"),
                variant="secondary",
                loading=NumberListState.busy,
                on_click=NumberListState.download.throttle(1000),
                class_name="max-sm:w-full",
            ),
            class_name="mb-4 flex flex-wrap items-end justify-between gap-4",
        ),
        rx.cond(NumberListState.error != "", alert(NumberListState.error, tone="danger", role="alert")),
        # On phones each row is a block, whose cells name themselves; the roles keep it a table.
        rx.el.table(
            rx.el.thead(
                rx.el.tr(
                    *(
                        rx.el.th(name, role="columnheader", scope="col", class_name="px-4 py-3 font-semibold")
                        for name in _COLUMNS
                    ),
                    role="row",
                    class_name="border-b border-line text-left text-sm text-muted",
                ),
                role="rowgroup",
                class_name="max-lg:sr-only",
            ),
            rx.el.tbody(
                rx.foreach(NumberListState.rows, _row),
                role="rowgroup",
                class_name="divide-y divide-line max-lg:block",
            ),
            role="table",
            aria_label=_("Results"),
            class_name="w-full overflow-hidden rounded-card border border-line bg-surface text-compact "
            "shadow-card max-lg:block",
        ),
        class_name="mt-12",
    )


def _row(row: Any) -> rx.Component:
    found = rx.fragment(
        _cell(_COLUMNS[2], row.holder),
        _cell(_COLUMNS[3], rx.el.span(row.title, lang="en")),
        _cell(
            _COLUMNS[4],
            rx.el.span(rx.cond(row.score != "", row.score, _("not shared")), class_name="whitespace-nowrap"),
        ),
        _cell(_COLUMNS[5], row.issued),
        _cell(_COLUMNS[6], row.expires),
    )
    return rx.el.tr(
        _cell(
            _COLUMNS[0],
            rx.cond(
                row.verify_path != "",
                link(
                    row.number,
                    row.verify_path,
                    class_name="inline-flex min-h-6 items-center font-mono wrap-anywhere "
                    "sm:whitespace-nowrap",
                ),
                rx.el.span(row.number, class_name="font-mono wrap-anywhere"),
            ),
        ),
        _cell(_COLUMNS[1], rx.el.span(_status(row.status), class_name="sm:whitespace-nowrap")),
        rx.cond(
            row.detail != "",
            rx.el.td(
                _("Line {n}", n=row.line),
                ": ",
                row.detail,
                role="cell",
                col_span=5,
                class_name="px-4 py-2 align-top text-muted max-lg:block lg:py-3",
            ),
            found,
        ),
        role="row",
        class_name="max-lg:block max-lg:py-3",
    )


def _cell(name: str, content: Any) -> rx.Component:
    return rx.el.td(
        rx.el.span(name, aria_hidden="true", class_name="w-24 shrink-0 text-sm text-muted sm:w-28 lg:hidden"),
        rx.el.div(content, class_name="min-w-0 flex-1"),
        role="cell",
        class_name="px-4 py-1 align-top max-lg:flex max-lg:gap-3 lg:py-3",
    )


def _status(status: Any) -> rx.Component:
    return rx.match(  # pyright: ignore[reportReturnType]
        status,
        *((name, badge(rx.fragment(icon(drawing), words), tone)) for name, drawing, words, tone in _PROBLEMS),
        *((name, status_badge(name)) for name in CERTIFICATES),
        rx.fragment(),
    )
