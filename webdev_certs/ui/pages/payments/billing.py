"""Billing: the plan, and the payments with their invoices."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    check_items,
    dialog,
    dialog_close,
    dialog_open,
    empty_state,
    icon,
    link,
    link_button,
    page_header,
    show_more,
)
from webdev_certs.ui.components.lists import record, records
from webdev_certs.ui.pages.layout import load_failed, loading_block, member_page
from webdev_certs.ui.pages.page_texts import CONSUMER_PAGES, IS_FREE, PAID, STAYS_FREE
from webdev_certs.ui.pages.payments.sandbox import sandbox_notice, sandbox_placeholder
from webdev_certs.ui.states.payments.billing import PAYMENTS_HEADING, BillingState

_TEST_PAYMENTS = _("The payments and invoices here are tests.")


def billing() -> rx.Component:
    """Render `/dashboard/billing`."""
    state = BillingState
    return member_page(
        _header(),
        rx.match(
            state.phase,
            ("loading", _placeholder()),
            ("ready", _content()),
            load_failed(
                _("We couldn’t load your billing details"),
                state.error,
                state.unreachable,
                state.load,
            ),
        ),
        waiting=rx.fragment(_header(), _placeholder()),
        active="billing",
    )


def facts(*entries: Any) -> rx.Component:
    """Render a list of `fact`s: side by side, and on phones one below the other."""
    return rx.el.dl(*entries, class_name="mt-5 flex flex-wrap gap-x-12 gap-y-4 max-sm:flex-col")


def fact(name: Any, value: Any) -> rx.Component:
    """Render one fact."""
    return rx.el.div(
        rx.el.dt(name, class_name="text-sm text-muted"),
        rx.el.dd(value, class_name="font-medium tabular-nums max-sm:text-right sm:mt-0.5"),
        class_name="flex items-baseline justify-between gap-4 sm:block",
    )


def _header() -> rx.Component:
    return page_header(_("Billing"), _("Your plan, your payments and your invoices."))


def _placeholder() -> rx.Component:
    """Render the placeholder of the notice, the plan and the payments."""
    return rx.fragment(
        sandbox_placeholder(_TEST_PAYMENTS),
        loading_block(7, "min-h-143 sm:min-h-93"),
        rx.el.h2(_("Payments"), class_name="mt-10 mb-4 text-heading font-semibold"),
        loading_block(4, "min-h-60"),
    )


def _content() -> rx.Component:
    state = BillingState
    return rx.fragment(
        sandbox_notice(state.sandbox, _TEST_PAYMENTS),
        rx.cond(
            state.error != "", alert(state.error, tone="danger", role="alert", class_name="mb-5")
        ),
        rx.cond(state.plan.warning != "", _warning()),
        _plan(),
        rx.el.h2(
            _("Payments"),
            id=PAYMENTS_HEADING,
            tab_index=-1,
            class_name="mt-10 mb-4 text-heading font-semibold",
        ),
        rx.cond(
            state.payments.length() > 0,
            records(rx.foreach(state.payments, _payment), caption=_("Payments")),
            empty_state("payments", _("No payments yet"), _("Your payments and invoices will appear here.")),
        ),
        show_more(
            _("payments"),
            following=state.following,
            loading=state.busy == "show_more",
            on_click=state.show_more,
        ),
        _withdrawal() if CONSUMER_PAGES else None,
    )  # fmt: skip


def _withdrawal() -> rx.Component:
    """Render the link of § 356a BGB where buyers look, because it has to be easy to find."""
    return rx.cond(
        BillingState.payments.length() > 0,
        rx.el.p(
            _("Bought something in the last 14 days and changed your mind?"),
            " ",
            link(_("Withdraw from contract here"), "/withdraw-contract"),
            class_name="mt-6 text-muted",
        ),
    )  # pyright: ignore[reportReturnType]


def _warning() -> rx.Component:
    plan = BillingState.plan
    return alert(
        plan.warning,
        rx.el.p(plan.warning_text),
        rx.cond(
            plan.pay_url != "",
            link_button(
                _("Pay now"),
                plan.pay_url,
                # A full page load: the page is Stripe's, even where the sandbox serves it.
                reload_document=True,
                rel="noopener",
                class_name="mt-3 max-sm:w-full",
            ),
        ),
        tone="danger",
        class_name="mb-5",
    )


def _plan() -> rx.Component:
    plan = BillingState.plan
    return card(
        rx.el.div(
            rx.el.h2(plan.title, class_name="min-w-0 text-heading font-semibold"),
            rx.cond(plan.badge != "", badge(plan.badge, tone=plan.tone, class_name="shrink-0")),
            class_name="flex flex-wrap items-start justify-between gap-3",
        ),
        rx.match(
            plan.kind,
            ("lifetime", _text(_("You paid once. Your access never ends."))),
            ("granted", _text(_("This site’s team gave you access. You don’t need to pay."))),
            ("free", _text(IS_FREE)),
            ("ended", _text(STAYS_FREE)),
            rx.fragment(),
        ),
        rx.cond(plan.further_charges != "", rx.el.p(plan.further_charges, class_name="mt-2 text-muted")),
        rx.cond(
            (plan.price != "") | (plan.date != ""),
            facts(
                rx.cond(plan.price != "", fact(_("Price"), plan.price)),
                rx.cond(plan.date != "", fact(plan.date_name, plan.date)),
                rx.cond(plan.since != "", fact(_("Since"), plan.since)),
            ),
        ),
        rx.el.h3(
            rx.cond(plan.has_access, _("What you get"), _("What Pro adds")),
            class_name="mt-5 font-medium",
        ),
        check_items(PAID, tight=True, class_name="mt-2 flex flex-col gap-2 text-compact text-muted"),
        rx.match(
            plan.kind,
            ("active", _actions(_cancellation())),
            ("past_due", _actions(_cancellation())),
            ("lifetime", rx.cond(plan.consequence != "", _actions(_cancellation()))),
            (
                "ending",
                _actions(
                    button(
                        _("Resume subscription"),
                        loading=BillingState.busy == "resume",
                        on_click=BillingState.resume,
                    ),
                    link_button(_("Get lifetime access"), "/payment", variant="secondary"),
                ),
            ),
            ("free", _actions(link_button(_("See the plans"), "/payment", variant="secondary"))),
            ("ended", _actions(link_button(_("Choose a plan"), "/payment"))),
            rx.fragment(),
        ),
    )


def _cancellation() -> rx.Component:
    return dialog(
        dialog_open(
            button(_("Cancel subscription…"), variant="secondary", loading=BillingState.busy == "cancel")
        ),
        _("Cancel your subscription?"),
        rx.el.p(BillingState.plan.consequence),
        actions=rx.fragment(
            dialog_close(button(_("Keep subscription"), variant="secondary")),
            dialog_close(button(_("Cancel subscription"), variant="danger", on_click=BillingState.cancel)),
        ),
    )


def _payment(payment: Any) -> rx.Component:
    return record(
        rx.fragment(payment.amount, " · ", payment.title),
        rx.fragment(
            payment.date,
            rx.cond(
                payment.refunded != "", rx.fragment(" · ", _("{amount} refunded", amount=payment.refunded))
            ),
            rx.cond(payment.remark != "", rx.el.span(payment.remark, class_name="mt-1 block")),
        ),
        badge(payment.status, tone=payment.tone),
        rx.cond(
            payment.invoice_id != "",
            button(
                icon("download"),
                _("Invoice"),
                rx.el.span(" ", _("of {date}", date=payment.date), class_name="sr-only"),
                variant="ghost",
                size="sm",
                class_name="-mr-3",
                loading=BillingState.busy == payment.invoice_id,
                # A second click would download it again.
                on_click=BillingState.download(payment.invoice_id).throttle(1000),
            ),
        ),
    )


def _text(text: str) -> rx.Component:
    return rx.el.p(text, class_name="mt-2 text-muted")


def _actions(*actions: rx.Component) -> rx.Component:
    return button_group(*actions, class_name="mt-6")
