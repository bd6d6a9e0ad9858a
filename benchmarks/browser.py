"""The browser that measures pages: the same as in the browser tests."""

import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from benchmarks.product import Unmeasurable, kill
from tests.e2e import browser

FLAGS = ("--no-sandbox", *browser.ARGUMENTS)
"""Without `--no-sandbox` Chromium refuses to run as root, as in containers."""
_START_SECONDS = 60


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


@contextmanager
def running_browser(origin: str, storage: Mapping[str, str]) -> Iterator[int]:
    """Run a new browser with these entries in the local storage of an origin; yield its debugging port.

    Raises:
        Unmeasurable: It does not start.
    """
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [find_browser(), *FLAGS, "--headless=new", f"--user-data-dir={profile}"]
        process = subprocess.Popen(
            [*command, "--remote-debugging-port=0"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            port = _debugging_port(Path(profile) / "DevToolsActivePort", process)
            _store(port, origin, storage)
            yield port
        finally:
            # Debian's program is a script that starts the browser: ending the script alone would leave it.
            kill(process)


def _debugging_port(file: Path, process: subprocess.Popen[bytes]) -> int:
    """Return the port that the browser writes to a file when it is ready."""
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        if file.exists() and (lines := file.read_text().splitlines()):
            return int(lines[0])
        time.sleep(0.1)
    raise Unmeasurable(f"{find_browser()} does not start")


def _store(port: int, origin: str, storage: Mapping[str, str]) -> None:
    with sync_playwright() as playwright:
        connected = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = connected.contexts[0].new_page()
        # A page of the origin on which no script of the product runs.
        page.goto(f"{origin}/robots.txt")
        page.evaluate(
            "(entries) => entries.forEach(([key, value]) => localStorage.setItem(key, value))",
            [list(entry) for entry in storage.items()],
        )
        page.close()
