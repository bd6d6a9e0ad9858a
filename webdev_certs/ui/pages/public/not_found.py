"""Addresses that lead elsewhere: unknown ones home, old ones to their successors (specification §2)."""

import reflex as rx
from reflex_base.utils.imports import ImportVar


class _Navigate(rx.Component):
    """React Router's redirect; it replaces the address, so the back button does not return to it."""

    library = "react-router"
    tag = "Navigate"
    to: rx.Var[str]
    replace: rx.Var[bool]

    @property
    def import_var(self) -> ImportVar:
        """Comes with the framework."""
        return ImportVar(tag=self.tag, install=False)


def go_to(path: str) -> rx.Component:
    """Render a page that only leads on.

    Args:
        path: Where to.

    Returns:
        The page.
    """
    return rx.el.main(_Navigate.create(to=path, replace=True), rx.el.h1("One moment", class_name="sr-only"))


def not_found() -> rx.Component:
    """Render the page for unknown paths.

    Returns:
        A page that goes to "/" at once.
    """
    return go_to("/")
