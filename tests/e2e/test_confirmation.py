"""Confirming an address, by the mailed link."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import Learner, at, register
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

CONFIRM = "/auth/confirm"
NOTICE = "Your address is not confirmed"


def test_registering_asks_for_it_and_the_link_answers_at_once(
    page: Page, learner: Learner, product: Product
) -> None:
    page.goto("/auth/register")
    register(page, learner)
    expect(page).to_have_url(at("/dashboard"))
    notice = page.get_by_role("complementary", name=NOTICE)
    expect(notice).to_contain_text(learner.email)
    notice.get_by_role("button", name="Send the link again").click()
    expect(notice.get_by_role("status").filter(has_text="Sent.")).to_be_visible()

    mail = page.context.new_page()
    mail.goto(mailed_link(product, learner.email, CONFIRM, number=2))
    expect(mail.get_by_text("Your address is confirmed", exact=True)).to_be_visible()
    assert "token" not in mail.url
    # The other tab shares the browser's storage.
    expect(notice).to_have_count(0)
    mail.get_by_role("main").get_by_role("link", name="To the dashboard").click()
    expect(mail).to_have_url(at("/dashboard"))


def test_on_another_device_it_takes_a_click(
    page: Page, learner: Learner, tokens: dict[str, Any], product: Product
) -> None:
    link = mailed_link(product, learner.email, CONFIRM)
    page.goto(link)
    page.get_by_role("button", name="Confirm my address").click()
    expect(page.get_by_text("Your address is confirmed", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_role("link", name="Sign in")).to_be_visible()

    page.goto("about:blank")
    page.goto(link)
    page.get_by_role("button", name="Confirm my address").click()
    expect(page.get_by_role("heading", name="This link has been used or replaced")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in to get a new link")).to_be_visible()


def test_a_link_that_is_no_good_offers_a_new_one_to_its_owner(member: Page, learner: Learner) -> None:
    member.goto(f"{CONFIRM}#token=nonsense")
    expect(member.get_by_role("heading", name="This link is not valid")).to_be_visible()
    member.get_by_role("button", name="Send the link again").click()
    expect(member.get_by_role("status").filter(has_text="Sent.")).to_be_visible()


def test_a_test_says_before_it_starts_what_a_certificate_needs(member: Page) -> None:
    member.goto("/test/react")
    expect(member.get_by_role("button", name="Start the test")).to_be_visible()
    expect(member.get_by_role("main")).to_contain_text("Your address is not confirmed yet")
