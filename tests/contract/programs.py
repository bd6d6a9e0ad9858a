"""Install and run other projects' stand-ins for the providers, each as a program on a free port."""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import httpx
import pytest

from tests.child_processes import KILLED_WITH_PARENT
from tests.conftest import ROOT
from tests.locks import locked
from tests.ports import free_port

__all__ = ["Unavailable", "free_port", "npm_package", "program_environment", "running", "stripe_mock"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
_NPM_PACKAGES = {"emulate": "0.12.2", "stripe-stateful-mock": "0.0.16"}
_STRIPE_MOCK = "0.203.0"
_START_SECONDS = 60
_INSTALL_SECONDS = 600


class Unavailable(Exception):
    """A program is not installed and cannot be installed.

    Attributes:
        never_required: Whether its tests are skipped even with REQUIRE_STANDINS=1, because the program needs
            something that few machines have.
    """

    def __init__(self, reason: str, *, never_required: bool = False) -> None:
        super().__init__(reason)
        self.never_required = never_required


def skip_unless_required(name: str, reason: Unavailable) -> NoReturn:
    """Skip the test of an unavailable program, or fail it if programs are required."""
    if os.environ.get("REQUIRE_STANDINS") == "1" and not reason.never_required:
        raise reason
    pytest.skip(f"{name}: {reason}")


def npm_package(name: str) -> Path:
    """Return the folder of an npm package at its pinned version, after installing it into the user's cache.

    Raises:
        Unavailable: The package could not be installed.
    """
    version = _NPM_PACKAGES[name]
    home = CACHE / "npm" / f"{name}-{version}"
    folder = home / "node_modules" / name
    with locked(home):
        if not (folder / "package.json").exists():
            command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home)]
            _install([*command, f"{name}@{version}"])
    return folder


def stripe_mock() -> Path:
    """Return the path of Stripe's own stand-in, after building it in the user's cache.

    Raises:
        Unavailable: Go is not installed, or could not build it.
    """
    program = CACHE / "go" / f"stripe-mock-{_STRIPE_MOCK}" / "stripe-mock"
    with locked(program.parent):
        if not program.exists():
            go = shutil.which("go", path=f"{os.environ['PATH']}{os.pathsep}/usr/local/go/bin")
            if not go:
                raise Unavailable("Go, which builds it, is not installed", never_required=True)
            module = f"github.com/stripe/stripe-mock@v{_STRIPE_MOCK}"
            _install([go, "install", module], {"GOBIN": str(program.parent)})
    return program


@contextmanager
def running(command: list[str], port: int, environment: Mapping[str, str] | None = None) -> Iterator[None]:
    """Run a server for the duration of the block, which starts when the server answers on its port.

    Raises:
        RuntimeError: It does not answer. An installed program must work, so its tests are not skipped.
    """
    process = subprocess.Popen(
        [*KILLED_WITH_PARENT, *command],
        cwd=ROOT,
        env={**program_environment(), **(environment or {})},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + _START_SECONDS
        while not _answers(port):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command[0]} does not answer on its port")
            time.sleep(0.05)
        yield
    finally:
        # The whole group, because some packages start a second process.
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=10)


def _install(command: list[str], more: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        env={**program_environment(), **(more or {})},
        capture_output=True,
        text=True,
        timeout=_INSTALL_SECONDS,
    )
    if done.returncode:
        raise Unavailable(f"{' '.join(command)} failed: {done.stderr.strip()[-300:]}")


def program_environment() -> dict[str, str]:
    """Return the environment with this Python's programs, such as `npm` and `node`, first in PATH."""
    programs = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


def _answers(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/", timeout=5)
    except httpx.TransportError:
        return False
    return True
