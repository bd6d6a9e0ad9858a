"""A page whose data does not arrive: it stays in the state that people with a slow connection see."""

import re

from playwright.sync_api import Page, WebSocketRoute

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
