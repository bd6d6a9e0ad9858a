"""The profile: changing and deleting an account."""

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import (
    Learner,
    expect_dashboard,
    expect_home,
    expect_nothing_stored,
    login_storage,
    sign_in,
)
from tests.e2e.learning import ApiLearner
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

NEW = "eight quiet donkeys"
NO_MOTION = "1e-05s"


def _open(page: Page) -> None:
    page.goto("/dashboard/profile")
    expect(page.get_by_role("heading", name="Where you’re signed in")).to_be_visible()
    expect(page.get_by_label("Full name")).not_to_have_value("")


def test_a_name_is_changed_by_keyboard_motion_reduced_and_the_data_exported(
    member: Page, learner: Learner
) -> None:
    _open(member)
    name = member.get_by_label("Full name")
    name.fill("")
    name.press("Enter")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_be_focused()
    name.fill("Ada King")
    name.press("Enter")
    expect(member.get_by_role("status").filter(has_text="Your name is saved.")).to_be_visible()
    expect(member.locator("#name-message")).to_be_focused()
    expect(member.get_by_role("button", name="Account: Ada King").filter(visible=True)).to_be_visible()
    member.get_by_role("link", name="Overview").filter(visible=True).click()
    expect(member.get_by_role("heading", name="Hi Ada", exact=True)).to_be_visible()
    member.goto("/dashboard/profile")
    expect(name).to_have_value("Ada King")

    button = member.get_by_role("button", name="Save setting")
    expect(button).not_to_have_css("transition-duration", NO_MOTION)
    member.get_by_role("checkbox", name="Reduce motion").check()
    button.click()
    expect(member.get_by_role("status").filter(has_text="Your setting is saved.")).to_be_visible()
    expect(button).to_have_css("transition-duration", NO_MOTION)
    member.reload()
    expect(member.locator("html:has([data-reduced-motion])")).to_have_count(1)
    expect(button).to_have_css("transition-duration", NO_MOTION)

    with member.expect_download() as download:
        member.get_by_role("button", name="Download your data").click()
    assert download.value.suggested_filename == "webdev-certs-export.json"
    data = json.loads(Path(download.value.path()).read_text())
    assert data["account"]["email"] == learner.email


def test_an_email_changes_when_the_link_is_used(member: Page, learner: Learner, product: Product) -> None:
    _open(member)
    email = f"new.{learner.email}"
    member.get_by_label("New email").fill(email)
    member.get_by_label("Your current password").first.fill("not my password")
    member.get_by_role("button", name="Change email").click()
    expect(member.get_by_text("That’s not your password.")).to_be_visible()
    expect(member.get_by_label("New email")).to_have_value(email)
    member.get_by_label("Your current password").first.fill(learner.password)
    member.get_by_role("button", name="Change email").click()
    expect(member.get_by_text(f"Waiting for {email}")).to_be_visible()
    member.goto(mailed_link(product, email, "/auth/confirm"))
    expect(member.get_by_text("Your email is confirmed", exact=True)).to_be_visible()
    _open(member)
    expect(member.get_by_text(f"{email} (confirmed)")).to_be_visible()
    expect(member.get_by_text("Waiting for")).to_have_count(0)


