"""The product's own origin, as its visitor knows it."""

import reflex as rx

from webdev_certs.settings.settings import get_settings


def own_origin(state: rx.State) -> str:
    """The product's origin; of several local names the one in the address bar, for storage is by name."""
    settings, shown = get_settings(), state.router.headers.origin
    return shown if shown in settings.allowed_origins else settings.origin
