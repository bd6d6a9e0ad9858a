"""A certification as a card."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import anchor, icon
from webdev_certs.ui.pages.offers import Offer


def _sign(offer: Offer) -> rx.Component:
    """Render the monogram of a technology, hidden from screen readers."""
    return rx.el.span(
        offer.sign,
        aria_hidden="true",
        class_name="grid size-11 shrink-0 place-items-center rounded-control bg-accent-soft font-semibold "
        "text-accent-ink",
    )


def offer_card(offer: Offer) -> rx.Component:
    """Render a certification as a card that links to its page.

    Args:
        offer: The certification.

    Returns:
        The card.
    """
    title = rx.el.h3(offer.name, class_name="text-heading font-semibold")
    return anchor(
        rx.el.div(_sign(offer), title, class_name="flex items-center gap-4 sm:block sm:space-y-5"),
        rx.el.p(offer.summary, class_name="mt-3 flex-1 sm:mt-1.5 text-compact text-muted"),
        rx.el.span(
            _("See the test topics"),
            icon("arrow-right", class_name="transition-transform group-hover:translate-x-1"),
            class_name="mt-5 flex items-center gap-2 text-compact font-medium text-accent-ink",
        ),
        href=offer.path,
        class_name="group flex h-full flex-col rounded-card border border-line bg-surface p-6 shadow-card "
        "transition-shadow hover:shadow-raised",
    )