def test_login_sessions_are_ended_one_by_one_all_at_once_or_by_a_new_password(
    member: Page, visit: Visit, learner: Learner, product: Product
) -> None:
    form = {"email": learner.email, "password": learner.password}
    others = [visit(login_storage(product.http.post("/api/auth/login", json=form).json())) for _ in range(2)]
    _open(member)
    heading = member.get_by_role("heading", name="Where you’re signed in")
    login_sessions = member.get_by_role("list", name="Devices").get_by_role("listitem")
    expect(login_sessions).to_have_count(3)
    expect(login_sessions.filter(has_text="This device")).to_have_count(1)
    one = login_sessions.filter(has_not_text="This device").first
    one.get_by_role("button", name="Sign out").click()
    expect(login_sessions).to_have_count(2)
    expect(heading).to_be_focused()

    member.get_by_role("button", name="Sign out everywhere else").click()
    expect(login_sessions).to_have_count(1)
    expect(login_sessions).to_contain_text("This device")
    said = member.get_by_role("status").filter(has_text="You’re signed out everywhere else.")
    expect(said).to_be_visible()
    expect(heading).to_be_focused()
    for other in others:
        other.goto("/dashboard/profile")
        expect_home(other)
        expect_nothing_stored(other)
    (other, _) = others
    other.goto("/auth/login")
    sign_in(other, learner)
    expect_dashboard(other)
    member.reload()
    expect(login_sessions).to_have_count(2)

    member.locator("#current_password").fill(learner.password)
    member.get_by_label("New password", exact=True).fill(NEW)
    member.get_by_role("button", name="Change password").click()
    expect(member.get_by_role("status").filter(has_text="Your new password is saved.")).to_be_visible()
    expect(member.locator("#current_password")).to_have_value("")
    other.goto("/dashboard/profile")
    expect_home(other)
    other.goto("/auth/login")
    sign_in(other, learner, NEW)
    expect_dashboard(other)


def test_extra_time_is_asked_for_granted_and_used(member: Page, learner: Learner, product: Product) -> None:
    _open(member)
    expect(member.get_by_text("You don’t have extra time.")).to_be_visible()
    member.get_by_role("button", name="Ask for extra time").click()
    expect(member.get_by_text("Tell us why you need extra time.")).to_be_visible()
    member.get_by_label("Extra time you need").select_option("50")
    member.get_by_label("Reason").fill("I read with a magnifier.")
    member.get_by_role("button", name="Ask for extra time").click()
    expect(member.get_by_role("status").filter(has_text="We’ve got your request.")).to_be_visible()
    expect(member.get_by_text("Requested on")).to_be_visible()
    expect(member.get_by_role("button", name="Ask for extra time")).to_have_count(0)
    product.command("exams", "extra-time", "grant", learner.email, "--note", "Good luck!", "--yes")
    member.reload()
    expect(member.get_by_text("You get 50% more time in every test you start from now on.")).to_be_visible()
    expect(member.get_by_text("Our note to you: Good luck!")).to_be_visible()
    member.goto("/test/react")
    expect(member.get_by_text("67 minutes and 30 seconds, with your extra time.")).to_be_visible()
    member.get_by_role("button", name="Start the test").click()
    expect(member.get_by_role("timer")).to_contain_text(re.compile("6[67]:"))


def test_a_deleted_account_leaves_its_certificate_as_chosen(
    member: Page,
    visit: Visit,
    learner: Learner,
    product: Product,
    tokens: dict[str, Any],
) -> None:
    api_learner = ApiLearner(product, tokens)
    api_learner.take_exam("react", right=True)
    (number,) = api_learner.certificates()

    _open(member)
    member.get_by_role("button", name="Delete account…").click()
    dialog = member.get_by_role("dialog", name="Delete your account?")
    dialog.get_by_role("button", name="Delete for good").click()
    expect(dialog.get_by_text("Choose what happens to your certificates.")).to_be_visible()
    expect(dialog.get_by_role("group", name="What should happen to your certificate?")).to_be_focused()
    dialog.get_by_role("radio", name="Revoke").check()
    dialog.get_by_label("Your password").fill(learner.password)
    dialog.get_by_role("button", name="Delete for good").click()
    expect_home(member)
    expect_nothing_stored(member)

    stranger = visit()
    stranger.goto(f"/verify/{number}")
    expect(stranger.get_by_text("Revoked: this certificate is no longer valid")).to_be_visible()
    expect(stranger.get_by_role("main")).not_to_contain_text(learner.name)
    stranger.goto("/auth/login")
    sign_in(stranger, learner)
    expect(stranger.get_by_role("alert").filter(has_text="password")).to_be_visible()
