"""The page that cancels a contract without signing in (§ 312k BGB)."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, field, icon, link, text_area, text_field
from webdev_certs.ui.components.form import select
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.info import ROW, info
from webdev_certs.ui.pages.public.trap import trap
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.public.cancellation import CONTRACTS, KINDS, CancellationState
from webdev_certs.ui.states.session.session import SessionState


def cancellation() -> rx.Component:
    """Render `/cancel-contract`."""
    return info(page_text("cancel_contract"), _section())


def _section() -> rx.Component:
    state = CancellationState
    sent = (state.declared.length() > 0) & rx.State.is_hydrated
    return rx.el.section(
        rx.el.h2(_("Your cancellation"), id="cancellation-title", class_name="text-heading font-semibold"),
        rx.el.div(
            rx.el.div(
                rx.cond(sent, _receipt()),
                id=state.sent_id,
                tab_index=-1,
                role="status",
                class_name="outline-none",
            ),
            # Hidden and not removed, so that text typed while the page loads is not lost.
            rx.el.div(_form(), hidden=sent),
            class_name="max-w-2xl max-lg:mt-5",
        ),
        aria_labelledby="cancellation-title",
        class_name=ROW,
    )


def _receipt() -> rx.Component:
    return rx.fragment(
        alert(
            _("We received your cancellation"),
            rx.el.p(_("You’ll get an email that confirms it. Keep a copy for yourself, too.")),
            tone="success",
        ),
        rx.el.dl(
            rx.foreach(CancellationState.declared, _fact),
            class_name="mt-6 grid grid-cols-[auto_1fr] gap-x-8 gap-y-3",
        ),
        rx.el.div(
            button(
                icon("download"),
                _("Save a copy"),
                variant="secondary",
                on_click=CancellationState.save.throttle(1000),
            ),
            class_name="mt-6",
        ),
    )


def _fact(entry: Any) -> rx.Component:
    return rx.fragment(
        rx.el.dt(entry[0], class_name="text-muted"),
        rx.el.dd(entry[1], class_name="min-w-0 font-medium break-words whitespace-pre-line"),
    )


def _form() -> rx.Component:
    state = CancellationState
    errors = state.field_errors
    return state_form(
        state,
        # Re-rendered once the login session is restored, to prefill both.
        rx.el.div(
            text_field(
                _("Your name"),
                "name",
                hint=_("The name on your account."),
                error=errors.get("name", ""),
                default_value=SessionState.user_name,
                auto_complete="name",
                max_length=100,
                required=True,
            ),
            text_field(
                _("Your email"),
                "email",
                hint=_("The email on your account. We’ll send the confirmation there."),
                error=errors.get("email", ""),
                default_value=SessionState.user_email,
                type="email",
                auto_complete="email",
                required=True,
            ),
            key=SessionState.user_id,
            class_name="flex flex-col gap-5",
        ),
        field(
            _("Contract"),
            select("product_type", [(value, _(name)) for value, name in CONTRACTS.items()]),
            name="product_type",
        ),
        field(
            _("Type of cancellation"),
            select("kind", [(value, _(name)) for value, name in KINDS.items()]),
            name="kind",
        ),
        text_field(
            _("End on (optional)"),
            "ends_on",
            type="date",
            hint=_("Leave this empty to end the contract as soon as possible."),
            error=errors.get("ends_on", ""),
        ),
        field(
            _("Reason (only needed for cause)"),
            text_area("reason", error=errors.get("reason", ""), max_length=1000, rows=3),
            name="reason",
            error=errors.get("reason", ""),
        ),
        rx.el.p(
            *sentence(
                _(
                    "We only use your data to carry out your cancellation. More in the {privacy_notice}. "
                    "If you’re signed in, you can also cancel in {billing}."
                ),
                privacy_notice=link(_("privacy notice"), "/privacy"),
                billing=link(_("Billing"), "/dashboard/billing"),
            ),
            class_name="text-sm text-muted",
        ),
        trap(),
        on_submit=state.send,
        actions=button(_("Cancel now"), type="submit", size="lg", loading=state.busy),
    )
