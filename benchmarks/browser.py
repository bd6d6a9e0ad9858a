"""The browser that measures pages: the same as in the browser tests."""

from functools import cache

from playwright.sync_api import sync_playwright

from benchmarks.product import Unmeasurable
from tests.e2e import browser

FLAGS = ("--no-sandbox", *browser.ARGUMENTS)
"""Without `--no-sandbox` Chromium refuses to run as root, as in containers."""


@cache
def find_browser() -> str:
    """Return the path of a Chromium or Chrome.

    Raises:
        Unmeasurable: None is installed.
    """
    with sync_playwright() as playwright:
        try:
            return browser.find_browser(playwright)
        except browser.NoBrowser as reason:
            raise Unmeasurable(str(reason)) from None
