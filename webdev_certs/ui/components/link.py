"""Links: client-side navigation inside the product, plain <a> elements for other URLs."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.styling import Child, Text, classes
from webdev_certs.ui.reflex_internals import ReactRouterLink

_OUTSIDE = ("http://", "https://", "mailto:", "#", "/api/", "blob:", "data:")

LOOKS = {
    "inline": "font-medium text-accent-ink underline decoration-1 underline-offset-4 hover:decoration-2",
    # At least 24 px high (WCAG 2.2, 2.5.8).
    "alone": "inline-flex min-h-6 items-center font-medium text-accent-ink underline decoration-1 "
    "underline-offset-4 hover:decoration-2",
    "quiet": "text-muted hover:text-ink hover:underline underline-offset-4",
}


class _CurrentLink(ReactRouterLink):
    """A link with `aria-current="page"` on its page and on the pages below it."""

    tag = "NavLink"
    alias = "ReactRouterNavLink"


def anchor(
    *children: Child, href: Text, new_tab: bool = False, marks_current: bool = False, **props: Any
) -> rx.Component:
    """Render an unstyled link.

    Args:
        *children: Content of the link.
        href: A path of the product or another URL; without `new_tab`, a Var must be a path.
        new_tab: Whether a page of another site opens in a new tab. Screen readers say so, unless an
            `aria_label` keeps them from it.
        marks_current: Whether the link has `aria-current="page"` on its page and on the pages below it.
        **props: Passed on to the link.

    Returns:
        A React Router link for paths; otherwise an <a>, with `rel="noopener"` when it leaves the site.
    """
    if new_tab:
        hint = rx.el.span(" ", _("(opens in a new tab)"), class_name="sr-only")
        return rx.el.A.create(*children, hint, href=href, target="_blank", rel="noopener", **props)
    if isinstance(href, str) and href.startswith(_OUTSIDE):
        if href.startswith("http"):
            props.setdefault("rel", "noopener")
        return rx.el.A.create(*children, href=href, **props)
    kind = _CurrentLink if marks_current else ReactRouterLink
    return kind.create(*children, to=href, **props)


def link(label: Child, href: Text, *, look: str = "inline", **props: Any) -> rx.Component:
    """Render a text link.

    Args:
        label: Text of the link.
        href: See `anchor`.
        look: "inline" within a sentence, "alone" where the link is all of its line,
            "quiet" in lists of links.
        **props: Passed on to the link.
    """
    name = classes("rounded-sm", LOOKS[look], props.pop("class_name", ""))
    return anchor(label, href=href, class_name=name, **props)
