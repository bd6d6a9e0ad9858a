"""What is free, and what Pro costs."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import button_group, card, check_items, section, skeleton
from webdev_certs.ui.pages.page_texts import CANCELING, FINAL_PRICE, FREE, IS_FREE, PAID, PAID_IN_SHORT
from webdev_certs.ui.pages.public.member_link import account_button, member_button
from webdev_certs.ui.states.payments.plans import PricesState


def prices(*, sunken: bool = False) -> rx.Component:
    """Render the section with the prices.

    Args:
        sunken: Whether to use the darker background.
    """
    return section(
        _("What it costs"),
        rx.el.div(
            _card(
                "",
                _("Practice, tests and certificates"),
                rx.el.p(_("Free"), class_name="text-display font-semibold"),
                rx.el.p(_("You need an account but no card."), class_name="mt-2 text-muted"),
                points=FREE,
                action=account_button(),
            ),
            _card(
                # The height of three prices, one with two remarks, so that nothing moves when they come.
                "min-h-39",
                _("Pro"),
                rx.match(
                    PricesState.phase,
                    ("loading", skeleton(3, class_name="gap-5")),
                    (
                        "ready",
                        rx.el.ul(
                            rx.foreach(PricesState.rows, _price),
                            class_name="grid grid-cols-[auto_auto_1fr] gap-3",
                        ),
                    ),
                    rx.el.p(_("You see the prices before you pay."), class_name="text-muted"),
                ),
                points=PAID,
                note=f"{CANCELING} {FINAL_PRICE}",
                action=member_button(_("See the plans"), "/payment", variant="secondary"),
            ),
            # The cards share their rows, so that the lists begin at the same height.
            class_name="grid gap-5 md:grid-cols-2 md:gap-y-0",
        ),
        id="prices",
        lead=f"{IS_FREE} {PAID_IN_SHORT}",
        sunken=sunken,
    )


def _card(
    height: str, title: str, *price: Any, points: tuple[str, ...], action: rx.Component, note: str = ""
) -> rx.Component:
    return card(
        rx.el.h3(title, class_name="text-heading font-semibold"),
        rx.el.div(*price, class_name=f"mt-3 {height}".strip()),
        check_items(points, class_name="mt-5 flex flex-col gap-3 border-t border-line pt-5 text-muted"),
        rx.el.div(
            *([rx.el.p(note, class_name="mt-5 text-sm text-muted")] if note else []),
            button_group(action, class_name="mt-auto pt-7"),
            class_name="flex grow flex-col",
        ),
        class_name="flex flex-col sm:p-8 md:row-span-4 md:grid md:grid-rows-subgrid",
    )


def _price(row: Any) -> rx.Component:
    # Below its price. On a tablet, where the cards are narrow, across all columns: it stays on one line.
    remark = "col-start-2 col-span-2 md:max-lg:col-span-full text-sm text-muted empty:hidden"
    return rx.el.li(
        rx.el.span(row.title, class_name="font-medium"),
        rx.el.span(row.price, class_name="text-heading font-semibold tabular-nums"),
        rx.el.span(row.period, class_name="text-sm text-muted"),
        rx.el.span(row.per_month, class_name=remark),
        rx.el.span(row.remark, class_name=remark),
        # The columns of all rows are the same.
        class_name="col-span-full grid grid-cols-subgrid items-baseline gap-y-1",
    )
