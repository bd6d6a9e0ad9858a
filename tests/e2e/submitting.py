"""The buttons of the product that send something, prepared so that one click sends it.

Those for tests, practice and certificates are in `submitting_answers.py`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.e2e.accounts.test_social_sign_in import continue_as
from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at
from tests.e2e.mails import confirm_email, mailed_link
from tests.e2e.paying import buy, open_billing, plan
from tests.e2e.product import Product

NEW = "eight quiet donkeys"


@dataclass
class Scene:
    """A window of a learner or a visitor, and everything else that a test needs."""

    page: Page
    learner: Learner
    product: Product
    key: AnswerKey
    tokens: dict[str, Any]
    visit: Visit

    def open(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def profile(self) -> Page:
        page = self.open("/dashboard/profile")
        expect(page.get_by_role("heading", name="Where you’re signed in")).to_be_visible()
        return page

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def says(self, words: str) -> Locator:
        return self.page.get_by_role("status").filter(has_text=words)


Outcome = Locator | re.Pattern[str]
"""What the screen shows afterwards, or the URL it leads to."""
Prepared = tuple[Locator, Outcome]
"""The button, and the outcome of a click."""
Visits = dict[str, list[tuple[Callable[[Scene], Prepared], str]]]
"""What is done one after the other in one window: functions that prepare a button, and the call of each."""


def register(scene: Scene) -> Prepared:
    page = scene.open("/auth/register")
    page.get_by_label("Full name").fill("Grace Hopper")
    page.get_by_label("Email").fill(f"twice.{scene.learner.email}")
    page.get_by_label("Password", exact=True).fill(scene.learner.password)
    page.get_by_role("checkbox", name="I accept the terms").check()
    return scene.button("Create account"), at("/dashboard")


def sign_in(scene: Scene) -> Prepared:
    page = scene.open("/auth/login")
    page.get_by_label("Email").fill(scene.learner.email)
    page.get_by_label("Password", exact=True).fill(scene.learner.password)
    return scene.button("Sign in"), at("/dashboard")


def sign_in_wrongly(scene: Scene) -> Prepared:
    page = scene.open("/auth/login")
    page.get_by_label("Email").fill(scene.learner.email)
    page.get_by_label("Password", exact=True).fill("not my password")
    return scene.button("Sign in"), page.get_by_role("alert").filter(has_text="password")


def forgot(scene: Scene) -> Prepared:
    page = scene.open("/auth/forgot-password")
    page.get_by_label("Email").fill(scene.learner.email)
    return scene.button("Email me a link"), scene.says("Check your email")


def reset(scene: Scene) -> Prepared:
    """With the link that `forgot` asked for."""
    page = scene.open(mailed_link(scene.product, scene.learner.email, "/auth/reset-password"))
    page.get_by_label("New password", exact=True).fill(NEW)
    scene.learner = replace(scene.learner, password=NEW)
    return scene.button("Save new password"), scene.says("You’re signed out on all devices")


def name(scene: Scene) -> Prepared:
    scene.profile().get_by_label("Full name").fill("Ada King")
    return scene.button("Save name"), scene.says("Your name is saved.")


def accessibility(scene: Scene) -> Prepared:
    scene.profile().get_by_role("checkbox", name="Reduce motion").check()
    return scene.button("Save setting"), scene.says("Your setting is saved.")


def password(scene: Scene) -> Prepared:
    page = scene.profile()
    page.locator("#current_password").fill(scene.learner.password)
    page.get_by_label("New password", exact=True).fill(NEW)
    scene.learner = replace(scene.learner, password=NEW)
    return scene.button("Change password"), scene.says("Your new password is saved.")


def email(scene: Scene) -> Prepared:
    page = scene.profile()
    page.get_by_label("New email").fill(f"new.{scene.learner.email}")
    page.get_by_label("Your current password").first.fill(scene.learner.password)
    return scene.button("Change email"), scene.says("The link is on its way.")


def delete(scene: Scene) -> Prepared:
    page = scene.profile()
    page.get_by_role("button", name="Delete account…").click()
    page.locator("#deletion_password").fill(scene.learner.password)
    return scene.button("Delete for good"), at("/")


def other_sessions(scene: Scene) -> Prepared:
    other = scene.visit()
    other.goto("/auth/login")
    other.get_by_label("Email").fill(scene.learner.email)
    other.get_by_label("Password", exact=True).fill(scene.learner.password)
    other.get_by_role("button", name="Sign in").click()
    expect(other).to_have_url(at("/dashboard"))
    device = scene.profile().get_by_role("list", name="Devices").get_by_role("listitem")
    expect(device).to_have_count(2)
    return device.get_by_role("button", name=re.compile("^Sign out ")), scene.says("is signed out.")


def link_again(scene: Scene) -> Prepared:
    scene.product.set_confirmed(scene.learner.email, False)
    scene.open("/dashboard")
    return scene.button("Send again"), scene.says("Sent. Check your email.")


def checkout(scene: Scene) -> Prepared:
    scene.open("/payment")
    return plan(scene.page, "Lifetime"), scene.page.get_by_role("heading", name="Pay with card")


def cancel(scene: Scene) -> Prepared:
    buy(scene.page, "Monthly")
    open_billing(scene.page)
    scene.page.get_by_role("button", name="Cancel subscription…").click()
    dialog = scene.page.get_by_role("dialog", name="Cancel your subscription?")
    return dialog.get_by_role("button", name="Cancel subscription"), scene.page.get_by_text("Access until")


def contact(scene: Scene) -> Prepared:
    page = scene.open("/contact")
    page.get_by_label("Your message").fill("My certificate shows an old name.")
    page.get_by_label("Your name").fill(scene.learner.name)
    page.get_by_label("Your email").fill(scene.learner.email)
    return scene.button("Send message"), scene.says("Your message is on its way")


def cancel_contract(scene: Scene) -> Prepared:
    page = scene.open("/cancel-contract")
    page.get_by_label("Your name").fill(scene.learner.name)
    page.get_by_label("Your email").fill(scene.learner.email)
    return scene.button("Cancel now"), scene.says("We received your cancellation")


def withdraw_from_contract(scene: Scene) -> Prepared:
    page = scene.open("/withdraw-contract")
    page.get_by_label("Your name").fill(scene.learner.name)
    page.get_by_label("Your email").fill(scene.learner.email)
    return scene.button("Confirm withdrawal"), scene.says("We received your withdrawal")


def extra_time(scene: Scene) -> Prepared:
    page = scene.profile()
    page.get_by_label("Extra time you need").select_option("50")
    page.get_by_label("Reason").fill("I read with a magnifier.")
    return scene.button("Ask for extra time"), scene.says("We’ve got your request.")


def verify(scene: Scene) -> Prepared:
    page = scene.open("/verify")
    page.get_by_label("Certificate number").fill("WDC-RE-7K3M-92QF-Z")
    return scene.button("Verify"), page.get_by_text("No certificate has this number")


def link_service(scene: Scene) -> Prepared:
    confirm_email(scene.product, scene.learner.email, scene.tokens["access_token"])
    page = scene.profile()
    methods = page.get_by_role("region", name="Sign-in with other services")
    methods.get_by_role("button", name="Link GitHub", exact=True).click()
    continue_as(page, Learner("Ada at work", f"work.{scene.learner.email}"))
    methods.get_by_label("Your current password").fill(scene.learner.password)
    said = scene.says("You can now sign in with GitHub.")
    return methods.get_by_role("button", name="Yes, link GitHub"), said


ACCOUNT_VISITS: Visits = {
    "visitor": [
        (contact, "POST /api/contact"),
        (cancel_contract, "POST /api/payments/cancellations"),
        (withdraw_from_contract, "POST /api/payments/withdrawals"),
        (verify, "GET /api/verify/[^ ]+"),
        (sign_in_wrongly, "POST /api/auth/login"),
        (forgot, "POST /api/auth/forgot-password"),
        (reset, "POST /api/auth/reset-password"),
        (sign_in, "POST /api/auth/login"),
    ],
    "registration": [(register, "POST /api/auth/register")],
    "account": [
        (link_again, "POST /api/auth/resend-confirmation"),
        (checkout, "POST /api/payments/create-checkout-session"),
        (name, "PATCH /api/profile"),
        (accessibility, "PATCH /api/profile"),
        (extra_time, "POST /api/profile/extra-time"),
        (email, "POST /api/profile/email"),
        (other_sessions, "DELETE /api/profile/login-sessions/[^ ]+"),
        (password, "POST /api/profile/password"),
        (delete, "DELETE /api/profile"),
    ],
    "services": [
        (link_service, "POST /api/profile/identities"),
        (cancel, "POST /api/payments/cancel-subscription"),
    ],
}
VISITORS = ("visitor", "registration")
"""The visits of people who are not signed in."""
