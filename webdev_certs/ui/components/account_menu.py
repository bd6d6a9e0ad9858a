"""The account menu of signed-in users, and the pages that it and the navigation lead to."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.menu import menu, menu_item, menu_separator
from webdev_certs.ui.components.placeholder import skeleton
from webdev_certs.ui.components.styling import Flag, Text, classes
from webdev_certs.ui.components.theme import theme_menu_choice

NAVIGATION = [
    ("overview", _("Overview"), "grid", "/dashboard/overview"),
    (
        "certifications",
        pgettext("a view of the dashboard", "Certifications"),
        "award",
        "/dashboard/certifications",
    ),
    ("practice", _("Practice"), "target", "/dashboard/practice"),
    ("progress", _("Progress"), "chart", "/dashboard/progress"),
    ("my-certificates", _("Certificates"), "file", "/dashboard/my-certificates"),
]
Entries: TypeAlias = Sequence[tuple[str, ...]]
TABS = NAVIGATION[:4]
ACCOUNT_PAGES = [
    # Phones have room for four tabs; this is the fifth view.
    NAVIGATION[4],
    ("profile", _("Profile"), "user", "/dashboard/profile"),
    ("billing", _("Billing"), "credit-card", "/dashboard/billing"),
]
_ACCOUNT = "flex min-h-11 w-full items-center gap-3 rounded-control px-2 "


def account_menu(
    user_name: Text,
    on_sign_out: Any,
    *,
    active: str = "",
    holds_active: bool = False,
    beside: Entries = TABS,
) -> rx.Component:
    """Render the account menu.

    Args:
        user_name: Name of the user, shown on the button.
        on_sign_out: Event that signs the user out.
        active: The current page, if it is one of the menu: "my-certificates", "profile" or "billing".
        holds_active: Whether to mark the menu, because the current page has no other entry in the navigation.
        beside: The navigation beside it, whose pages it leaves out.

    Returns:
        The menu.
    """
    trigger = rx.el.button(
        _portrait(is_marked=holds_active),
        rx.el.span(
            user_name,
            class_name="min-w-0 flex-1 text-left text-compact leading-tight font-medium wrap-anywhere "
            "max-lg:sr-only",
        ),
        icon("chevron-down", class_name="size-4 text-faint max-lg:hidden"),
        type="button",
        aria_label=rx.Var.create(_("Account: {name}", name=user_name)),
        aria_current="true" if holds_active else "false",
        class_name=_ACCOUNT + "text-ink hover:bg-sunken",
    )
    return menu(
        trigger,
        *[
            menu_item(text, drawing, href=href, current=active == key)
            for key, text, drawing, href in ACCOUNT_PAGES
            if (key, text, drawing, href) not in beside
        ],
        menu_separator(),
        theme_menu_choice(),
        menu_separator(),
        menu_item(_("Sign out"), "log-out", on_click=on_sign_out),
    )


def _portrait(*, is_marked: bool) -> rx.Component:
    return rx.el.span(
        icon("user"),
        class_name=classes(
            "grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink",
            "border-2 border-accent-ink" if is_marked else "",
        ),
    )


def account_of(
    signed_in: Flag, user_name: Text, on_sign_out: Any, active: str, holds_active: bool, beside: Entries
) -> rx.Component:
    """Render the account menu, or its placeholder until the signed-in user is known."""
    known = account_menu(user_name, on_sign_out, active=active, holds_active=holds_active, beside=beside)
    unknown = rx.el.div(
        _portrait(is_marked=holds_active),
        skeleton(0, class_name="h-4 w-24 max-lg:hidden"),
        # Hidden, because the content already tells screen readers that the page is loading.
        aria_hidden="true",
        class_name=_ACCOUNT,
    )
    if isinstance(signed_in, rx.Var):
        return rx.cond(signed_in, known, unknown)
    return known if signed_in else unknown
