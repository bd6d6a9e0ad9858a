"""A click that fails on the server shows a message."""

import json

from playwright.sync_api import Page, WebSocketRoute, expect


def test_a_failing_event_handler_shows_a_message(page: Page) -> None:
    def spoil(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(message: str | bytes) -> None:
            if isinstance(message, str) and "sign_in_state.login" in message:
                prefix, _, body = message.partition("[")
                name, event = json.loads(f"[{body}")
                event["payload"] = {"form": "no form"}
                message = f"{prefix}{json.dumps([name, event])}"
            server.send(message)

        route.on_message(on_message)

    page.route_web_socket("**/_event/**", spoil)
    page.clock.install()
    page.goto("/auth/login")
    page.get_by_label("Email").fill("ada@example.com")
    message = page.get_by_text("Something went wrong.")
    for _ in range(2):
        page.get_by_role("button", name="Sign in").click()
        expect(message.first).to_be_visible()
        # It goes away by itself, after some seconds.
        page.clock.fast_forward(10_000)
        expect(message).to_have_count(0)
