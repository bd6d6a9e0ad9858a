"""The hosted checkout page, used in a real browser."""

import asyncio
import re

import pytest
import stripe
from playwright.sync_api import Page, sync_playwright

from tests.contract.stripe import dialects
from tests.contract.stripe.backends import Backend
from tests.contract.stripe.receiver import Receiver
from tests.contract.stripe.sdk import Sdk
from tests.e2e.browser import ARGUMENTS, find_browser

pytestmark = pytest.mark.about("checkout page")

PAY = re.compile("^(Pay|Subscribe)")


async def open_checkout_session(sdk: Sdk, backend: Backend) -> stripe.checkout.Session:
    shop = backend.shop
    return await sdk.v1.checkout.sessions.create_async(
        {
            "mode": "payment",
            "customer": await dialects.customer(sdk),
            "line_items": [{"price": await dialects.price(sdk, backend), "quantity": 1}],
            "success_url": f"{shop}/success?session_id={{CHECKOUT_SESSION_ID}}",
            "cancel_url": f"{shop}/canceled",
        }
    )


def pay(url: str, shop: str) -> str:
    """Pay as a person does and return the URL where the browser ends up."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser(playwright), args=ARGUMENTS)
        page = browser.new_page()
        page.goto(url)
        _fill(page)
        page.get_by_role("button", name=PAY).click()
        page.wait_for_url(f"{shop}/**")
        location = page.url
        browser.close()
        return location


def _fill(page: Page) -> None:
    """Type in a card if the page asks for one; emulate's page asks only for an email."""
    email = page.get_by_placeholder("you@example.com")
    if email.count():
        email.fill("ada@example.com")
    number = page.get_by_label("Card number")
    if number.count():
        number.fill("4242 4242 4242 4242")
        page.get_by_label("Expiration").fill("12 / 34")
        page.get_by_label("CVC").fill("123")
        page.get_by_label("Name on card").fill("Ada Lovelace")


async def test_payment_redirects_to_the_success_url(sdk: Sdk, backend: Backend, receiver: Receiver):
    session = await open_checkout_session(sdk, backend)
    assert session.url

    location = await asyncio.to_thread(pay, session.url, backend.shop)

    assert location == f"{backend.shop}/success?session_id={session.id}"
    paid = await sdk.v1.checkout.sessions.retrieve_async(session.id)
    assert (paid.status, paid.payment_status, paid.url) == ("complete", "paid", None)
    event = await asyncio.to_thread(receiver.wait_for, "checkout.session.completed", session.id)
    assert event.data.object["payment_status"] == "paid"
