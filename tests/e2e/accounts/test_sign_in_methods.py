"""Ways to sign in: services linked and unlinked, and a first password."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accounts.test_social_sign_in import choose, continue_as, expect_dashboard_of
from tests.e2e.journeys import Learner, at, expect_home, sign_in, sign_out
from tests.e2e.product import Product

NEW = "eight quiet donkeys"


def _methods(page: Page) -> Locator:
    page.goto("/dashboard/profile")
    methods = page.get_by_role("region", name="Sign-in with other services")
    expect(methods).to_be_visible()
    return methods


def _unlink(methods: Locator, name: str, password: str = "") -> None:
    methods.get_by_role("button", name=f"Unlink {name}", exact=True).click()
    if password:
        methods.get_by_label("Your current password").fill(password)
    methods.get_by_role("button", name=f"Yes, unlink {name}").click()


def test_a_linked_service_opens_the_account_until_it_is_unlinked(
    newcomer: Page, learner: Learner, product: Product
) -> None:
    at_work = Learner("Ada at work", f"work.{learner.email}")
    expect(_methods(newcomer)).to_contain_text("Confirm your email before you link one.")
    product.set_confirmed(learner.email)
    _methods(newcomer).get_by_role("button", name="Link GitHub", exact=True).click()
    expect(newcomer.get_by_role("heading", name="Choose a GitHub test account")).to_be_visible()
    # For the server a new tab is like any tab after a restart: only the browser knows what was started.
    member = newcomer.context.new_page()
    member.goto(newcomer.url)
    continue_as(member, at_work)
    expect(member).to_have_url(at("/dashboard/profile"))
    expect(member.get_by_label("Full name")).to_have_value(learner.name)
    methods = member.get_by_role("region", name="Sign-in with other services")
    question = member.locator("#method-question")
    expect(question).to_contain_text(f"You’ll be able to sign in here with {at_work.email}")
    expect(question).to_be_focused()
    methods.get_by_label("Your current password").fill(learner.password)
    methods.get_by_role("button", name="Yes, link GitHub").click()
    expect(methods.get_by_role("status").filter(has_text="You can now sign in with GitHub.")).to_be_visible()
    linked = methods.get_by_role("list", name="Linked services")
    expect(linked).to_contain_text(at_work.email)
    expect(methods.get_by_role("button", name="Link GitHub", exact=True)).to_have_count(0)

    sign_out(member)
    expect_home(member)
    member.goto("/auth/login")
    choose(member, "GitHub")
    continue_as(member, at_work)
    expect_dashboard_of(member, learner)

    _methods(member).get_by_role("button", name="Unlink GitHub", exact=True).click()
    expect(question).to_contain_text(f"You won’t be able to sign in here with {at_work.email}")
    methods.get_by_role("button", name="Cancel").click()
    expect(methods.get_by_role("heading")).to_be_focused()
    _unlink(methods, "GitHub", learner.password)
    said = methods.get_by_role("status").filter(has_text="GitHub is unlinked.")
    expect(said).to_be_visible()
    expect(member.locator("#method-message")).to_be_focused()
    expect(methods).to_contain_text("No linked accounts.")


def test_the_last_way_to_sign_in_stays_until_there_is_a_password(page: Page, learner: Learner) -> None:
    page.goto("/auth/login")
    choose(page, "Google")
    continue_as(page, learner)
    expect_dashboard_of(page, learner)

    methods = _methods(page)
    _unlink(methods, "Google")
    expect(methods.get_by_role("alert").filter(has_text="your only way to sign in")).to_be_visible()
    expect(page.get_by_label("Your current password")).to_have_count(0)
    page.get_by_label("New password", exact=True).fill(NEW)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("status").filter(has_text="Your new password is saved.")).to_be_visible()
    expect(page.get_by_label("Your current password").first).to_be_visible()
    _unlink(methods, "Google", NEW)
    expect(methods).to_contain_text("No linked accounts.")

    sign_out(page)
    expect_home(page)
    page.goto("/auth/login")
    sign_in(page, learner, NEW)
    expect_dashboard_of(page, learner)
