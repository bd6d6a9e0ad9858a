"""The frame of the public pages: header, content, footer with the choice of the language."""

from collections.abc import Sequence
from typing import TypeAlias

import reflex as rx

from webdev_certs.shared.translation import LANGUAGES, _, current_language, language_prefix
from webdev_certs.ui.components.behavior import LanguageLink
from webdev_certs.ui.components.button import Size, button_classes, link_button
from webdev_certs.ui.components.frame import brand, main, skip_link
from webdev_certs.ui.components.icon import icon
from webdev_certs.ui.components.link import LOOKS, anchor, link
from webdev_certs.ui.components.styling import Child, Flag
from webdev_certs.ui.components.theme import theme_switch, theme_toggle

Links: TypeAlias = Sequence[tuple[str, str]]
CONTAINER = "mx-auto w-full max-w-6xl px-5 sm:px-8"

_NAVIGATION = [
    (_("How it works"), "/#how-it-works"),
    (_("Certifications"), "/#certifications"),
    (_("Verify"), "/verify"),
    (_("About"), "/about"),
]
_FOOTER: dict[str, Links] = {
    _("Project"): [
        (_("About"), "/about"),
        (_("For employers"), "/employers"),
        (_("Support"), "/support"),
        (_("Contact"), "/contact"),
    ],
}
_LEGAL = ((_("Terms"), "/terms"), (_("Privacy"), "/privacy"))
_MENU_ID = "site-menu"
_hide_menu = rx.Var(f"(() => document.getElementById('{_MENU_ID}').hidePopover())").to(rx.EventChain)


def _is_page(href: str) -> bool:
    """Return whether a link leads to a page of its own, not to a part of the home page."""
    return "#" not in href


def _account(signed_in: Flag, size: Size) -> rx.Component:
    """Render the links to sign in and register, or to the dashboard."""
    wide = "w-full" if size == "md" else ""
    dashboard = link_button(_("Dashboard"), "/dashboard", size=size, class_name=wide)
    sign_in = rx.fragment(
        link_button(
            _("Sign in"),
            "/auth/login",
            variant="secondary" if wide else "ghost",
            size=size,
            class_name=wide,
        ),
        link_button(_("Create account"), "/auth/register", size=size, class_name=wide),
    )
    return (
        rx.cond(signed_in, dashboard, sign_in)
        if isinstance(signed_in, rx.Var)
        else (dashboard if signed_in else sign_in)
    )


def _phone_menu(signed_in: Flag) -> rx.Component:
    """Render the menu of narrow screens as a native popover, which needs no script."""
    entry = (
        "flex min-h-11 items-center rounded-md px-3 font-medium hover:bg-sunken "
        "aria-[current=page]:underline aria-[current=page]:underline-offset-4"
    )
    rows = [
        rx.el.li(
            anchor(
                text,
                href=href,
                marks_current=_is_page(href),
                class_name=entry,
                on_click=_hide_menu,
            )
        )
        for text, href in _NAVIGATION
    ]
    return rx.el.div(
        rx.el.button(
            icon("menu"),
            type="button",
            aria_label=_("Menu"),
            class_name=button_classes("ghost", "md", "size-11 px-0"),
            custom_attrs={"popoverTarget": _MENU_ID},
        ),
        rx.el.div(
            rx.el.nav(rx.el.ul(*rows, class_name="flex flex-col"), aria_label=_("Menu")),
            rx.el.div(theme_switch("menu-theme"), class_name="my-4"),
            rx.el.div(_account(signed_in, "md"), class_name="flex flex-col gap-3"),
            id=_MENU_ID,
            custom_attrs={"popover": "auto"},
            class_name="fixed inset-x-3 top-[4.25rem] bottom-auto m-0 w-auto rounded-card border border-line "
            "bg-raised p-4 text-ink shadow-overlay",
        ),
        class_name="lg:hidden",
    )


