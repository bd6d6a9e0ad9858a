"""The frames of the pages for signed-in users: dashboard with its account menu, and running attempts."""

from collections.abc import Sequence
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _, pgettext
from webdev_certs.ui.components.frame import brand, logo, main, skip_link
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import anchor
from webdev_certs.ui.components.menu import menu, menu_item, menu_separator
from webdev_certs.ui.components.placeholder import skeleton
from webdev_certs.ui.components.styling import Child, Flag, Text, classes
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
_SHORT = {"certifications": pgettext("a tab of phones: the certification tests", "Tests")}
"""Shorter names of views, because narrow phones have room for five short tabs."""
_TABS = [(key, _SHORT.get(key, text), drawing, href) for key, text, drawing, href in NAVIGATION]
_ACCOUNT_PAGES = [
    ("profile", _("Profile"), "user", "/dashboard/profile"),
    ("billing", _("Billing"), "credit-card", "/dashboard/billing"),
]
_ACCOUNT = "flex min-h-11 w-full items-center gap-3 rounded-control px-2 "


def account_menu(
    user_name: Text,
    on_sign_out: Any,
    *,
    id: str,
    active: str = "",
    holds_active: bool = False,
) -> rx.Component:
    """Render the account menu.

    Args:
        user_name: Name of the user, shown on the button.
        on_sign_out: Event that signs the user out.
        id: Id of the menu, unique on the page.
        active: The current page, if it is one of the menu: "profile" or "billing".
        holds_active: Whether to mark the menu, because the current page has no other entry in the navigation.
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
            for key, text, drawing, href in _ACCOUNT_PAGES
        ],
        menu_separator(),
        theme_menu_choice(),
        menu_separator(),
        menu_item(_("Sign out"), "log-out", on_click=on_sign_out),
        id=id,
    )


def _portrait(*, is_marked: bool) -> rx.Component:
    return rx.el.span(
        icon("user"),
        class_name=classes(
            "grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink",
            "border-2 border-accent-ink" if is_marked else "",
        ),
    )


def _account(
    signed_in: Flag,
    user_name: Text,
    on_sign_out: Any,
    active: str,
    *,
    id: str,
    holds_active: bool,
) -> rx.Component:
    """Render the account menu, or its placeholder until the signed-in user is known."""
    known = account_menu(user_name, on_sign_out, id=id, active=active, holds_active=holds_active)
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


def _entries(active: str, look: str, navigation: Sequence[tuple[str, ...]]) -> list[rx.Component]:
    """Render the navigation entries; `aria-current` styles the current one."""
    return [
        rx.el.li(
            anchor(
                icon(drawing, class_name="size-5"),
                rx.el.span(text, class_name="max-w-full truncate"),
                href=href,
                aria_current="page" if active == key else "false",
                class_name=look,
            ),
            # Entries are as wide as their words need, so that narrow phones cut off none of them.
            class_name="min-w-0 grow",
        )
        for key, text, drawing, href in navigation
    ]


def _side(active: str, account: rx.Component) -> rx.Component:
    """Render the side navigation of wide screens."""
    look = (
        "flex min-h-11 items-center gap-3 rounded-control px-3 text-compact font-medium text-muted "
        "hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft "
        "aria-[current=page]:text-accent-ink forced-colors:aria-[current=page]:underline"
    )
    return rx.el.header(
        brand("/dashboard"),
        rx.el.nav(
            rx.el.ul(*_entries(active, look, NAVIGATION), class_name="flex flex-col gap-1"),
            aria_label=_("Dashboard"),
            class_name="mt-8 flex-1",
        ),
        account,
        class_name="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r border-line bg-surface p-4 "
        "lg:flex print:hidden",
        # The offline notice is centered beside it (pages/root.py).
        custom_attrs={"data-side": ""},
    )


def _bottom(active: str) -> rx.Component:
    """Render the navigation bar of phones and tablets."""
    look = (
        "relative flex min-h-15 flex-col items-center justify-center gap-1 px-0.5 text-xs font-medium "
        "text-muted focus-visible:-outline-offset-2 aria-[current=page]:text-accent-ink "
        # A bar marks the current tab for people who do not see the colors. It is a border, because forced
        # colors hide backgrounds.
        "aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-3 "
        "aria-[current=page]:before:top-0 aria-[current=page]:before:border-t-3 "
        "aria-[current=page]:before:border-accent-ink"
    )
    return rx.el.nav(
        rx.el.ul(*_entries(active, look, _TABS), class_name="mx-auto flex max-w-2xl"),
        aria_label=_("Dashboard"),
        class_name="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-surface "
        "pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden",
    )


def app_shell(
    *children: Child,
    active: str = "overview",
    signed_in: Flag = True,
    user_name: Text = "",
    on_sign_out: Any = None,
) -> rx.Component:
    """Frame a page of the dashboard.

    Args:
        *children: The page, starting with a `page_header`.
        active: The current page: "overview", "certifications", "practice", "progress", "my-certificates",
            "profile" or "billing"; any other value marks no entry.
        signed_in: Whether the user is known; until then, a placeholder takes the place of the account menu.
        user_name: Name of the user.
        on_sign_out: Event that signs the user out.
    """
    # A page without an entry in the navigation is in the account menu, which is then marked as current.
    is_outside = active in {page[0] for page in _ACCOUNT_PAGES}

    def account(id: str) -> rx.Component:
        return _account(signed_in, user_name, on_sign_out, active, id=id, holds_active=is_outside)

    top = rx.el.header(
        brand("/dashboard"),
        # Lines up the account's circle, not the space around it, with the right edge of the content.
        rx.el.div(
            account("account-menu"),
            class_name="-mr-2",
        ),
        class_name="flex h-16 items-center justify-between gap-4 border-b border-line bg-surface px-5 "
        "sm:px-8 lg:hidden print:hidden",
    )
    return rx.el.div(
        skip_link(),
        _side(active, account("side-account-menu")),
        rx.el.div(
            top,
            main(
                *children,
                class_name="mx-auto w-full max-w-5xl flex-1 px-5 pt-8 pb-28 outline-none sm:px-8 lg:px-10 "
                "lg:pt-12 lg:pb-16",
            ),
            class_name="flex min-w-0 flex-1 flex-col",
        ),
        _bottom(active),
        class_name="flex min-h-dvh",
    )


def focus_shell(*children: Child, title: Child = "", aside: Child | None = None) -> rx.Component:
    """Frame a running attempt or practice session, without navigation.

    Args:
        *children: The page.
        title: Title in the header.
        aside: Content at the right of the header, such as the timer.
    """
    return rx.el.div(
        skip_link(),
        rx.el.header(
            rx.el.div(
                logo(),
                rx.el.p(
                    title,
                    class_name="min-w-0 flex-1 font-medium wrap-break-word hyphens-auto text-ink "
                    "max-sm:leading-tight",
                ),
                aside,
                # As wide as a question (`question_frame`).
                class_name="mx-auto flex min-h-16 w-full max-w-3xl items-center gap-3 px-5 py-1 sm:px-8 "
                "lg:max-w-5xl xl:max-w-6xl",
            ),
            class_name="sticky top-0 z-40 border-b border-line bg-canvas",
        ),
        main(
            *children,
            class_name="mx-auto w-full max-w-3xl flex-1 px-5 py-8 outline-none sm:px-8 sm:py-12",
        ),
        class_name="flex min-h-dvh flex-col",
    )
