"""The pages that cancel a contract, and withdraw from one, without signing in (§ 312k and § 356a BGB).

The law words their buttons, and asks for two steps: the link, and this form.
"""

from typing import Any

import reflex as rx

from webdev_certs.schemas.payments import ProductType
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert, button, field, icon, link, text_area, text_field
from webdev_certs.ui.components.form import select
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.page_texts import page_text
from webdev_certs.ui.pages.public.info import ROW, info
from webdev_certs.ui.pages.public.sender import sender, trap
from webdev_certs.ui.pages.state_form import state_form
from webdev_certs.ui.states.public.declarations import KINDS, PLANS, CancellationState, WithdrawalState


def cancellation() -> rx.Component:
    """Render `/cancel-contract`."""
    section = _section(
        CancellationState, _("Your cancellation"), _("We received your cancellation"), _cancellation_form()
    )
    return info(page_text("cancel_contract"), section)


def withdrawal() -> rx.Component:
    """Render `/withdraw-contract`."""
    section = _section(
        WithdrawalState, _("Your withdrawal"), _("We received your withdrawal"), _withdrawal_form()
    )
    return info(page_text("withdraw_contract"), section)


def _section(state: Any, title: str, received: str, form: rx.Component) -> rx.Component:
    """Render a form, or what was declared with it.

    Args:
        state: Its state.
        title: Its heading.
        received: What is said once it is sent.
        form: The form.
    """
    sent = (state.declared.length() > 0) & rx.State.is_hydrated
    return rx.el.section(
        rx.el.h2(title, id=f"{state.form_name}-title", class_name="text-heading font-semibold"),
        rx.el.div(
            rx.el.div(
                rx.cond(sent, _receipt(state, received)),
                id=f"{state.form_name}-sent",
                tab_index=-1,
                role="status",
                class_name="outline-none",
            ),
            # Hidden and not removed, so that text typed while the page loads is not lost.
            rx.el.div(form, hidden=sent),
            class_name="max-w-2xl max-lg:mt-5",
        ),
        aria_labelledby=f"{state.form_name}-title",
        class_name=ROW,
    )


def _receipt(state: Any, received: str) -> rx.Component:
    return rx.fragment(
        alert(
            received,
            rx.el.p(_("You’ll get an email that confirms it. Keep a copy for yourself, too.")),
            tone="success",
        ),
        rx.el.dl(
            rx.foreach(state.declared, _fact),
            class_name="mt-6 grid gap-x-8 min-[24rem]:grid-cols-[auto_1fr] min-[24rem]:gap-y-3",
        ),
        rx.el.div(
            button(
                icon("download"),
                _("Save a copy"),
                variant="secondary",
                on_click=state.save.throttle(1000),
            ),
            class_name="mt-6",
        ),
    )


def _fact(entry: Any) -> rx.Component:
    return rx.fragment(
        rx.el.dt(entry[0], class_name="text-muted"),
        rx.el.dd(
            entry[1], class_name="mb-3 min-w-0 font-medium break-words whitespace-pre-line min-[24rem]:mb-0"
        ),
    )


def _person(state: Any) -> rx.Component:
    return sender(
        state,
        name_hint=_("The name on your account."),
        email_hint=_("The email on your account. We’ll send the confirmation there."),
    )


def _contract(*product_types: ProductType | None) -> rx.Component:
    """Render the choice of the contract."""
    options = [(product_type or "", _(PLANS[product_type])) for product_type in product_types]
    return field(_("Contract"), select("product_type", options), name="product_type")


def _cancellation_form() -> rx.Component:
    state = CancellationState
    errors = state.field_errors
    return state_form(
        state,
        _person(state),
        # Nothing renews lifetime access.
        _contract(None, "monthly", "yearly"),
        field(
            _("Type of cancellation"),
            select("kind", [(value, _(name)) for value, name in KINDS.items()]),
            name="kind",
        ),
        text_field(
            _("End date (optional)"),
            "ends_on",
            type="date",
            hint=_("Leave this empty to end the contract as soon as possible."),
            error=errors.get("ends_on", ""),
        ),
        field(
            _("Reason (only for cancellation for cause)"),
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


def _withdrawal_form() -> rx.Component:
    state = WithdrawalState
    return state_form(
        state,
        _person(state),
        _contract(*PLANS),
        text_field(
            _("Purchase date (optional)"),
            "bought_on",
            type="date",
            hint=_("The date is on your receipt."),
            error=state.field_errors.get("bought_on", ""),
        ),
        rx.el.p(
            *sentence(
                _("We only use your data to handle your withdrawal. More in the {privacy_notice}."),
                privacy_notice=link(_("privacy notice"), "/privacy"),
            ),
            class_name="text-sm text-muted",
        ),
        trap(),
        on_submit=state.send,
        actions=button(_("Confirm withdrawal"), type="submit", size="lg", loading=state.busy),
    )
