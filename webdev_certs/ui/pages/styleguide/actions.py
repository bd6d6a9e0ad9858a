"""Buttons, links, menus and what they consist of."""

import reflex as rx

from webdev_certs.schemas.social import PROVIDER_NAMES
from webdev_certs.ui.components import (
    anchor,
    button,
    button_group,
    icon,
    icon_button,
    link,
    link_button,
    menu,
    menu_choice,
    menu_item,
    menu_separator,
    or_divider,
    show_more,
    sign_in_buttons,
)
from webdev_certs.ui.components.account_menu import account_menu
from webdev_certs.ui.components.icon import icon_names
from webdev_certs.ui.components.marks import provider_mark
from webdev_certs.ui.components.styling import Child
from webdev_certs.ui.components.theme import theme_menu_choice, theme_switch, theme_toggle
from webdev_certs.ui.pages.styleguide.entries import Entry, Group, entry

_ROW = "flex flex-wrap items-center gap-3"
_YES, _NO = rx.Var.create(True), rx.Var.create(False)


def group() -> Group:
    """Return the group."""
    return Group(
        "actions", "Actions", (_buttons(), _group(), *_links(), *_menus(), *_theme(), *_signing_in())
    )


def _group() -> Entry:
    return entry(
        button_group,
        examples=[
            ("two", button_group(button("Start practice"), button("Go back", variant="secondary"))),
            ("one", button_group(button("Save settings", variant="secondary"))),
        ],
    )


def _row(*children: Child) -> rx.Component:
    return rx.el.div(*children, class_name=_ROW)


def _buttons() -> Entry:
    variants = ("primary", "secondary", "ghost", "danger", "danger-outline")
    return entry(
        button,
        icon_button,
        icon,
        examples=[
            *[
                (
                    f"{variant}: default, disabled, busy",
                    _row(
                        button("Start practice", variant=variant),
                        button("Start practice", variant=variant, disabled=True),
                        button("Start practice", variant=variant, loading=_YES),
                    ),
                )
                for variant in variants
            ],
            (
                "small, medium, large",
                _row(button("Small", size="sm"), button("Medium"), button("Large", size="lg")),
            ),
            (
                "with an icon; an icon alone, default and disabled",
                _row(
                    button(icon("download"), "Download PDF", variant="secondary"),
                    icon_button("x", "Close the example"),
                    icon_button("arrow-up", "Move the example up", aria_disabled=True),
                ),
            ),
            (
                "all icons",
                rx.el.ul(
                    *[rx.el.li(icon(name, label=name)) for name in icon_names()],
                    class_name="flex flex-wrap gap-3 text-xl",
                ),
            ),
        ],
    )


def _links() -> tuple[Entry, ...]:
    return (
        entry(
            link_button,
            examples=[
                (
                    "primary and secondary",
                    _row(
                        link_button("Dashboard", "/dashboard"),
                        link_button("Verify", "/verify", variant="secondary"),
                        link_button(
                            "LinkedIn", "https://www.linkedin.com/", variant="secondary", new_tab=True
                        ),
                    ),
                )
            ],
        ),
        entry(
            link,
            anchor,
            examples=[
                ("in a text", rx.el.p("Read ", link("the terms", "/terms"), " first.")),
                (
                    "quiet, in lists of links",
                    rx.el.ul(
                        rx.el.li(
                            link(
                                "About the project",
                                "/about",
                                look="quiet",
                                class_name="inline-flex min-h-6 items-center",
                            )
                        )
                    ),
                ),
                ("without a style", anchor("Contact page", href="/contact")),
            ],
        ),
        entry(
            show_more,
            examples=[
                (
                    "there is a next page",
                    show_more("examples", following=rx.Var.create("next"), loading=_NO, on_click=rx.noop()),
                ),
                (
                    "loading",
                    show_more("rounds", following=rx.Var.create("next"), loading=_YES, on_click=rx.noop()),
                ),
            ],
        ),
    )


def _menus() -> tuple[Entry, ...]:
    return (
        entry(
            menu,
            menu_item,
            menu_choice,
            menu_separator,
            theme_menu_choice,
            examples=[
                (
                    "actions, links and a choice",
                    menu(
                        button("Other formats", icon("chevron-down"), variant="secondary"),
                        menu_item("Badge as PNG", "download", on_click=rx.noop()),
                        menu_item("Verify", "shield", href="/verify"),
                        menu_separator(),
                        menu_choice(
                            "Order",
                            rx.Var.create("newest"),
                            [
                                ("newest", "Newest first", "arrow-down"),
                                ("oldest", "Oldest first", "arrow-up"),
                            ],
                            lambda _: rx.noop(),
                        ),
                        menu_separator(),
                        theme_menu_choice(),
                    ),
                ),
            ],
        ),
        entry(
            account_menu,
            examples=[
                ("the menu of the dashboard", account_menu("Ada Lovelace", rx.noop())),
                (
                    "on one of its pages, with a long name",
                    account_menu(
                        "Ada King, Countess of Lovelace", rx.noop(), active="profile", holds_active=True
                    ),
                ),
            ],
        ),
    )


def _theme() -> tuple[Entry, ...]:
    return (
        entry(theme_switch, examples=[("all three themes", theme_switch("example-theme"))]),
        entry(theme_toggle, examples=[("light or dark", theme_toggle())]),
    )


def _signing_in() -> tuple[Entry, ...]:
    return (
        entry(
            sign_in_buttons,
            provider_mark,
            examples=[
                (
                    "default",
                    sign_in_buttons(
                        PROVIDER_NAMES, lambda _: rx.noop(), waiting=_NO, chosen=rx.Var.create("")
                    ),
                ),
                (
                    "waiting for GitHub",
                    sign_in_buttons(
                        PROVIDER_NAMES, lambda _: rx.noop(), waiting=_YES, chosen=rx.Var.create("github")
                    ),
                ),
                ("the marks alone", _row(*[provider_mark(name) for name in PROVIDER_NAMES])),
            ],
        ),
        entry(or_divider, examples=[("between two ways to sign in", or_divider())]),
    )
