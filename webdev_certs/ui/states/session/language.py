"""The language of a tab, in which its event handlers and their calls of the API make texts."""

from typing import Any

import reflex as rx

from webdev_certs.shared.translation import accepted_language, set_language


class TabLanguage(rx.Middleware):
    """Sets the language of each event: that of the pages the tab shows (web/languages.py)."""

    async def preprocess(self, app: rx.App, state: Any, event: rx.event.Event) -> None:
        """Set the language for the event's handler and for what is computed after it.

        Args:
            app: The app.
            state: The root of the tab's states.
            event: The event.
        """
        set_language(accepted_language(state.router.headers.accept_language))
