"""axe-core finds nothing in what opens on a page: dialogs and menus.

What opens while somebody pays or cancels is in `test_keyboard_journey.py`.
"""

from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.accessibility.settings import SCHEMES, SETTINGS, faults, set_up
from tests.e2e.axe import Axe, violations
from tests.e2e.journeys import expect_question
from tests.e2e.scenes import Viewer


@dataclass(frozen=True)
class _Overlay:
    """A dialog, or an entry of a menu, and the button that opens it."""

    path: str
    button: str
    role: str
    name: str
    viewer: Viewer = "learner"
    width: int = 1280


_OVERLAYS = (
    _Overlay("/", "Menu", "navigation", "Menu", "visitor", 390),
    _Overlay("/dashboard", "Account: Grace Hopper", "button", "Sign out", "newcomer"),
    _Overlay("/dashboard/profile", "Delete account…", "dialog", "Delete your account?", "newcomer"),
    _Overlay("/dashboard/my-certificates", "Other formats:", "button", "Badge as PNG"),
    _Overlay(
        "/dashboard/my-certificates",
        "Reissue with my new name…",
        "dialog",
        "Reissue this certificate?",
    ),
    _Overlay("/test/angular", "End the test now", "dialog", "End the test now?"),
    _Overlay("/test/angular", "Report this question", "dialog", "Report this question"),
    _Overlay("/styleguide", "Open: Delete it?", "dialog", "Delete it?", "visitor"),
)


@pytest.mark.parametrize("overlay", _OVERLAYS, ids=lambda overlay: overlay.name)
def test_dialogs_and_menus(overlay: _Overlay, windows: dict[Viewer, Page], axe: Axe) -> None:
    page = windows[overlay.viewer]
    set_up(page, SETTINGS[0])
    page.set_viewport_size({"width": overlay.width, "height": 800})
    page.goto(overlay.path)
    page.get_by_role("button", name=overlay.button).filter(visible=True).first.click()
    found_by = page.get_by_role(overlay.role, name=overlay.name)  # pyright: ignore[reportArgumentType]
    shown = found_by.filter(visible=True)
    expect(shown).to_be_visible()
    settings = [setting for setting in SETTINGS if (setting.width < 1024) == (overlay.width < 1024)]
    found = faults(page, axe, overlay.name, settings)
    assert not found, "\n".join(found)
    page.keyboard.press("Escape")
    expect(shown).to_be_hidden()


def test_leaving_a_running_attempt(windows: dict[Viewer, Page], axe: Axe) -> None:
    page = windows["learner"]
    set_up(page, SETTINGS[0])
    page.goto("/dashboard/certifications")
    page.get_by_role("main").locator('a[href^="/test/angular"]').click()
    expect_question(page, 1)
    expect(page.locator('[data-leave-guard="active"]')).to_have_count(1)
    page.evaluate("history.back()")
    question = page.get_by_role("dialog", name="Leave the test?")
    expect(question).to_be_visible()
    found = faults(page, axe, "leave")
    assert not found, "\n".join(found)
    question.get_by_role("button", name="Stay").click()


def test_the_page_of_a_service_for_signing_in(page: Page, axe: Axe) -> None:
    page.goto("/auth/login")
    page.get_by_role("button", name="Continue with GitHub").click()
    expect(page.get_by_role("heading", name="Choose a GitHub test account")).to_be_visible()
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page, axe) == [], scheme
