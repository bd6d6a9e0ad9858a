"""Payment: why it is needed, the plans, and the checkout."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    alert,
    badge,
    button,
    button_group,
    card,
    check_items,
    empty_state,
    icon,
    link,
    link_button,
    page_header,
)
from webdev_certs.ui.components.behavior import ReasonInUrl
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.text import sentence
from webdev_certs.ui.pages.layout import loading_block, member_page
from webdev_certs.ui.pages.page_texts import (
    CANCELING,
    FINAL_PRICE,
    FREE,
    IS_FREE,
    PAID,
    PAID_IN_SHORT,
    REFUNDS,
    STAYS_FREE,
)
from webdev_certs.ui.pages.payments.sandbox import sandbox_notice, sandbox_placeholder
from webdev_certs.ui.states.payments.checkout import MESSAGE, CheckoutState
from webdev_certs.ui.states.session.navigation import (
    MOCK_EXAM,
    PRACTICE,
    PRACTICE_HISTORY,
    PRACTICE_MISTAKES,
    TEST_RESULTS,
)
from webdev_certs.ui.states.session.payment_status import (
    FOR_HISTORY,
    FOR_MISTAKES,
    FOR_MOCK_EXAMS,
    FOR_NOTES,
    FOR_REPORTS,
    FOR_REVIEWS,
    UNVERIFIED,
    PaymentState,
)

_ASKED_FOR = (
    (PRACTICE_MISTAKES, _(FOR_MISTAKES)),
    (MOCK_EXAM, _(FOR_MOCK_EXAMS)),
    (PRACTICE_HISTORY, _(FOR_HISTORY)),
    (PRACTICE, _(FOR_NOTES)),
    (TEST_RESULTS, _(FOR_REPORTS)),
    ("", _(FOR_REVIEWS)),
)
"""The beginning of the path that needed paid access → why the user is asked for it."""
_TEST_CARD = "4242\N{NO-BREAK SPACE}4242\N{NO-BREAK SPACE}4242\N{NO-BREAK SPACE}4242"
"""Stripe's test card that succeeds (https://docs.stripe.com/testing); the sandbox accepts it, too."""
_PAY_WITH = _("Pay with a test card, for example {number}.", number=_TEST_CARD)


