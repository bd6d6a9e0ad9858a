"""A part of a screen of settings: its heading beside what it sets on wide screens, above on others."""

import reflex as rx

from webdev_certs.ui.components.styling import Child


def panel(title: str, lead: Child, *body: Child, id: str) -> rx.Component:
    """Render one part, with a heading of level two.

    Args:
        title: What is set here.
        lead: What that means.
        *body: The form, list or button.
        id: Its address within the page; its heading, `<id>-title`, can take the focus.

    Returns:
        The part.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                title, id=f"{id}-title", tab_index=-1, class_name="text-heading font-semibold outline-none"
            ),
            rx.el.p(lead, class_name="mt-1.5 text-[0.9375rem] text-muted"),
        ),
        rx.el.div(*body, class_name="min-w-0"),
        id=id,
        aria_labelledby=f"{id}-title",
        class_name="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 lg:grid-cols-[1fr_2fr] "
        "lg:gap-12",
    )
