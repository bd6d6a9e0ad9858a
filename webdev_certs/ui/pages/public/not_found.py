"""Redirects in the browser: from unknown paths to the home page, and from old paths."""

import reflex as rx

from webdev_certs.shared.translation import _


class _Navigate(rx.Component):
    """React Router's redirect. With `replace`, the back button does not return to the old path."""

    library = "react-router"
    tag = "Navigate"
    to: rx.Var[str]
    replace: rx.Var[bool]

    @property
    def import_var(self) -> rx.ImportVar:
        """Import the component; Reflex installs the package already."""
        return rx.ImportVar(tag=self.tag, install=False)


def go_to(path: str) -> rx.Component:
    """Render a page that redirects.

    Args:
        path: Target path.

    Returns:
        The page.
    """
    return rx.el.main(_Navigate.create(to=path, replace=True), rx.el.h1(_("Loading"), class_name="sr-only"))


def not_found() -> rx.Component:
    """Render the page for unknown paths, which redirects to "/"."""
    return go_to("/")
