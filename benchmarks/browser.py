"""The browser that pages are measured in: the one of the browser tests."""

from functools import cache

from playwright.sync_api import sync_playwright

from benchmarks.product import Unmeasurable
from tests.e2e import browser

FLAGS = ("--no-sandbox", *browser.ARGUMENTS)
"""No sandbox: in containers Chromium runs as root, which it refuses otherwise."""


@cache
def find_browser() -> str:
    """The path of a Chromium or Chrome.

    Raises:
        Unmeasurable: there is none.
    """
    with sync_playwright() as playwright:
        try:
            return browser.find_browser(playwright)
        except browser.NoBrowser as reason:
            raise Unmeasurable(str(reason)) from None
