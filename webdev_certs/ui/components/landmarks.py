"""What every shell shares: the skip link and the main landmark."""

from typing import Any

import reflex as rx
from reflex_components_core.el.elements.inline import A

from webdev_certs.ui.components.styling import Child

_MAIN_ID = "main"
# The browser's own jump makes an entry in the history that the router does not know, so that a running test
# could be left by going back from there.
_jump = rx.Var(
    f"((event) => {{ event.preventDefault(); document.getElementById('{_MAIN_ID}').focus(); }})"
).to(rx.EventChain)


def skip_link() -> rx.Component:
    """Render the link that jumps over the navigation; seen only while focused.

    Returns:
        The link: a plain one, because React Router's would name the page, and a page may have many addresses.
    """
    return A.create(
        "Skip to content",
        href=f"#{_MAIN_ID}",
        on_click=_jump,
        class_name="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-accent px-4 py-3 font-medium "
        "text-on-accent focus:translate-y-0",
    )


def main(*children: Child, **props: Any) -> rx.Component:
    """Render the main landmark.

    Args:
        *children: The screen.
        **props: Passed on to the <main>.

    Returns:
        The landmark, which the skip link can focus.
    """
    return rx.el.main(*children, id=_MAIN_ID, tab_index=-1, **props)
