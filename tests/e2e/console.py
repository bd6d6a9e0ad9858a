"""The browser's console. An error there fails the test, unless the test expects it."""

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, WebError

_LOST_CONNECTION = re.compile(
    r"ERR_(CONNECTION_\w+|INTERNET_DISCONNECTED|NETWORK_\w+|SOCKET_\w+)|WebSocket", re.I
)


class Console:
    """The console errors of all windows of one test."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self._connection_may_be_lost = False
        self._announced: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        """Collect the errors of all windows of a browser context."""
        context.on("console", self._on_message)
        context.on("weberror", self._on_error)

    def announce(self, words: str) -> None:
        """Ignore errors with these words from now on, because the test provokes them."""
        self._announced.append(words)

    def connection_may_be_lost(self) -> None:
        """Ignore errors about a lost connection from now on, because the test causes it."""
        self._connection_may_be_lost = True

    def _on_message(self, message: ConsoleMessage) -> None:
        if message.type != "error" or any(words in message.text for words in self._announced):
            return
        if not (self._connection_may_be_lost and _LOST_CONNECTION.search(message.text)):
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self.errors.append(f"uncaught: {error.error.stack or error.error.message}")
