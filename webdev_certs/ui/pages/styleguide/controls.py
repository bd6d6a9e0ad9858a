"""What users operate: buttons, links, menus, form fields and whole forms."""

from collections.abc import Iterator
from typing import Any, get_args

import reflex as rx

from webdev_certs.schemas.auth import PROVIDER_NAMES
from webdev_certs.ui.components import (
    anchor,
    button,
    button_group,
    checkbox,
    checkbox_card,
    field,
    icon,
    icon_button,
    link,
    link_button,
    menu,
    menu_choice,
    menu_item,
    menu_separator,
    new_password_field,
    or_divider,
    password_field,
    password_input,
    radio_card,
    select,
    show_more,
    sign_in_buttons,
    switch,
    text_area,
    text_field,
    text_input,
    verify_box,
)
from webdev_certs.ui.components.app_shell import account_menu
from webdev_certs.ui.components.button import Variant
from webdev_certs.ui.components.form import error_line, form, help_lines, outcome, select_control
from webdev_certs.ui.components.icon import icon_names
from webdev_certs.ui.components.page_shell import language_switch
from webdev_certs.ui.components.sign_in_buttons import provider_mark
from webdev_certs.ui.components.styling import Child
from webdev_certs.ui.components.theme import theme_menu_choice, theme_switch, theme_toggle
from webdev_certs.ui.pages.styleguide.entry import Entry

_YES, _NO = rx.Var.create(True), rx.Var.create(False)
_ORDERS = [("newest", "Newest first", "arrow-down"), ("oldest", "Oldest first", "arrow-up")]
_LEVELS = [("beginner", "Beginner"), ("advanced", "Advanced")]


def _row(*children: Child) -> rx.Component:
    return rx.el.div(*children, class_name="flex flex-wrap items-center gap-3")


def actions() -> Iterator[Entry]:
    """Yield buttons, links, menus, and the choices of theme and language."""
    variants: tuple[Variant, ...] = get_args(Variant)
    icons = [rx.el.li(icon(name, label=name)) for name in icon_names()]
    yield Entry(
        (button, icon_button, icon),
        {
            f"{variant}: default, disabled, busy": _row(
                button("Start practice", variant=variant),
                button("Start practice", variant=variant, disabled=True),
                button("Start practice", variant=variant, loading=_YES),
            )
            for variant in variants
        }
        | {
            "small, medium, large": _row(
                button("Small", size="sm"), button("Medium"), button("Large", size="lg")
            ),
            "with an icon; an icon alone, default and disabled": _row(
                button(icon("download"), "Download PDF", variant="secondary"),
                icon_button("x", "Close the example"),
                icon_button("arrow-up", "Move the example up", aria_disabled=True),
            ),
            "all icons": rx.el.ul(*icons, class_name="flex flex-wrap gap-3 text-xl"),
        },
    )
    yield Entry(
        (button_group,),
        {
            "two": button_group(button("Start practice"), button("Go back", variant="secondary")),
            "one": button_group(button("Save settings", variant="secondary")),
        },
    )
    linked_in = "https://www.linkedin.com/"
    yield Entry(
        (link_button,),
        {
            "primary and secondary": _row(
                link_button("Dashboard", "/dashboard"),
                link_button("Verify", "/verify", variant="secondary"),
                link_button("LinkedIn", linked_in, variant="secondary", new_tab=True),
            )
        },
    )
    quiet = link("About the project", "/about", look="quiet", class_name="inline-flex min-h-6 items-center")
    yield Entry(
        (link, anchor),
        {
            "in a text": rx.el.p("Read ", link("the terms", "/terms"), " first."),
            "quiet, in lists of links": rx.el.ul(rx.el.li(quiet)),
            "without a style": anchor("Contact page", href="/contact"),
        },
    )
    more: dict[str, Any] = {"following": rx.Var.create("next"), "on_click": rx.noop()}
    yield Entry(
        (show_more,),
        {
            "there is a next page": show_more("examples", loading=_NO, **more),
            "loading": show_more("rounds", loading=_YES, **more),
        },
    )
    yield Entry(
        (menu, menu_item, menu_choice, menu_separator, theme_menu_choice),
        {
            "actions, links and a choice": menu(
                button("Other formats", icon("chevron-down"), variant="secondary"),
                menu_item("Badge as PNG", "download", on_click=rx.noop()),
                menu_item("Verify", "shield", href="/verify"),
                menu_separator(),
                menu_choice("Order", rx.Var.create("newest"), _ORDERS, lambda _: rx.noop()),
                menu_separator(),
                theme_menu_choice(),
                id="guide-menu",
            )
        },
    )
    countess = "Ada King, Countess of Lovelace"
    marked: dict[str, Any] = {"active": "profile", "holds_active": True}
    yield Entry(
        (account_menu,),
        {
            "the menu of the dashboard": account_menu("Ada Lovelace", rx.noop(), id="guide-account"),
            "on one of its pages, with a long name": account_menu(
                countess, rx.noop(), id="guide-marked-account", **marked
            ),
        },
    )
    yield Entry((theme_switch,), {"all three themes": theme_switch("example-theme")})
    yield Entry((theme_toggle,), {"light or dark": theme_toggle()})
    yield Entry((language_switch,), {"two languages": language_switch(label="Example of languages")})
    yield Entry(
        (sign_in_buttons, provider_mark),
        {
            caption: sign_in_buttons(
                PROVIDER_NAMES, lambda _: rx.noop(), waiting=waiting, chosen=rx.Var.create("github")
            )
            for caption, waiting in (("default", _NO), ("waiting for GitHub", _YES))
        }
        | {"the marks alone": _row(*[provider_mark(name) for name in PROVIDER_NAMES])},
    )
    yield Entry((or_divider,), {"between two ways to sign in": or_divider()})


