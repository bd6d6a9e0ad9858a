"""The button and the dialog that report a question, in an attempt and in practice."""

import reflex as rx

from webdev_certs.schemas.items import MAX_REPORT_TEXT, ReportSource
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, button_group, dialog, dialog_close, dialog_open, field, select
from webdev_certs.ui.components.form import form, text_area
from webdev_certs.ui.states.items.report import ReportState

KINDS = [
    ("", _("Choose…")),
    ("wrong_key", _("The correct answer is missing, or a wrong one is marked correct")),
    ("unclear", _("The question is unclear")),
    ("typo", _("There’s a typo")),
    ("display", _("It doesn’t display correctly")),
    ("other", _("Something else")),
]
_QUIET = "-mx-3 font-normal text-muted underline underline-offset-4 hover:text-ink"
"""Looks like a link whose text begins and ends where other content does."""


def report_question(source: ReportSource, ticket: rx.Var[str]) -> rx.Component:
    """Render the button that opens the dialog. It belongs outside of the answer's form.

    Args:
        source: Where the question is shown.
        ticket: The ticket of the question that is shown.
    """
    note = (
        _("The timer keeps running, and your answer stays as it is.")
        if source == "exam"
        else _("Your answer stays as it is.")
    )
    return dialog(
        dialog_open(button(_("Report this question"), variant="ghost", size="sm", class_name=_QUIET)),
        _("Report this question"),
        form(
            rx.el.input(type="hidden", name="report_source", value=source),
            rx.el.input(type="hidden", name="report_ticket", value=ticket),
            field(
                _("What’s wrong?"),
                select("report_kind", KINDS, error=ReportState.field_errors.get("report_kind", "")),
                name="report_kind",
                error=ReportState.field_errors.get("report_kind", ""),
            ),
            field(
                _("Details (optional)"),
                text_area("report_text", max_length=MAX_REPORT_TEXT, rows=4),
                name="report_text",
                hint=_("Up to {n} characters. Please leave out personal details.", n=MAX_REPORT_TEXT),
                error=ReportState.field_errors.get("report_text", ""),
            ),
            name="report",
            on_submit=ReportState.send,
            submission=ReportState.submission,
            actions=button_group(
                dialog_close(button(_("Cancel"), variant="secondary")),
                button(_("Send report"), type="submit", loading=ReportState.busy),
                class_name="grow justify-end",
            ),
            error=ReportState.form_error,
        ),
        description=note,
        accepted=ReportState.version,
        on_closed=ReportState.forget_faults,
    )
