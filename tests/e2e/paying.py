"""Paying in the browser: on the product's pages and on the sandbox's, which stand in for Stripe's."""

import json
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.e2e.journeys import expect_dashboard, wait_until
from tests.e2e.product import Product

GOOD, DECLINED, ASKS_THE_BANK, NO_RENEWAL = (
    "4242 4242 4242 4242",
    "4000 0000 0000 0002",
    "4000 0025 0000 3155",
    "4000 0000 0000 0341",
)
SCRIPT = "**/sandbox/stripe/v3/"
ONWARDS = re.compile("^(Go to Overview|Continue|See the review|See your) *")
"""The name of the link that leads on from the page that says what was bought."""


def plan(page: Page, title: str) -> Locator:
    """Return the button of a plan."""
    return page.get_by_role("button", name=f"Choose {title}")


def expect_pay_page(page: Page) -> None:
    """Expect the sandbox's pay page."""
    expect(page.get_by_role("heading", name="Pay with card")).to_be_visible()
    expect(page.get_by_text("No money moves.")).to_be_visible()


def pay(page: Page, card: str = GOOD) -> None:
    """Fill in the sandbox's form and send it."""
    expect_pay_page(page)
    page.get_by_label("Card number").fill(card)
    page.get_by_label("Expiration").fill("12 / 44")
    page.get_by_label("CVC").fill("123")
    page.get_by_label("Name on card").fill("Ada Lovelace")
    page.get_by_role("button", name=re.compile("^(Pay|Subscribe for) \\$")).click()


def go_on(page: Page) -> None:
    """Leave the page that says what was bought."""
    expect(page.get_by_role("status").filter(has_text="You now have everything in Pro")).to_be_visible()
    page.get_by_role("link", name=ONWARDS).click()


def buy(page: Page, title: str, card: str = GOOD) -> None:
    """Choose a plan and pay for it, from the payment page to the dashboard."""
    page.goto("/payment")
    plan(page, title).click()
    pay(page, card)
    go_on(page)
    expect_dashboard(page)


def open_billing(page: Page) -> None:
    page.goto("/dashboard/billing")
    expect(page.get_by_role("heading", name="Payments")).to_be_visible()


def open_billing_until(page: Page, shown: Locator, *, times: int = 1) -> None:
    """Open billing again and again until it shows this `times` times, because webhooks take a moment."""

    def arrived() -> bool:
        open_billing(page)
        # The heading may come before the payments.
        with suppress(TimeoutError):
            shown.nth(times - 1).wait_for(timeout=2_000)
        return shown.count() == times

    wait_until(page, arrived)


def payments(page: Page) -> Locator:
    """Return the rows of the payment history."""
    return page.get_by_role("list", name="Payments").get_by_role("listitem")


def checkout_sessions_of(product: Product, email: str) -> int:
    """Return how many checkout sessions the provider has created for a user."""
    path = Path(product.environment["DATA_DIR"]) / "sandbox" / "stripe.db"
    with closing(sqlite3.connect(path, timeout=30)) as database:
        rows = database.execute("SELECT body FROM objects WHERE kind IN ('customer', 'checkout.session')")
        objects = [json.loads(body) for (body,) in rows]
    customers = {
        found["id"] for found in objects if found["object"] == "customer" and found["email"] == email
    }
    return sum(found.get("customer") in customers for found in objects)


def pass_time(product: Product, *spans: str) -> None:
    """Move the sandbox's clock ahead by each of these spans: `day`, `month`."""
    for span in spans:
        answer = product.http.post("/sandbox/stripe/advance", data={"by": span})
        assert answer.status_code == 303, answer.text
