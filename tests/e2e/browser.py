"""Finds or installs a Chromium for the tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Playwright

# The first is the same engine without windows and needs half the CPU time.
ON_PATH = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = [
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--no-first-run",
    # Chromium's sandbox refuses to run as root.
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]


class NoBrowser(Exception):
    """No Chromium was found or could be installed. The message lists what was tried."""


def find_browser(playwright: Playwright) -> str:
    """Return the program to launch: $CHROMIUM, one on PATH, Playwright's own, or the system's package.

    Raises:
        NoBrowser: If none of these exists or can be installed.
    """
    named = os.environ.get("CHROMIUM")
    if named:
        if found := shutil.which(named):
            return found
        raise NoBrowser(f"CHROMIUM={named} is not a program")
    tried: list[str] = []
    return _on_path() or _playwrights_own(playwright, tried) or _from_packages(tried) or _give_up(tried)


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, ON_PATH)), None)


def _playwrights_own(playwright: Playwright, tried: list[str]) -> str | None:
    path = playwright.chromium.executable_path
    if not Path(path).exists():
        _run([sys.executable, "-m", "playwright", "install", "chromium"], tried)
    return path if Path(path).exists() else None


def _from_packages(tried: list[str]) -> str | None:
    if os.geteuid() == 0 and shutil.which("apt-get"):
        _run(["apt-get", "update"], tried)
        _run(["apt-get", "install", "--yes", "--no-install-recommends", "chromium"], tried)
    return _on_path()


def _run(command: list[str], tried: list[str]) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment)
    if done.returncode:
        tried.append(f"$ {' '.join(command)}\n{(done.stderr or done.stdout)[-500:].strip()}")


def _give_up(tried: list[str]) -> str:
    advice = "Install Chromium, or set CHROMIUM to a Chromium or Chrome."
    raise NoBrowser("\n".join([f"No browser found for the tests. {advice}", *tried]))
