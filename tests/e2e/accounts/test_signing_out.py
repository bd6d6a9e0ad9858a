"""Signing out: in this tab and all others, whatever the server answers."""

from playwright.sync_api import Page, expect

from tests.e2e.journeys import at, expect_home, expect_nothing_stored, sign_out


def _on_dashboard(page: Page) -> None:
    page.goto("/dashboard/progress")
    expect(page.get_by_text("No progress yet")).to_be_visible()


def test_signing_out_in_one_tab_signs_out_in_all(member: Page) -> None:
    _on_dashboard(member)
    _expect_the_menu_to_stay_with_its_button(member)
    second = member.context.new_page()
    _on_dashboard(second)
    sign_out(second)
    for page in (second, member):
        expect_home(page)
        expect_nothing_stored(page)
        expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    # The back button shows nothing.
    second.go_back()
    expect(second).to_have_url(at("/auth/login"))


def _expect_the_menu_to_stay_with_its_button(page: Page) -> None:
    """Expect that the open menu scrolls with its button; otherwise a click would hit something else."""
    page.set_viewport_size({"width": 1280, "height": 400})
    page.get_by_role("button", name="Account:").filter(visible=True).click()
    entry = page.get_by_role("button", name="Sign out", exact=True).filter(visible=True)
    entry.wait_for()
    # The menu is in its place when it has opened.
    page.evaluate("() => Promise.all(document.getAnimations().map((animation) => animation.finished))")
    before, after, scrolled = entry.evaluate(
        """(entry) => {
            const top = () => Math.round(entry.getBoundingClientRect().top);
            const before = top();
            window.scrollTo({ top: 120, behavior: 'instant' });
            return [before, top(), window.scrollY];
        }"""
    )
    assert scrolled > 0
    assert after == before
    page.keyboard.press("Escape")
