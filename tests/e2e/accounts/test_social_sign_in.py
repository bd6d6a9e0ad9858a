"""Signing in with Google and GitHub, replaced by the sandbox."""

from playwright.sync_api import Page, expect

from tests.e2e.journeys import (
    SESSION_KEYS,
    Learner,
    at,
    expect_dashboard,
    expect_entries,
    expect_home,
    expect_nothing_stored,
    expect_stored,
    sign_out,
    stored,
)
from tests.e2e.product import Product

KEPT = "sb-localhost-auth-token"
VERIFIER = f"{KEPT}-code-verifier"
CALLBACK = "/api/auth/oauth/callback"


def choose(page: Page, service: str) -> None:
    """Go to a service."""
    page.get_by_role("button", name=f"Continue with {service}").click()
    expect(page.get_by_role("heading", name=f"Choose a {service} test account")).to_be_visible()


def continue_as(page: Page, learner: Learner, *, verified: bool = True) -> None:
    """Sign in at the service."""
    page.get_by_text("Use another test account").click()
    page.get_by_label("Full name").fill(learner.name)
    page.get_by_label("Email", exact=True).fill(learner.email)
    page.get_by_label("The provider has verified this email").set_checked(verified)
    page.get_by_role("button", name="Continue as this person").click()


def cancel(page: Page) -> None:
    page.get_by_role("button", name="Cancel and go back").click()


def expect_dashboard_of(page: Page, learner: Learner) -> None:
    expect_dashboard(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Hi {learner.name.split()[0]}")


def expect_refusal(page: Page, words: str) -> None:
    """Check that the callback screen shows the error, and that nobody is signed in."""
    expect(page.get_by_role("heading", name="Sign-in not completed")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()
    expect_nothing_stored(page)


def test_signing_in_with_a_service(page: Page, learner: Learner) -> None:
    page.goto("/auth/login?returnUrl=%2Fdashboard%2Fprogress")
    choose(page, "Google")
    # The back button leads back to a form that can be used.
    page.go_back()
    expect(page).to_have_url(at("/auth/login"))
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    choose(page, "Google")
    expect_stored(page, VERIFIER, among=(VERIFIER,))
    continue_as(page, learner)
    expect_dashboard_of(page, learner)
    expect_stored(page, *SESSION_KEYS)
    expect_stored(page, KEPT, among=(KEPT, VERIFIER))
    page.reload()
    expect_dashboard_of(page, learner)


def test_registering_with_a_service_and_signing_in_again(page: Page, learner: Learner) -> None:
    page.goto("/auth/register")
    choose(page, "GitHub")
    continue_as(page, learner)
    expect_dashboard_of(page, learner)
    expect_stored(page, *SESSION_KEYS)
    user = stored(page, "user")
    sign_out(page)
    expect_home(page)
    expect_nothing_stored(page)
    expect_stored(page, among=(KEPT, VERIFIER))
    page.goto("/auth/login")
    choose(page, "Google")
    continue_as(page, learner)
    expect_dashboard_of(page, learner)
    expect_entries(page, user)


def test_canceling_leads_back_and_can_be_repeated(page: Page, learner: Learner) -> None:
    page.goto("/auth/login")
    choose(page, "Google")
    cancel(page)
    expect_refusal(page, "You canceled the sign-in.")
    page.get_by_role("button", name="Try again with Google").click()
    expect(page.get_by_role("heading", name="Choose a Google test account")).to_be_visible()
    cancel(page)
    expect_refusal(page, "You canceled the sign-in.")
    page.get_by_role("link", name="Back to sign in").click()
    expect(page).to_have_url(at("/auth/login"))
    expect(page.get_by_text("You canceled")).to_have_count(0)
    # The other service, with the keyboard.
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    page.get_by_role("button", name="Continue with Google").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Continue with GitHub")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Choose a GitHub test account")).to_be_visible()
    continue_as(page, learner)
    expect_dashboard_of(page, learner)


def test_two_tabs_sign_in_at_once(page: Page, learner: Learner, product: Product) -> None:
    second = page.context.new_page()
    for window, service in ((page, "Google"), (second, "GitHub")):
        window.goto("/auth/login")
        choose(window, service)
    for window in (page, second):
        continue_as(window, learner)
        expect_dashboard_of(window, learner)
    expect_stored(second, *SESSION_KEYS)
    tokens = stored(second)
    expect_entries(page, tokens)
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    identities = product.http.get("/api/profile/identities", headers=bearer).json()
    assert {identity["provider"] for identity in identities} == {"google", "github"}
    sign_out(second)
    for window in (second, page):
        expect_home(window)
        expect_nothing_stored(window)