def _failed_try(try_id: rx.Var[str], code: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    """Pass the try and the error code."""
    return try_id, code


class Checkout(Script):
    """Loads Stripe's script for each `try_id`, then opens `url` when it is set."""

    library = import_path("departures")
    tag = "Checkout"
    try_id: rx.Var[str]
    script_url: rx.Var[str]
    publishable_key: rx.Var[str]
    url: rx.Var[str]
    on_ready: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the try."""
    on_fail: rx.EventHandler[_failed_try]
    """Takes the try and `script_blocked`, `script_empty` or `refused`."""
    on_return: rx.EventHandler[rx.event.no_args_event_spec]
    """Runs when the browser restores the page after the user went back."""


def payment() -> rx.Component:
    """Render `/payment`."""
    return member_page(
        _header(),
        rx.cond(PaymentState.has_paid, _paid(), _offer()),
        waiting=rx.fragment(
            _header(),
            sandbox_placeholder(_PAY_WITH),
            _plans_placeholder(),
        ),
        quiet=True,
    )


def _header() -> rx.Component:
    return page_header(
        _("Pro"),
        rx.cond(
            PaymentState.has_paid,
            _("You have everything in Pro."),
            ReasonInUrl.create(
                # An unverified status has a notice of its own.
                texts=[["access_required", start, text] for start, text in _ASKED_FOR],
                otherwise=f"{PAID_IN_SHORT} {IS_FREE}",
            ),
        ),
    )


def checkout() -> rx.Component:
    """Render what a page needs to start a checkout: Stripe's script and the error message."""
    state = CheckoutState
    return rx.fragment(
        Checkout.create(
            try_id=state.try_id,
            script_url=state.script_url,
            publishable_key=state.publishable_key,
            url=state.departure,
            on_ready=state.depart,
            on_fail=state.stop,
            on_return=state.come_back,
        ),
        rx.el.div(
            rx.cond(
                state.failure != "",
                alert(
                    state.failure,
                    rx.cond(state.failure_detail != "", rx.el.p(state.failure_detail)),
                    rx.el.p(
                        *sentence(
                            _("You weren’t charged. If this happens again, {contact_us}."),
                            contact_us=link(_("contact us"), "/support"),
                        ),
                        class_name="mt-1",
                    ),
                    tone="danger",
                    role="alert",
                    class_name="mb-6",
                ),
            ),
            id=MESSAGE,
            tab_index=-1,
            class_name="scroll-mt-24 outline-none",
        ),
    )  # fmt: skip


def _sandbox_notice() -> rx.Component:
    return sandbox_notice(CheckoutState.sandbox, _PAY_WITH)


def _paid() -> rx.Component:
    return rx.fragment(
        card(
            alert(
                _("Pro is active"),
                rx.cond(
                    PaymentState.is_unverified,
                    rx.el.p(_("We couldn’t check that just now. Try reloading the page.")),
                ),
                tone="success",
            ),
            button_group(
                link_button(PaymentState.continue_label, PaymentState.back_to),
                link_button(_("Go to Billing"), "/dashboard/billing", variant="secondary"),
                class_name="mt-5",
            ),
        ),
        rx.cond(
            (CheckoutState.ends_on != "") & (CheckoutState.plans.length() > 0),
            rx.el.div(_sandbox_notice(), checkout(), _plans(), class_name="mt-10"),
        ),
    )


def _offer() -> rx.Component:
    return rx.fragment(
        rx.cond(
            PaymentState.is_unverified,
            alert(
                _(UNVERIFIED),
                link_button(
                    _("Try again"), PaymentState.back_to, variant="secondary", size="sm", class_name="mt-3"
                ),
                tone="warning",
                class_name="mb-6",
            ),
        ),
        checkout(),
        rx.match(
            CheckoutState.phase,
            ("loading", rx.fragment(sandbox_placeholder(_PAY_WITH), _plans_placeholder())),
            ("ready", rx.fragment(_sandbox_notice(), _plans(), _contents(), _without())),
            empty_state(
                "offline",
                _("We can’t show the plans"),
                CheckoutState.error,
                rx.fragment(
                    button(_("Try again"), on_click=CheckoutState.load),
                    link_button(_("Go to Overview"), "/dashboard", variant="secondary"),
                ),
            ),
        ),
    )


def _contents() -> rx.Component:
    """Render what every plan contains, beside what stays free."""
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.el.div(
            _content(
                _("Every plan includes all of Pro"),
                check_items(PAID, class_name="mt-4 flex flex-col gap-3"),
            ),
            _content(
                _("What stays free"),
                check_items(FREE, class_name="mt-4 flex flex-col gap-3 text-muted"),
            ),
            class_name="mt-12 grid gap-x-12 gap-y-8 border-t border-line pt-8 md:grid-cols-2",
        ),
    )


def _content(heading: str, *content: rx.Component) -> rx.Component:
    return rx.el.section(rx.el.h2(heading, class_name="text-heading font-semibold"), *content)


def _without() -> rx.Component:
    """Render where the user returns to after a payment, and a link to go on without one."""
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.el.div(
            rx.cond(
                PaymentState.attempted != "",
                rx.el.p(
                    _("After you pay, you’ll go back to {page}.", page=PaymentState.attempted),
                    class_name="mb-3 text-sm text-muted",
                ),
            ),
            link(_("Continue without Pro"), "/dashboard", look="alone", class_name="max-sm:min-h-11"),
            class_name="mt-6",
        ),
    )


def _plans() -> rx.Component:
    """Render the plans, with what is true of all of them."""
    return rx.cond(
        CheckoutState.plans.length() > 0,
        rx.fragment(
            rx.cond(CheckoutState.ends_on != "", _after_subscription()),
            _grid(rx.foreach(CheckoutState.plans, _plan)),
            _small_print(),
        ),
        empty_state(
            "payments",
            _("No plans are available right now"),
            STAYS_FREE,
            link_button(_("Go to Overview"), "/dashboard"),
        ),
    )


