"""Confirming an email by the mailed link."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import Learner, expect_dashboard, register, sign_in
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

CONFIRM = "/auth/confirm"
NOTICE = "Your email isn’t confirmed"


def test_registering_asks_for_confirmation_and_the_link_confirms(
    page: Page, learner: Learner, product: Product
) -> None:
    page.goto("/auth/register")
    register(page, learner)
    expect_dashboard(page)
    notice = page.get_by_role("complementary", name=NOTICE)
    expect(notice).to_contain_text(learner.email)
    notice.get_by_role("button", name="Send again").click()
    expect(notice.get_by_role("status").filter(has_text="Sent.")).to_be_visible()

    mail = page.context.new_page()
    mail.goto(mailed_link(product, learner.email, CONFIRM, number=2))
    expect(mail.get_by_text("Your email is confirmed", exact=True)).to_be_visible()
    expect(mail.get_by_role("heading", level=1, name="Email confirmed")).to_be_visible()
    expect(mail).to_have_title("Email confirmed · WebDev Certs")
    expect(mail).not_to_have_url(re.compile("token"))
    # Both tabs share the browser's storage.
    expect(notice).to_have_count(0)
    mail.get_by_role("main").get_by_role("link", name="Go to dashboard").click()
    expect_dashboard(mail)


def test_another_device_signs_in_first(
    page: Page, learner: Learner, new_tokens: dict[str, Any], product: Product
) -> None:
    link = mailed_link(product, learner.email, CONFIRM)
    page.goto(link)
    page.get_by_role("main").get_by_role("link", name="Sign in to confirm").click()
    sign_in(page, learner)
    expect(page.get_by_text("Your email is confirmed", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Go to dashboard")).to_be_visible()

    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("heading", name="This link has been used or replaced")).to_be_visible()


def test_a_test_waits_for_the_confirmation_and_notices_it_without_a_reload(
    newcomer: Page, learner: Learner, product: Product
) -> None:
    newcomer.goto("/test/react")
    screen = newcomer.get_by_role("main")
    expect(screen).to_contain_text("Confirm your email, then start the test")
    expect(screen).to_contain_text(f"We’ve sent a link to {learner.email}.")
    expect(screen.get_by_role("link", name="Wrong email?")).to_be_visible()
    start = screen.get_by_role("button", name="Start the test")
    expect(start).to_have_count(0)
    screen.get_by_role("button", name="Send another link").click()
    expect(newcomer.get_by_role("status").filter(has_text="Sent.")).to_be_visible()
    newcomer.evaluate("window.loaded = 1")
    # On the phone.
    product.set_confirmed(learner.email)
    newcomer.evaluate("dispatchEvent(new Event('focus'))")
    expect(start).to_be_visible()
    expect(newcomer.get_by_role("status").filter(has_text="Your email is confirmed.")).to_have_count(1)
    assert newcomer.evaluate("window.loaded") == 1
    # The browser takes the email for confirmed; for the server it is not.
    product.set_confirmed(learner.email, False)
    start.click()
    expect(screen).to_contain_text("Confirm your email, then start the test")
    expect(start).to_have_count(0)
