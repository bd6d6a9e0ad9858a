"""A panel of a settings page: its heading beside its content on wide screens, above it on others."""

import reflex as rx

from webdev_certs.ui.components.styling import Child


def panel(title: str, lead: Child, *body: Child, id: str) -> rx.Component:
    """Render a panel with an <h2>.

    Args:
        title: Heading.
        lead: A sentence below the heading.
        *body: The form, list or button.
        id: Id of the panel. The heading has the id `<id>-title` and can take the focus.

    Returns:
        The panel.
    """
    return rx.el.section(
        rx.el.div(
            rx.el.h2(
                title, id=f"{id}-title", tab_index=-1, class_name="text-heading font-semibold outline-none"
            ),
            rx.el.p(lead, class_name="mt-1.5 text-compact text-muted"),
        ),
        rx.el.div(*body, class_name="min-w-0"),
        id=id,
        aria_labelledby=f"{id}-title",
        class_name="grid gap-5 border-t border-line py-8 first:border-t-0 first:pt-0 lg:grid-cols-[1fr_2fr] "
        "lg:gap-12",
    )