def fields() -> Iterator[Entry]:
    """Yield form fields, choices and whole forms."""
    no_at = "Enter an email with an @."
    yield Entry(
        (text_field, field, text_input, error_line, help_lines),
        {
            "default": text_field("Full name", "guide-name"),
            "with a hint": text_field("Nickname", "guide-hint", hint="Others do not see it."),
            "invalid": text_field("Email", "guide-invalid", error=no_at, default_value="ada.example.com"),
            "disabled": text_field("Account", "guide-off", default_value="ada@example.com", disabled=True),
            "a control without a field": text_input("guide-alone", aria_label="Search"),
            "with a hint and an error": text_field(
                "Number", "guide-both", hint="Six digits.", error="Enter a number."
            ),
            "an error by itself": error_line("Choose at least one answer."),
            "the lines below another control": help_lines("guide-lines", hint="A hint.", error="An error."),
        },
    )
    yield Entry(
        (password_field, password_input, new_password_field),
        {
            "default": password_field("Password", "guide-password"),
            "invalid": password_field("Your password", "guide-wrong", error="This password is wrong."),
            "a new one, with its strength": new_password_field("New password", "guide-new", min_length=12),
            "without a field": password_input("guide-password-alone", aria_label="Password of the example"),
        },
    )
    short = "Write at least ten characters."
    yield Entry(
        (text_area,),
        {
            "default": field("Message", text_area("guide-message", rows="3"), name="guide-message"),
            "invalid": field(
                "Report", text_area("guide-report", rows="3", error=short), name="guide-report", error=short
            ),
            "disabled": field("Note", text_area("guide-note", rows="3", disabled=True), name="guide-note"),
        },
    )
    none = "Choose a topic."
    empty = select("guide-topic", [("", "Choose a topic…")], error=none)
    yield Entry(
        (select, select_control),
        {
            "default": field("Level", select("guide-level", _LEVELS), name="guide-level"),
            "invalid": field("Topic", empty, name="guide-topic", error=none),
            "disabled": field("Language", select("guide-lang", _LEVELS, disabled=True), name="guide-lang"),
            "a control without a field": select_control(rx.el.option("A"), aria_label="Letter"),
        },
    )
    for number, card in enumerate((radio_card, checkbox_card)):
        states: dict[str, dict[str, Any]] = {
            "not chosen": {},
            "chosen": {"default_checked": True},
            "disabled": {"disabled": True},
            # Of another group, because only one radio button of a group is chosen.
            "disabled and chosen": {"disabled": True, "default_checked": True},
        }
        yield Entry(
            (card,),
            {
                caption: card(
                    f"guide-{number}{'-off' * (len(props) > 1)}", caption, caption.capitalize(), **props
                )
                for caption, props in states.items()
            },
        )
    yield Entry(
        (checkbox,),
        {
            "default": checkbox("guide-terms", "I accept the terms"),
            "invalid": checkbox("guide-terms-2", "I accept these terms", error="Accept the terms to go on."),
            "disabled": checkbox("guide-terms-3", "I accept all terms", disabled=True),
        },
    )
    yield Entry(
        (switch,),
        {
            "on": switch("guide-on", "Retakes", hint="On the day.", default_checked=True),
            "off": switch("guide-off", "Reviews", hint="Once a week at most."),
            "disabled": switch("guide-none", "Results", disabled=True),
        },
    )
    failure = "Nothing was saved. Check your connection and try again."
    yield Entry(
        (form, outcome),
        {
            "default": _form("guide-form", "City"),
            "saving": _form("guide-busy-form", "Street", busy=True),
            "saved": _form("guide-saved-form", "Country", notice="Your changes are saved."),
            "not saved": _form("guide-failed-form", "Region", error=failure),
        },
    )
    yield Entry((verify_box,), {"default": verify_box()}, wide=True)


def _form(name: str, label: str, *, error: str = "", notice: str = "", busy: bool = False) -> rx.Component:
    return form(
        text_field(label, f"{name}-field"),
        name=name,
        on_submit=rx.noop().prevent_default,
        actions=button("Save", type="submit", loading=rx.Var.create(busy)),
        error=rx.Var.create(error),
        notice=rx.Var.create(notice),
        submission=1,
    )