def _header(signed_in: Flag) -> rx.Component:
    """Render the header."""
    rows = [
        rx.el.li(
            link(
                text,
                href,
                look="quiet",
                marks_current=_is_page(href),
                class_name="flex min-h-11 items-center px-1 text-compact font-medium "
                "aria-[current=page]:text-ink aria-[current=page]:underline",
            )
        )
        for text, href in _NAVIGATION
    ]
    wide = rx.el.div(
        theme_toggle(),
        _account(signed_in, "sm"),
        class_name="ml-auto hidden items-center gap-2 md:flex",
    )
    return rx.el.header(
        rx.el.div(
            brand(),
            rx.el.nav(
                rx.el.ul(*rows, class_name="flex gap-6"),
                aria_label=_("Main"),
                class_name="mr-auto ml-10 hidden lg:block",
            ),
            wide,
            _phone_menu(signed_in),
            class_name=f"{CONTAINER} flex h-16 items-center justify-between gap-4",
        ),
        class_name="sticky top-0 z-40 border-b border-line bg-canvas/90 backdrop-blur-md",
    )


def _footer(certifications: Links, legal: Links) -> rx.Component:
    """Render the footer."""
    lists = {_("Certifications"): certifications, **_FOOTER, _("Legal"): (*_LEGAL, *legal)}
    columns = [
        rx.el.nav(
            rx.el.h2(heading, class_name="text-sm font-semibold text-ink"),
            rx.el.ul(
                *[
                    rx.el.li(
                        link(
                            text,
                            href,
                            look="quiet",
                            class_name="inline-flex min-h-11 min-w-6 items-center py-1.5 text-compact "
                            "md:min-h-9",
                        )
                    )
                    for text, href in entries
                ],
                class_name="mt-2",
            ),
            aria_label=heading,
            # On phones the last list is below the two others and, if there is room, has their columns.
            class_name="max-md:last-of-type:col-span-2 min-[22rem]:max-md:last-of-type:[&>ul]:grid "
            "max-md:last-of-type:[&>ul]:grid-cols-[1fr_1fr] max-md:last-of-type:[&>ul]:gap-x-4",
        )
        for heading, entries in lists.items()
    ]
    about = rx.el.div(
        brand(),
        rx.el.p(
            _("Open-source certifications for web developers. Anyone can verify them."),
            class_name="mt-3 max-w-xs text-compact text-muted",
        ),
        rx.el.div(theme_switch(), class_name="mt-6 max-w-sm"),
        language_switch(),
        # The name is a link and so higher than the headings beside it; the margin lines up their texts.
        class_name="max-md:col-span-2 md:-mt-3",
    )
    return rx.el.footer(
        rx.el.div(
            about,
            *columns,
            # Not `grid-cols-2`, whose columns would be narrower than the longest German words.
            class_name=f"{CONTAINER} grid grid-cols-[1fr_1fr] gap-x-4 gap-y-10 py-14 max-[22rem]:gap-x-2 "
            "md:grid-cols-[2fr_1fr_1fr_1fr] md:gap-x-8",
        ),
        class_name="border-t border-line bg-sunken print:hidden",
    )


def page_shell(
    *children: Child, certifications: Links, legal: Links = (), signed_in: Flag = False
) -> rx.Component:
    """Frame a public page.

    Args:
        *children: Its sections; each sets its own width (see `CONTAINER`).
        certifications: The first list of the footer: names and their paths.
        legal: More entries of its list about the law.
        signed_in: Whether the header links to the dashboard instead of signing in.
    """
    return rx.el.div(
        skip_link(),
        _header(signed_in),
        main(*children, class_name="flex-1 outline-none"),
        _footer(certifications, legal),
        class_name="flex min-h-dvh flex-col",
    )


def language_switch(*, label: str = "") -> rx.Component:
    """Render a link to this page in each language, each in its own language.

    Args:
        label: Name of the landmark, if the page has another one.

    Returns:
        A landmark with the links; the link to the shown language is marked as current.
    """
    shown = current_language()
    return rx.el.nav(
        rx.el.ul(
            *[
                rx.el.li(
                    LanguageLink.create(
                        name,
                        prefix=language_prefix(code),
                        lang=code,
                        href_lang=code,
                        class_name="inline-flex min-h-11 items-center rounded-sm text-compact md:min-h-9 "
                        f"{LOOKS['quiet']} aria-[current]:font-semibold aria-[current]:text-ink",
                        custom_attrs={"aria-current": "true"} if code == shown else {},
                    )
                )
                for code, name in LANGUAGES.items()
            ],
            class_name="flex gap-5",
        ),
        aria_label=label or _("Language"),
        class_name="mt-4",
    )
