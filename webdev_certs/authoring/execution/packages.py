"""The npm packages that some runtimes need: pinned by a lock, installed on demand into the user's cache."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from webdev_certs.authoring.execution.processes import find_tool, shorten
from webdev_certs.authoring.execution.programs import MissingRuntime

PINNED = Path(__file__).parent.parent / "runtimes"
"""Holds `package.json`, its lock, and the scripts that run in Node."""
_INSTALL_SECONDS = 900


def cache_folder() -> Path:
    """Return the product's folder in the user's cache (XDG Base Directory); all its copies share it."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"


def packages_folder() -> Path:
    """Return the folder in which the current lock file's packages are, or will be once they are installed."""
    lock = (PINNED / "package-lock.json").read_bytes()
    return cache_folder() / "runtimes" / hashlib.sha256(lock).hexdigest()[:12]


def install_packages() -> Path:
    """Install the packages unless they are there, and return their folder.

    Raises:
        MissingRuntime: The program npm is missing, or it could not install them.
    """
    folder = packages_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may want them at once; one installs, the others wait.
    with (folder.parent / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            _install(folder)
        # The jail runs programs as another user.
        folder.chmod(0o755)
    return folder


def _install(folder: Path) -> None:
    npm = find_tool("npm")
    # npm installs into a temporary folder that is renamed at the end, so an existing folder is complete.
    partial = Path(tempfile.mkdtemp(prefix="partial-", dir=folder.parent))
    try:
        for name in ("package.json", "package-lock.json"):
            shutil.copy(PINNED / name, partial)
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        done = subprocess.run(command, cwd=partial, capture_output=True, text=True, timeout=_INSTALL_SECONDS)
        if done.returncode:
            raise MissingRuntime(f"npm could not install the packages: {shorten(done.stderr)}")
        partial.rename(folder)
    except subprocess.TimeoutExpired:
        raise MissingRuntime(f"npm took more than {_INSTALL_SECONDS} s to install the packages") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


@contextmanager
def workspace() -> Iterator[Path]:
    """Make a temporary folder in which the scripts of `PINNED` can use the packages.

    Raises:
        MissingRuntime: The packages are not there and could not be installed.
    """
    packages = install_packages()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "node_modules").symlink_to(packages / "node_modules")
        for script in (*PINNED.glob("*.mjs"), PINNED / "package.json"):
            shutil.copy(script, folder)
        yield folder
