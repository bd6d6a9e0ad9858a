"""The strength of a password, shown while it is typed and computed in the page."""

import re

import httpx
from playwright.sync_api import Page, Request, WebSocket, expect

from tests.e2e.journeys import Learner, register


def test_it_says_in_words_how_strong_a_password_is(page: Page) -> None:
    page.goto("/auth/register")
    password, strength = page.get_by_label("Password", exact=True), page.locator("[data-level]")
    for typed, said in (
        ("a", "Add 11 more characters."),
        ("abcdefghijk", "Add one more character."),
        ("aaaaaaaaaaaa", "Easy to guess"),
        ("qwerty123456", "Easy to guess"),
        ("7!kV)q2xW#zR", "Strong password."),
        ("🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎🐎", "Add one more character."),
    ):
        password.fill(typed)
        expect(page.get_by_role("status").filter(has_text=said)).to_be_visible()
    password.fill("")
    expect(strength).to_have_text("A few unrelated words work well.")
    # Personal data makes no strong password.
    password.fill("quarkzyxomma")
    expect(strength).to_have_text(re.compile("Strong|Good"))
    page.get_by_label("Full name").fill("Zyxomma Quark")
    password.fill("quarkzyxommA")
    expect(strength).to_have_text(re.compile("Easy to guess|Could be stronger"))


def test_typed_passwords_stay_in_the_page(page: Page, learner: Learner) -> None:
    sent: list[str] = []

    def follow(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(str(frame)))

    page.on("websocket", follow)
    page.on("request", lambda request: sent.append(f"{request.url} {request.post_data}"))
    page.goto("/auth/register")
    page.get_by_label("Password", exact=True).press_sequentially(learner.password)
    expect(page.locator("[data-level]")).to_have_text("Strong password.")
    assert sent
    assert not any("horses" in message for message in sent)
    register(page, learner)
    expect(page.get_by_role("heading", name="Hi Ada")).to_be_visible()
    assert sum("horses" in message for message in sent) == 1


def test_the_dictionaries_are_loaded_on_focus(page: Page) -> None:
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url) if _is_script(request) else None)
    page.goto("/auth/register")
    page.wait_for_load_state("networkidle")
    scripts.clear()
    page.get_by_label("Password", exact=True).focus()
    page.get_by_label("Password", exact=True).press_sequentially("abcdefghijklm")
    expect(page.locator("[data-level]")).to_have_text(re.compile("Easy"))
    assert sum(len(httpx.get(url, timeout=30).content) for url in scripts) > 100_000
    page.goto("/auth/login")
    page.wait_for_load_state("networkidle")
    scripts.clear()
    page.get_by_label("Email").fill("nobody@example.com")
    page.get_by_label("Password", exact=True).fill("abcdefghijklm")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.locator("#sign-in-message").get_by_role("alert")).not_to_be_empty()
    assert scripts == []


def _is_script(request: Request) -> bool:
    return request.resource_type == "script"
