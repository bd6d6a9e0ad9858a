"""The skip link and the main landmark, which every page frame has."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.styling import Child

_MAIN_ID = "main"
# The browser's own jump adds a history entry that the router does not know. The back button could then leave
# a running attempt without asking.
_jump = rx.Var(
    f"((event) => {{ event.preventDefault(); document.getElementById('{_MAIN_ID}').focus(); }})"
).to(rx.EventChain)


def skip_link() -> rx.Component:
    """Render the link that skips the navigation; visible only while focused.

    Returns:
        A plain <a>, because React Router's link needs the path of the page, which differs on dynamic routes.
    """
    return rx.el.A.create(
        _("Skip to content"),
        href=f"#{_MAIN_ID}",
        on_click=_jump,
        class_name="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-3 font-medium "
        "text-on-accent focus:translate-y-0",
    )


def main(*children: Child, **props: Any) -> rx.Component:
    """Render the main landmark.

    Args:
        *children: The page.
        **props: Passed on to the <main>.

    Returns:
        The <main>, which the skip link can focus.
    """
    return rx.el.main(*children, id=_MAIN_ID, tab_index=-1, **props)
