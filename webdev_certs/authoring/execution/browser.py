"""A page in headless Chromium, through Playwright, which is a development dependency."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from webdev_certs.authoring.execution.runtimes import MissingRuntime

try:
    from playwright.async_api import Browser, async_playwright
except ImportError:  # pragma: no cover
    async_playwright = None

ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_ARGUMENTS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    # Chromium's sandbox refuses to run as root.
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]


@asynccontextmanager
async def open_browser() -> AsyncIterator["Browser"]:
    """Start a headless Chromium: `$CHROMIUM`, one on PATH, or Playwright's own.

    Raises:
        MissingRuntime: Playwright or a browser is not installed.
    """
    if async_playwright is None:
        raise MissingRuntime("the Python package playwright is not installed (a development dependency)")
    async with async_playwright() as playwright:
        program = _find(Path(playwright.chromium.executable_path))
        browser = await playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        try:
            yield browser
        finally:
            await browser.close()


def _find(of_playwright: Path) -> str:
    names = filter(None, (os.environ.get("CHROMIUM"), *ON_PATH, str(of_playwright)))
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise MissingRuntime("no Chromium is installed; CHROMIUM may name one")
    return found
