"""Protected pages show their frame and name before the user has signed in, and nothing else that works."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import at

_RECORD = """
window.seen = new Set();
const note = () => document.querySelectorAll(`h1, h2, nav, main button:enabled, main a,
  header:not(main header) :is(p, button, [role=timer])`).forEach((node) => {
  const words = (node.getAttribute("aria-label") ?? node.textContent).trim();
  if (words) window.seen.add(`${node.tagName}: ${words}`);
});
new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
"""
PROTECTED = {
    "/dashboard": "Hi",
    "/dashboard/my-certificates": "Certificates",
    "/dashboard/profile": "Profile",
    "/test/react": "Loading",
    "/practice-test/react/beginner": "Loading",
    "/practice-results/00000000-0000-4000-8000-000000000000": "Practice review",
    "/practice-mistakes/react": "Your mistakes",
    "/payment/success?session_id=x": "Your payment",
}
"""Path → the name of the page, which is the same for everybody."""


def _seen(page: Page, path: str) -> set[str]:
    page.add_init_script(_RECORD)
    page.goto(path)
    expect(page).to_have_url(at("/auth/login"))
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    return set(page.evaluate("[...window.seen]"))


def test_no_protected_content_flashes(visit: Visit) -> None:
    garbage = {"access_token": "garbage", "refresh_token": "garbage"}
    context = visit().context
    sign_in_screen = _seen(context.new_page(), "/auth/login")

    def expect_frame(page: Page, path: str, name: str) -> None:
        assert _seen(page, path) - sign_in_screen <= {"NAV: Dashboard", f"H1: {name}"}, path
        page.close()

    for number, (path, name) in enumerate(PROTECTED.items()):
        expect_frame(context.new_page(), path, name)
        # One guard refuses tokens on all pages, so some of them show it.
        if number % 3 == 0:
            expect_frame(visit(garbage), path, name)