def _after_subscription() -> rx.Component:
    return rx.el.div(
        rx.el.h2(_("Lifetime access after your subscription"), class_name="text-heading font-semibold"),
        rx.el.p(
            _(
                "Your subscription is canceled. It ends on {date} and won’t renew. You pay the full "
                "price for lifetime access now, and it never ends. Your subscription isn’t refunded.",
                date=CheckoutState.ends_on,
            ),
            class_name="mt-2 max-w-2xl text-muted",
        ),
        class_name="mb-6",
    )


def _grid(*cards: Any) -> rx.Component:
    return rx.el.div(*cards, class_name="grid gap-5 lg:grid-cols-3 lg:gap-y-0")


def _plan(plan: Any) -> rx.Component:
    chosen = CheckoutState.chosen == plan.product_type
    is_alone = CheckoutState.plans.length() == 1
    shown_first = chosen | ((plan.recommended | is_alone) & (CheckoutState.chosen == ""))
    return card(
        rx.el.div(
            rx.el.h2(plan.title, class_name="text-heading font-semibold"),
            rx.cond(
                chosen,
                badge(_("Your choice"), tone="accent"),
                rx.cond(plan.recommended, badge(_("Recommended"), tone="success")),
            ),
            class_name="flex min-h-8 items-center justify-between gap-3",
        ),
        rx.el.p(
            rx.el.span(plan.price, class_name="text-title font-semibold tabular-nums"),
            rx.el.span(plan.period, class_name="ml-2 text-muted"),
            class_name="mt-2",
        ),
        rx.el.div(
            rx.el.p(plan.per_month, class_name="empty:hidden"),
            rx.el.p(plan.remark, class_name="empty:hidden"),
            class_name="mt-1 text-sm text-muted",
        ),
        rx.el.ul(rx.foreach(plan.terms, _line), class_name="mt-4 mb-6 flex flex-col gap-3 text-compact"),
        rx.cond(shown_first, _choose(plan, "primary"), _choose(plan, "secondary")),
        border=rx.cond(shown_first, "border-accent-ink", "border-line"),
        # The cards share their rows, so that prices, terms and buttons are at the same heights.
        class_name="flex flex-col lg:row-span-5 lg:grid lg:grid-rows-subgrid",
    )


def _choose(plan: Any, variant: Literal["primary", "secondary"]) -> rx.Component:
    return button(
        rx.el.span(plan.choose),
        variant=variant,
        loading=CheckoutState.busy == plan.product_type,
        # Before the page has loaded its state, the plans are those of an earlier visit.
        disabled=(CheckoutState.busy != "") | ~rx.State.is_hydrated,
        on_click=CheckoutState.choose(plan.product_type),
        class_name="mt-auto w-full",
    )


def _line(text: Any) -> rx.Component:
    return rx.el.li(icon("check", class_name="mt-0.5 shrink-0 text-success"), text, class_name="flex gap-3")


def _small_print() -> rx.Component:
    """Render what is true of all plans: price and payment, canceling, refunds."""
    billing = link(_("Billing"), "/dashboard/billing")
    return rx.el.section(
        rx.el.p(
            FINAL_PRICE,
            " ",
            _(
                "You pay by card on the website of the payment provider Stripe. We never see your card "
                "number."
            ),
        ),
        rx.el.h2(_("Canceling and refunds"), class_name="mt-3 text-base font-semibold text-ink"),
        rx.el.p(
            CANCELING, " ", *sentence(_("To see your invoices or cancel, go to {billing}."), billing=billing)
        ),
        rx.el.p(REFUNDS),
        rx.el.p(
            link(_("How to ask for a refund"), "/support#payments", look="alone"),
            link(_("Terms"), "/terms", look="alone"),
            class_name="flex flex-wrap gap-x-6 gap-y-1",
        ),
        class_name="mt-6 flex max-w-2xl flex-col gap-2 text-sm text-muted",
    )


def _plans_placeholder() -> rx.Component:
    """Render the placeholder of the plans."""
    return _grid(*[loading_block(9, "min-h-120") for _ in range(3)])
