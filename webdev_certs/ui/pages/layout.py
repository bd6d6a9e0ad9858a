"""How screens are framed: the one place where the shells meet the session."""

from typing import Any, Literal

import reflex as rx

from webdev_certs.components import card, empty_state, focus_shell, skeleton
from webdev_certs.ui.components import app_shell
from webdev_certs.ui.components import button
from webdev_certs.ui.components import page_shell
from webdev_certs.ui.components.behavior import MotionChoice, SessionKeeper
from webdev_certs.ui.pages.accounts.email_notice import address_notice
from webdev_certs.ui.states.session.session import SessionState


def public_page(*children: Any) -> rx.Component:
    """Frame a public page.

    Args:
        *children: Its sections.

    Returns:
        The page.
    """
    return rx.fragment(_keeper(guarded=False), page_shell(*children, signed_in=SessionState.is_authenticated))


def member_page(*children: Any, active: str = "") -> rx.Component:
    """Frame a screen of the dashboard; nothing of it shows before the login guard has let the visitor in.

    Args:
        *children: The screen, starting with a `page_header`.
        active: The entry of the navigation it belongs to, if any.

    Returns:
        The page.
    """
    return _guarded(
        app_shell(
            address_notice(),
            *children,
            active=active,
            user_name=SessionState.user_name,
            on_sign_out=SessionState.logout,
        )
    )


def focus_page(*children: Any, title: Any = "", aside: Any = None) -> rx.Component:
    """Frame a running test or practice: no navigation; guarded like `member_page`.

    Args:
        *children: The screen.
        title: What is going on.
        aside: What stays in sight in the header.

    Returns:
        The page.
    """
    return _guarded(focus_shell(*children, title=title, aside=aside))


def loading_block(lines: int = 4, class_name: str = "") -> rx.Component:
    """Render the place of a card whose content is on its way.

    Args:
        lines: How many lines it will about have.
        class_name: Its height, where the content's is known: what stands below need not move then.

    Returns:
        The placeholder.
    """
    return card(skeleton(lines, class_name="h-full justify-between"), class_name=class_name)


def load_failed(title: str, error: Any, on_retry: Any, *, level: Literal[0, 1, 2] = 0) -> rx.Component:
    """Render what stands where content could not be loaded.

    Args:
        title: What could not be.
        error: Why, in words.
        on_retry: Event that loads it once more.
        level: As for `empty_state`.

    Returns:
        The placeholder with its button.
    """
    return empty_state("wifi-off", title, error, button("Try again", on_click=on_retry), level=level)


def _guarded(content: rx.Component) -> rx.Component:
    waiting = rx.el.main(
        rx.el.h1("Loading", class_name="sr-only"),
        skeleton(4, class_name="mx-auto mt-24 w-full max-w-3xl px-5"),
    )
    return rx.fragment(_keeper(guarded=True), rx.cond(SessionState.is_authenticated, content, waiting))


def _keeper(*, guarded: bool) -> rx.Component:
    return rx.fragment(
        SessionKeeper.create(
            token=SessionState.access_token,
            authenticated=SessionState.is_authenticated,
            guarded=guarded,
        ),
        MotionChoice.create(reduced=SessionState.reduced_motion),
    )
