"""How much code and how many fonts the home page loads."""

import gzip
from collections.abc import Iterable

from playwright.sync_api import Response, sync_playwright

from benchmarks.browser import FLAGS, find_browser
from benchmarks.figures import show
from benchmarks.product import ORIGIN

_CODE_KB, _FONTS_KB = 185, 60


def measure() -> None:
    """Show how many kilobytes of gzipped JavaScript and CSS, and of fonts, a first visit loads."""
    bodies = _first_visit("/")
    code = sum(len(gzip.compress(body)) for kind in ("script", "stylesheet") for body in bodies.get(kind, ()))
    # Fonts are compressed already.
    fonts = sum(map(len, bodies.get("font", ())))
    show("home_page_kb", code / 1000, _CODE_KB, "lower")
    show("home_page_fonts_kb", fonts / 1000, _FONTS_KB, "lower")


def _first_visit(path: str) -> dict[str, list[bytes]]:
    """Return the bodies of all files by their kind, including those that scripts load."""
    responses: list[Response] = []
    program = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        page = browser.new_page()
        page.on("response", lambda response: responses.append(response))
        page.goto(ORIGIN + path, wait_until="networkidle")
        bodies = _by_kind(responses)
        browser.close()
    return bodies


def _by_kind(responses: Iterable[Response]) -> dict[str, list[bytes]]:
    bodies: dict[str, list[bytes]] = {}
    for response in responses:
        kind = response.request.resource_type
        if kind in ("script", "stylesheet", "font"):
            bodies.setdefault(kind, []).append(response.body())
    return bodies
