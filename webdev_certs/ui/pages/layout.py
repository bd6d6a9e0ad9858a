"""The frames of the pages, with the state of the login session."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import (
    app_shell,
    button,
    card,
    empty_state,
    focus_shell,
    link_button,
    page_header,
    page_shell,
    skeleton,
)
from webdev_certs.ui.components.behavior import LoadedScreen, SessionInAllTabs, TimeZone
from webdev_certs.ui.components.styling import classes
from webdev_certs.ui.pages.email_notice import email_notice, notice_block
from webdev_certs.ui.pages.offers import OFFERS
from webdev_certs.ui.pages.page_texts import CONSUMER_PAGES
from webdev_certs.ui.states.session.locale import ZoneState
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import LoadedScreenState
from webdev_certs.ui.states.session.session import SessionState

_LOADING = {"data-loading": ""}
"""Marks a placeholder: the focus waits for the heading of the page itself (behavior/navigation.js)."""


def public_page(*children: Any) -> rx.Component:
    """Frame a public page.

    Args:
        *children: Its sections.
    """
    shell = page_shell(
        *children,
        certifications=[(offer.name, offer.path) for offer in OFFERS],
        legal=CONSUMER_PAGES,
        signed_in=SessionState.is_authenticated,
    )
    return rx.fragment(_keeper(guarded=False), shell)


def member_page(*children: Any, waiting: rx.Component, active: str = "", quiet: bool = False) -> rx.Component:
    """Frame a page of the dashboard, whose content appears when the login guard has let the user in.

    Args:
        *children: The page, starting with a `page_header`.
        waiting: What is shown before: the `page_header` if it is the same for all users, and placeholders.
        active: The current entry of the navigation, if any.
        quiet: Whether to leave out the notice about the user's email, on a page with a message of its own.
    """
    return rx.fragment(
        _keeper(guarded=True),
        app_shell(
            _guarded(
                rx.fragment(*(() if quiet else (email_notice(),)), *children),
                rx.fragment(*(() if quiet else (notice_block(),)), waiting),
            ),
            active=active,
            signed_in=SessionState.is_authenticated,
            user_name=SessionState.user_name,
            on_sign_out=SessionState.logout,
        ),
    )


def focus_page(*children: Any, waiting: rx.Component, title: Any = "", aside: Any = None) -> rx.Component:
    """Frame a running attempt or practice session, without navigation; guarded like `member_page`.

    Args:
        *children: The page.
        waiting: The placeholder that is shown before.
        title: Title in the header.
        aside: Content at the right of the header.
    """
    unnamed = rx.el.div(rx.el.h1(_("Loading"), class_name="sr-only"), waiting, custom_attrs=_LOADING)
    return rx.fragment(
        _keeper(guarded=True),
        focus_shell(
            _guarded(of_this_url(rx.fragment(*children), unnamed), unnamed),
            title=rx.cond(SessionState.is_authenticated, of_this_url(title), ""),
            aside=rx.cond(SessionState.is_authenticated, aside, rx.fragment()) if aside else None,
        ),
    )


def loaded_screen(phase: Any, waiting: rx.Component, *cases: Any) -> rx.Component:
    """Render the content of a `ScreenState` that loads what the URL names.

    Args:
        phase: Its phase.
        waiting: The placeholder that is shown until the content of the URL is there.
        *cases: As for `rx.match`, for all phases but `loading`.
    """
    content = rx.match(phase, ("loading", waiting), *cases)
    return of_this_url(content, waiting)  # pyright: ignore[reportArgumentType]


def of_this_url(content: Any, waiting: rx.Component | None = None) -> rx.Component:
    """Render content of a `ScreenState`, but nothing that was loaded for an earlier URL.

    Args:
        content: The content.
        waiting: What is shown until the content of the URL is being loaded.
    """
    return LoadedScreen.create(rx.fragment(content), waiting or rx.fragment(), path=LoadedScreenState.path)


def focus_link(text: str, href: str) -> rx.Component:
    """Render the link at the right of the header of a `focus_page`.

    Args:
        text: Its text, which ends where the header ends.
        href: Where it leads.
    """
    return link_button(text, href, variant="ghost", class_name="-mr-4")


def loading_block(lines: int = 4, class_name: str = "", *, action: bool = False) -> rx.Component:
    """Render the placeholder of a card whose content is loading: its heading, and lines of text.

    Args:
        lines: Number of lines, with the heading; at least 2.
        class_name: Class of the height, if it is known, so that nothing below moves later.
        action: Whether the card ends with a button.
    """
    button_bar = skeleton(
        0, corners="rounded-control", class_name="mt-auto h-11 w-40 max-w-full", aria_hidden="true"
    )
    block = card(
        skeleton(0, class_name="h-6 w-2/5", aria_hidden="true"),
        skeleton(lines - 1, class_name="mt-3"),
        *([button_bar] if action else []),
        class_name=f"flex flex-col {class_name}".strip(),
    )
    # Not a <div>, as in `skeleton`.
    return rx.el.section(block)


def loading_page(
    title: str, lines: tuple[int, int], *blocks: rx.Component, action: bool = False
) -> rx.Component:
    """Render the header of a page and the placeholder of what is below its title.

    Args:
        title: The title.
        lines: How many lines the sentence below the title takes on phones and on wide screens.
        *blocks: What is below the header, if not two cards.
        action: Whether the header has a button.
    """
    phone, wide = lines
    ends = {phone - 1: "max-sm:w-3/5", wide - 1: "sm:w-3/5"}
    looks = [classes("h-4", ends.get(at, ""), "sm:hidden" if at >= wide else "") for at in range(phone)]
    bars = [skeleton(0, class_name=look, aria_hidden="true") for look in looks]
    # With the gaps, each bar is as high as a line of text.
    sentence = rx.el.span(
        *bars, class_name="flex w-80 max-w-full flex-col gap-3 py-1.5 sm:w-md sm:gap-4 sm:py-2"
    )
    button_block = skeleton(
        0, corners="rounded-control", class_name="h-11 max-sm:w-full sm:w-44", aria_hidden="true"
    )
    # An element of its own, so that the page replaces it and its parts do not seem to move.
    return rx.el.div(
        page_header(title, sentence, button_block if action else None),
        *(blocks or (loading_block(6), rx.el.div(loading_block(10), class_name="mt-6"))),
        custom_attrs=_LOADING,
    )


def load_failed(
    title: str, error: Any, unreachable: Any, on_retry: Any, *, level: Literal[0, 1, 2] = 0
) -> rx.Component:
    """Render a placeholder for content that could not be loaded.

    If the server was reached, the user cannot fix the fault, so there is a link to support.

    Args:
        title: What could not be loaded.
        error: The reason, as `ScreenState` says it.
        unreachable: Whether the server could not be reached.
        on_retry: Event that loads it again.
        level: As for `empty_state`.
    """
    retry = button(_("Try again"), on_click=on_retry)
    support = link_button(_("Contact support"), "/support", variant="secondary")
    # Comes after the page has loaded, so screen readers have to be told.
    return rx.el.div(
        rx.cond(
            unreachable,
            empty_state("offline", title, error, retry, level=level),
            empty_state("not_found", title, error, rx.fragment(retry, support), level=level),
        ),
        role="alert",
    )


def _guarded(content: rx.Component, waiting: rx.Component) -> rx.Component:
    """Show `content` to signed-in users; until they are known, `waiting`, which everybody may see."""
    return rx.cond(
        SessionState.is_authenticated,
        content,
        rx.el.div(waiting, custom_attrs=_LOADING | {"data-guard": ""}),
    )  # pyright: ignore[reportReturnType]


def _keeper(*, guarded: bool) -> rx.Component:
    return rx.fragment(
        SessionInAllTabs.create(
            token=SessionState.access_token,
            user=SessionState.user_id,
            payment_redirect=PaymentState.payment_redirect,
            authenticated=SessionState.is_authenticated,
            unconfirmed=~SessionState.email_confirmed,
            guarded=guarded,
        ),
        # By the attribute, assets/tokens.css turns animations off.
        rx.cond(
            SessionState.reduced_motion, rx.el.span(hidden=True, custom_attrs={"data-reduced-motion": ""})
        ),
        TimeZone.create(known=ZoneState.zone, on_zone=ZoneState.note),
    )
