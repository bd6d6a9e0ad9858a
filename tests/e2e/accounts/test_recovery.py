"""A forgotten password: from the form through the mail to a new password."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at, expect_dashboard, expect_home, expect_nothing_stored, sign_in
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

NEW = "eight quiet donkeys"
RESET = "/auth/reset-password"


def _ask(page: Page, email: str) -> None:
    page.goto("/auth/forgot-password")
    page.get_by_label("Email").fill(email)
    page.get_by_role("button", name="Email me a link").click()
    expect(page.get_by_role("status").filter(has_text="Check your email")).to_contain_text(email)


def _choose(page: Page, password: str) -> None:
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_role("button", name="Save new password").click()


def test_a_reset_password_ends_login_sessions_elsewhere(
    page: Page, visit: Visit, member: Page, learner: Learner, product: Product
) -> None:
    member.goto("/dashboard/progress")
    expect(member.get_by_text("No progress yet")).to_be_visible()

    page.goto("/auth/login")
    page.get_by_role("link", name="Forgot your password?").click()
    expect(page).to_have_url(at("/auth/forgot-password"))
    _ask(page, learner.email)
    link = mailed_link(product, learner.email, RESET)
    _expect_the_field_to_stay(page)
    page.goto(link)
    field = page.get_by_label("New password", exact=True)
    expect(field).to_be_visible()
    expect(page).not_to_have_url(re.compile("token"))
    # The token is no longer in the URL, but the page can be loaded again.
    page.reload()
    _choose(page, "short")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_be_focused()
    expect(field).to_have_value("short")
    expect(page).to_have_title("New password · WebDev Certs")
    _choose(page, NEW)
    expect(page.get_by_role("status").filter(has_text="You’re signed out on all devices")).to_be_visible()
    # Nothing on the page asks for a password any more.
    expect(page.get_by_role("heading", level=1)).to_have_text("Password changed")
    expect(page).to_have_title("Password changed · WebDev Certs")
    expect(page.get_by_text("From now on, sign in with the new one.")).to_be_visible()
    expect(page.get_by_text("Saving it signs you out everywhere.")).to_have_count(0)

    member.goto("/dashboard/profile")
    expect_home(member)
    expect_nothing_stored(member)

    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    sign_in(page, learner)
    expect(page.get_by_role("alert").filter(has_text="password")).to_be_visible()
    sign_in(page, learner, NEW)
    expect_dashboard(page)
    # The link came by mail, so the email is confirmed.
    expect(page.get_by_role("heading", name=f"Hi {learner.name.split()[0]}", exact=True)).to_be_visible()
    expect(page.get_by_text("Confirm your email")).to_have_count(0)

    again = visit()
    again.goto(link)
    _choose(again, NEW)
    expect(again.get_by_role("heading", name="This link has been used")).to_be_visible()
    again.get_by_role("link", name="Get a new link").click()
    expect(again).to_have_url(at("/auth/forgot-password"))


def _expect_the_field_to_stay(page: Page) -> None:
    """Expect that a second visit of the form never hides its field, in which somebody may be typing."""
    page.add_init_script(
        """
        window.hidings = 0;
        const note = (records) => { window.hidings += records.filter(({ target }) => target.hidden).length; };
        new MutationObserver(note).observe(document, { subtree: true, attributeFilter: ["hidden"] });
        """
    )
    page.goto("/auth/forgot-password")
    expect(page.get_by_role("button", name="Email me a link")).to_be_enabled()
    assert page.evaluate("() => window.hidings") == 0
