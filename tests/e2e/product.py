"""The product as its users run it: built, then served by a process of its own that may be killed."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.conftest import ROOT
from tests.factories import generous_limits
from tests.ports import free_port, is_free
from webdev_certs.settings.settings import Settings

_START_SECONDS = 60
_BUILD_SECONDS = 900


def build() -> int:
    """Builds the pages, which hold their address, and returns the port they are built for."""
    port = _built_port() or free_port()
    command = ["make", "build", f"PORT={port}", "PUBLIC_URL=", "SUPABASE_URL=", "ENVIRONMENT="]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=_BUILD_SECONDS
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-4000:]}")
    return port


class Product:
    """One served copy with its own database and folders; `stop` ends what `start` began, and only that."""

    def __init__(self, port: int, folder: Path, database_url: str) -> None:
        self.port = port
        self.url = f"http://localhost:{port}"
        self.database_url = database_url
        self.log = folder / "server.log"
        self.environment = environment() | {
            "ENVIRONMENT": "development",
            "HOST": "127.0.0.1",
            "PORT": str(port),
            "DATA_DIR": str(folder),
            "DATABASE_URL": database_url,
            "LIMITS": generous_limits().model_dump_json(),
            "REFLEX_STATES_WORKDIR": str(folder / "states"),
        }
        self._process: subprocess.Popen[Any] | None = None

    @property
    def running(self) -> bool:
        """Whether the server's process is there."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Starts serving, and returns when the server answers.

        Raises:
            RuntimeError: it does not; the message ends with its log.
        """
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                ["webdev-certs", "serve"],
                cwd=ROOT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # A process group of its own, so that all of it can be killed, and Ctrl-C is for the tests.
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            if not self.running or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"The server did not start:\n{self.log_end()}")
            time.sleep(0.1)

    def kill(self) -> None:
        """Takes the server away without a warning (SIGKILL), with every process it has started."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def processes(self) -> list[int]:
        """The ids of the server's processes."""
        if self._process is None:
            return []
        found = subprocess.run(["pgrep", "-g", str(self._process.pid)], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def command(self, *arguments: str) -> str:
        """Runs `webdev-certs` as its operator would, and returns what it printed."""
        done = subprocess.run(
            ["webdev-certs", *arguments],
            cwd=ROOT,
            env=self.environment,
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    @contextmanager
    def without_table(self, table: str) -> Iterator[None]:
        """Takes a table out of the database for a while: an honest failure of whatever needs it."""
        away = f"{table}_away"
        self._execute(f"ALTER TABLE {table} RENAME TO {away}")
        try:
            yield
        finally:
            self._execute(f"ALTER TABLE {away} RENAME TO {table}")

    def log_end(self, characters: int = 6000) -> str:
        """The last lines of the server's log."""
        return self.log.read_text(errors="replace")[-characters:] if self.log.exists() else ""

    def _execute(self, statement: str) -> None:
        async def execute() -> None:
            # As long as a busy machine may take; what a driver waits by itself is less.
            engine = create_async_engine(self.database_url, connect_args={"timeout": 30})
            try:
                async with engine.begin() as connection:
                    await connection.execute(text(statement))
            finally:
                await engine.dispose()

        # In this thread, the browser's event loop is running.
        with ThreadPoolExecutor(1) as other_loop:
            other_loop.submit(asyncio.run, execute()).result()

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/api/health", timeout=5).is_success
        except httpx.TransportError:
            return False


def environment() -> dict[str, str]:
    """What the product's programs find around them: the tests' own, with this Python's programs first.

    No settings are in it: a developer's keys, in the shell or in `.env`, are nothing to test with.
    """
    programs = str(Path(sys.executable).parent)
    around = {name: value for name, value in os.environ.items() if not _is_setting(name)}
    return around | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "REFLEX_USE_NPM": "1",
        "ENV_FILE": os.devnull,
    }


def _is_setting(name: str) -> bool:
    # One of a nested setting, like LIMITS__LOGIN__ADDRESS, begins with its name.
    return name.partition("__")[0].lower() in Settings.model_fields


def _built_port() -> int | None:
    """The port that the pages are built for already, if nobody listens there."""
    marks = sorted(ROOT.glob(".web/.built-*http___localhost_*"))
    ports = [int(mark.name.rpartition("_")[2]) for mark in marks]
    return next(filter(is_free, ports), None)
