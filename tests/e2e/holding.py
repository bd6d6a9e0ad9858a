"""Connections that are slow or get lost: a page stays in the state that people with such a connection see."""

import re

import reflex as rx
from playwright.sync_api import Page, WebSocketRoute

from webdev_certs.ui.reflex_internals import name_in_browser

# A page begins with the phases that its states have before anything is loaded.
_LOADED = re.compile(r'"phase\w*":\s*"(?!loading|verifying|choice|")')


def hold_data(page: Page) -> None:
    """Let the first page of a new tab learn who is signed in, but not what the page has loaded.

    The server keeps what a tab has loaded, and sends it to its next page together with who is signed in.
    """

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        held = False

        def pass_on(message: str | bytes) -> None:
            nonlocal held
            held = held or bool(_LOADED.search(str(message)))
            if not held:
                route.send(message)

        server.on_message(pass_on)
        route.on_message(server.send)

    page.route_web_socket(re.compile("/_event"), connect)


def ends_loading(message: str | bytes) -> bool:
    """Return whether this message of the server says that the page has run its first handlers."""
    is_hydrated = name_in_browser(rx.State, "is_hydrated").rpartition(".")[2]
    return f'"{is_hydrated}":true' in str(message)


class Connection:
    """The connection of a page with the server, from the next document that the page opens."""

    loads = 0
    """How often a page has finished loading."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._routes: list[WebSocketRoute] = []
        self._held: list[str | bytes] | None = None
        page.route_web_socket(re.compile("/_event"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        def receive(message: str | bytes) -> None:
            self.loads += ends_loading(message)
            if self._held is None:
                route.send(message)
            else:
                self._held.append(message)

        self._routes.append(route)
        server = route.connect_to_server()
        server.on_message(receive)
        route.on_message(server.send)

    def hold(self) -> None:
        """Keep back what the server sends."""
        self._held = []

    def release(self) -> None:
        """Pass on what was kept back, and what the server sends from now on."""
        held, self._held = self._held or [], None
        for message in held:
            self._routes[-1].send(message)

    def lose(self) -> None:
        """Close the connection, and wait until the page has opened another."""
        with self._page.expect_websocket():
            self._routes[-1].close()
