"""Buttons of public pages that lead to what needs an account."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import link_button
from webdev_certs.ui.components.styling import Child, Text
from webdev_certs.ui.states.session.navigation import DASHBOARD, REGISTER, register_url
from webdev_certs.ui.states.session.session import SessionState


def account_button(**props: Any) -> rx.Component:
    """Render a button that leads visitors to the registration, and learners, who have an account, to theirs.

    Args:
        **props: Passed on to `link_button`.
    """
    return rx.cond(
        SessionState.is_authenticated,
        link_button(_("Go to dashboard"), DASHBOARD, **props),
        link_button(_("Create a free account"), REGISTER, **props),
    )  # pyright: ignore[reportReturnType]


def member_button(label: Child, path: str, last: Text = "", **props: Any) -> rx.Component:
    """Render a button that leads learners to a page, and visitors to the registration, which leads on to it.

    The document has the visitors' URL. There too it leads learners on, if they click before the scripts run.

    Args:
        label: Its text.
        path: Where it leads.
        last: The last segment of the path, if only the browser knows it; letters and digits alone.
        **props: Passed on to `link_button`.
    """
    href = rx.cond(SessionState.is_authenticated, f"{path}{last}", f"{register_url(path)}{last}")
    return link_button(label, href, **props)
