"""How much code the home page loads."""

import gzip

from playwright.sync_api import Response, sync_playwright

from benchmarks.browser import FLAGS, find_browser
from benchmarks.figures import show
from benchmarks.product import ORIGIN

_TARGET_KB = 190
_COUNTED = ("script", "stylesheet")


def measure() -> None:
    """Show how many kilobytes of gzipped JavaScript and CSS a first visit to the home page loads."""
    show("home_page_kb", sum(map(_gzipped, _first_visit("/"))) / 1000, _TARGET_KB, "lower")


def _first_visit(path: str) -> list[bytes]:
    """Return the bodies of all scripts and style sheets, including those loaded by other scripts."""
    responses: list[Response] = []
    program = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page()
        page.on("response", lambda response: responses.append(response))
        page.goto(ORIGIN + path, wait_until="networkidle")
        bodies = [response.body() for response in responses if response.request.resource_type in _COUNTED]
        browser.close()
    return bodies


def _gzipped(body: bytes) -> int:
    return len(gzip.compress(body))
