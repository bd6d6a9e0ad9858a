"""The notice that no real money is charged."""

from typing import Any

import reflex as rx

from webdev_certs.settings import get_settings
from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert


def sandbox_notice(is_sandbox: Any, *body: Any) -> rx.Component:
    """Render the notice that nobody is charged real money.

    Args:
        is_sandbox: Whether to show it: these are test keys.
        *body: What that means on this page.
    """
    return rx.cond(
        is_sandbox,
        _notice(*body, class_name="mb-6"),
    )


def sandbox_placeholder(*body: Any) -> rx.Component | None:
    """Render the room of the notice, so that nothing moves when it appears.

    Args:
        *body: As for `sandbox_notice`.

    Returns:
        The placeholder, or nothing if this site had no test keys when its pages were built.
    """
    if not get_settings().has_test_payments:
        return None
    # As high as the notice, with any width and in any language.
    room = rx.el.div(_notice(*body), class_name="invisible")
    return rx.el.div(
        room, aria_hidden="true", class_name="mb-6 animate-shimmer rounded-control bg-accent-soft"
    )


def _notice(*body: Any, **props: Any) -> rx.Component:
    return alert(
        _("You won’t be charged real money."),
        _("This site is in test mode."),
        " ",
        *body,
        tone="accent",
        **props,
    )
