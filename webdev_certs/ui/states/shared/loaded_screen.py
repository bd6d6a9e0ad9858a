"""Which screen the tab has loaded last."""

import reflex as rx


class LoadedScreenState(rx.State):
    """Tells whether the content on the screen was loaded for the URL that the browser shows."""

    path: rx.Field[str] = rx.field("")
    """Path and query of the screen that was loaded last, without a slash at the end of the path.

    Until the browser's URL has the same, a placeholder is shown (components/behavior/navigation.js).
    """

    _connection: str = ""

    def note(self) -> bool:
        """Note that the screen of the present URL is being loaded.

        Returns:
            Whether it was the last one that was loaded, before the browser reloaded the page or lost the
            connection. A link to the same URL is another visit.
        """
        url, connection = self.router.url, self.router.session.session_id
        path = url.path.removesuffix("/") + (f"?{url.query}" if url.query else "")
        again = path == self.path and connection != self._connection
        self.path, self._connection = path, connection
        return again
