"""The product's origin, as the visitor reaches it."""

import reflex as rx

from webdev_certs.settings import get_settings


def own_origin(state: rx.State) -> str:
    """Return the origin of the browser's URL if it is allowed, because browsers store data by origin."""
    settings, shown = get_settings(), state.router.headers.origin
    return shown if shown in settings.allowed_origins else settings.origin
