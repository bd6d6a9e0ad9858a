"""The notice that no real money is charged."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components import alert


def sandbox_notice(is_sandbox: Any, *body: Any) -> rx.Component:
    """Render the notice that nobody is charged real money.

    Args:
        is_sandbox: Whether to show it: these are test keys.
        *body: What that means on this page.

    Returns:
        The notice, with space below it.
    """
    return rx.cond(
        is_sandbox,
        alert(
            _("You won’t be charged real money."),
            _("This site is in test mode."),
            " ",
            *body,
            tone="accent",
            class_name="mb-6",
        ),
    )
