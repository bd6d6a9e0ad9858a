"""A page whose data does not arrive: it stays in the state that people with a slow connection see."""

import re

from playwright.sync_api import Page, WebSocketRoute

_SIGNED_IN = re.compile(r'"is_authenticated[^"]*":\s*true')


def hold_data(page: Page) -> None:
    """Let the pages opened from now on learn from the server that the user is signed in, and nothing more."""

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        held = False

        def pass_on(message: str | bytes) -> None:
            nonlocal held
            if not held:
                route.send(message)
            held = held or bool(_SIGNED_IN.search(str(message)))

        server.on_message(pass_on)
        route.on_message(server.send)

    page.route_web_socket(re.compile("/_event"), connect)
