"""Gets other people's stand-ins for providers and runs them, each a program of its own on a free port."""

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

from tests.conftest import ROOT
from tests.lifeline import LIFELINE
from tests.locks import alone
from tests.ports import free_port

__all__ = ["Absent", "free_port", "npm_package", "running", "stripe_mock"]
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "webdev-certs"
_NPM_PACKAGES = {"emulate": "0.12.2", "stripe-stateful-mock": "0.0.16"}
_STRIPE_MOCK = "0.203.0"
_START_SECONDS = 60
_INSTALL_SECONDS = 600


class Absent(Exception):
    """A program is not there and cannot be had; says why.

    Attributes:
        is_fine: also where stand-ins are required (REQUIRE_STANDINS=1), because it needs what only some have.
    """

    def __init__(self, why: str, *, is_fine: bool = False) -> None:
        super().__init__(why)
        self.is_fine = is_fine


def leave_out(name: str, reason: Absent) -> NoReturn:
    """Skips the test of a program that is absent, or fails it where programs are required."""
    if os.environ.get("REQUIRE_STANDINS") == "1" and not reason.is_fine:
        raise reason
    pytest.skip(f"{name}: {reason}")


def npm_package(name: str) -> Path:
    """The folder of an npm package at its pinned version, installed into the user's cache if need be.

    Raises:
        Absent: npm could not install it.
    """
    version = _NPM_PACKAGES[name]
    home = CACHE / "npm" / f"{name}-{version}"
    folder = home / "node_modules" / name
    with alone(home):
        if not (folder / "package.json").exists():
            command = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(home)]
            _install([*command, f"{name}@{version}"])
    return folder


def stripe_mock() -> Path:
    """Stripe's own stand-in, built into the user's cache if need be.

    Raises:
        Absent: there is no Go, or it could not build it.
    """
    program = CACHE / "go" / f"stripe-mock-{_STRIPE_MOCK}" / "stripe-mock"
    with alone(program.parent):
        if not program.exists():
            go = shutil.which("go", path=f"{os.environ['PATH']}{os.pathsep}/usr/local/go/bin")
            if not go:
                raise Absent("there is no Go to build it with", is_fine=True)
            module = f"github.com/stripe/stripe-mock@v{_STRIPE_MOCK}"
            _install([go, "install", module], {"GOBIN": str(program.parent)})
    return program


@contextmanager
def running(command: list[str], port: int, environment: Mapping[str, str] | None = None) -> Iterator[None]:
    """Runs a server until the end; begins when it answers on its port.

    Raises:
        RuntimeError: it does not. What is there has to work, and is not skipped.
    """
    process = subprocess.Popen(
        [*LIFELINE, *command],
        cwd=ROOT,
        env={**_environment(), **(environment or {})},
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
        # Some packages start a second process, which would outlive the first.
        os.killpg(process.pid, signal.SIGTERM)
        process.communicate(timeout=10)


def _install(command: list[str], more: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        env={**_environment(), **(more or {})},
        capture_output=True,
        text=True,
        timeout=_INSTALL_SECONDS,
    )
    if done.returncode:
        raise Absent(f"{' '.join(command)} failed: {done.stderr.strip()[-300:]}")


def _environment() -> dict[str, str]:
    """The tests' own, with this Python's programs first: `npm` and `node` are among them."""
    programs = str(Path(sys.executable).parent)
    return {**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}


def _answers(port: int) -> bool:
    try:
        httpx.get(f"http://127.0.0.1:{port}/", timeout=5)
    except httpx.TransportError:
        return False
    return True
