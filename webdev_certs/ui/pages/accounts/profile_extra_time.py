"""The profile's panel for extra time in certification tests."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button, field, select, text_area
from webdev_certs.ui.components.section import panel
from webdev_certs.ui.pages.layout import load_failed, loading_block
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.accounts.extra_time import AskExtraTimeState, ExtraTimeState, RequestRow

_CHOICES = [
    ("25", _("{percent}% more time", percent=25)),
    ("50", _("{percent}% more time", percent=50)),
    ("100", _("Twice the time")),
]


def extra_time() -> rx.Component:
    """Render the extra time that the learner has, their requests, and the form for a new one."""
    return panel(
        _("Extra time"),
        _(
            "For people who need more time in certification tests, for example because of a disability. "
            "Certificates do not show it."
        ),
        rx.match(
            ExtraTimeState.phase,
            ("loading", loading_block(3)),
            ("ready", _ready()),
            load_failed(
                _("Your extra time could not be loaded"),
                ExtraTimeState.error,
                ExtraTimeState.unreachable,
                ExtraTimeState.load,
                level=2,
            ),
        ),
        id="your-extra-time",
    )


def _ready() -> rx.Component:
    return rx.fragment(
        rx.el.p(
            rx.cond(
                ExtraTimeState.granted > 0,
                _(
                    "You have {percent}% more time in tests that you start from now on.",
                    percent=ExtraTimeState.granted,
                ),
                _("You have no extra time."),
            ),
            class_name="mb-4 font-medium",
        ),
        rx.cond(
            ExtraTimeState.rows.length() > 0,
            rx.el.ul(
                rx.foreach(ExtraTimeState.rows, _row), class_name="mb-5 flex flex-col gap-3 text-compact"
            ),
        ),
        _form(),
    )


def _row(row: RequestRow) -> rx.Component:
    return rx.el.li(
        rx.el.p(
            rx.el.span(row.time, class_name="font-medium"),
            rx.el.span(" · ", aria_hidden="true"),
            rx.el.span(row.state, class_name="text-muted"),
        ),
        rx.cond(
            row.note != "",
            rx.el.p(
                _("The operator wrote: {note}", note=row.note), class_name="mt-0.5 break-words text-muted"
            ),
        ),
    )


def _form() -> rx.Component:
    errors = AskExtraTimeState.field_errors
    return state_form(
        AskExtraTimeState,
        rx.cond(
            ExtraTimeState.is_open,
            # Right after it is sent, the notice says this.
            rx.cond(
                AskExtraTimeState.notice == "",
                rx.el.p(
                    _("Your request is open. We will send you the decision by email."),
                    class_name="text-muted",
                ),
            ),
            rx.fragment(
                field(
                    _("Extra time you need"),
                    select(
                        "percent",
                        _CHOICES,
                        error=errors.get("percent", ""),
                        default_value="25",
                    ),
                    name="percent",
                    hint=_("Counts for tests that you start after it is granted."),
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
                        "Only the operator of this site reads your reason. It is deleted when the request is "
                        "decided."
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
