"""The releases between which a fleet is upgraded."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path

from tests.conftest import ROOT
from tests.e2e.product import Product, environment, releases_restored, settings_in_pages
from tests.e2e.second_build import copy_renamed
from tests.previous_release.__main__ import prepare
from tests.scale.fleet import serve


def previous_release(port: int) -> Path | None:
    """Return the checkout of the previous release with its programs and its pages, after building them.

    Args:
        port: The port that the pages are built for.

    Returns:
        None if it is not to be had without a network.
    """
    folder = prepare()
    if folder is None:
        return None
    python = folder / ".venv/bin/python"
    install = ["uv", "pip", "install", "--quiet", "--python", python]
    subprocess.run([*install, "--require-hashes", "-r", folder / "requirements-build.txt"], check=True)
    subprocess.run([*install, "--no-deps", "--no-build-isolation", "-e", folder], check=True)
    settings = environment() | settings_in_pages(port)
    settings["PATH"] = f"{python.parent}{os.pathsep}{settings['PATH']}"
    subprocess.run(["webdev-certs", "build"], cwd=folder, env=settings, stdout=sys.stderr, check=True)
    return folder


@contextmanager
def upgrades(processes: list[Product], port: int, folder: Path) -> Iterator[Callable[[Product], None]]:
    """Yield what prepares the next release for a process; the first process of an upgrade makes it.

    The first upgrade leads to this release. Further ones lead to its pages with other names of scripts, and
    back.

    Args:
        processes: All processes.
        port: The port that the pages are built for.
        folder: A folder for files.
    """
    with releases_restored() as releases:
        copy_renamed(releases, folder / "again")
        served = releases.current()
        assert served
        builds = cycle([folder / "again", served])

        def prepare_next(process: Product) -> None:
            if process is processes[0] and process.root == ROOT:
                now, origin = time.time(), f"http://localhost:{port}"
                releases.add(next(builds), fingerprint=f"{now:.0f}", origin=origin, now=now)
            serve(process, ROOT)

        yield prepare_next
