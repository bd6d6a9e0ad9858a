"""Login sessions that end while their user is at work."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import expect_entries
from tests.e2e.product import Product


def store_in_another_tab(page: Page, **entries: str) -> None:
    """Change local storage as another tab of the browser does: all tabs follow."""
    other = page.context.new_page()
    # Not a page of the product, which would notice by itself that the login session is over.
    other.goto("/api/health")
    other.evaluate(
        "(entries) => Object.entries(entries).forEach((one) => localStorage.setItem(...one))", entries
    )
    expect_entries(page, entries)
    other.close()


def end_login_session(page: Page, product: Product, tokens: dict[str, Any]) -> None:
    """End the login session on the server, and make the page notice it at its next request."""
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    assert product.http.post("/api/auth/logout", headers=bearer).is_success
    store_in_another_tab(page, access_token="expired")


def expect_sign_in_for(page: Page, path: str) -> None:
    """Expect the sign-in page, which leads back to a path."""
    expect(page).to_have_url(re.compile("/auth/login/?.*" + path.rstrip("/").replace("/", "%2F")))
