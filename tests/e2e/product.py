"""Builds the product and serves it in a separate process, which tests may kill."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from sqlalchemy import Executable, text, tuple_
from sqlalchemy.ext.asyncio import create_async_engine
from sqlmodel import col, select, update

from tests.conftest import ROOT
from tests.factories import generous_limits
from tests.locks import locked
from tests.ports import WORKER, free_port, is_free
from webdev_certs.server.content.format import Item
from webdev_certs.server.models import (
    Attempt,
    AttemptItem,
    ItemVersion,
    PracticeItem,
    PracticeSession,
    User,
)
from webdev_certs.settings import Settings
from webdev_certs.web.releases import Releases

# Long enough for a machine that does much else.
_START_SECONDS = 180
_BUILD_SECONDS = 900
_END_SECONDS = 20
_STOP_SECONDS = 60
_ASKED = 50
"""More items than one exam has."""
OPERATOR = {
    "OPERATOR__NAME": "Musterfirma GmbH",
    "OPERATOR__ADDRESS": "Musterweg 1, 10115 Berlin",
    "OPERATOR__EMAIL": "post@musterfirma.example",
    "OPERATOR__COUNTRY": "DE",
    "OPERATOR__PHONE": "+49 30 1234567",
    "OPERATOR__REPRESENTED_BY": "Erika Muster",
    "OPERATOR__REGISTER_ENTRY": "Amtsgericht Berlin-Charlottenburg, HRB 123456",
    "OPERATOR__VAT_ID": "DE123456789",
}
"""An operator whose country needs the most pages."""
_PAGES = ROOT / ".pages"
"""The built pages. Tests in several processes lock them to serve them and to change them."""


@cache
def build() -> int:
    """Build the pages, which contain their URL, and return the port they are built for."""
    port = _built_port() or free_port()
    build_for(port)
    return port


def build_for(port: int, **settings: str) -> None:
    """Build the pages for a port, if needed.

    Args:
        port: The port.
        **settings: Other settings that the pages contain.
    """
    values = settings_in_pages(port) | settings
    command = ["make", "build", *(f"{name}={value}" for name, value in values.items())]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=_BUILD_SECONDS
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)} failed:\n{(done.stdout + done.stderr)[-4000:]}")


def settings_in_pages(port: int) -> dict[str, str]:
    """Return the settings of the pages that tests build for a port."""
    return {**OPERATOR, "PORT": str(port), "PUBLIC_URL": "", "SUPABASE_URL": "", "ENVIRONMENT": ""}


class Product:
    """One served copy with its own database and folders."""

    def __init__(self, port: int, folder: Path, database_url: str) -> None:
        self.port = port
        # The pages work at every IP address: Reflex replaces `localhost` with the host of the page.
        self.host = f"127.0.0.{WORKER + 1}"
        self.name = self.host if WORKER else "localhost"
        self.url = f"http://{self.name}:{port}"
        # One for all calls, because reading the certificates of authorities takes longer than a call. No
        # connection is kept, because tests stop the server.
        self.http = httpx.Client(
            base_url=self.url, verify=False, timeout=60, limits=httpx.Limits(max_keepalive_connections=0)
        )
        self.database_url = database_url
        self.log = folder / "server.log"
        self.environment = environment() | {
            "ENVIRONMENT": "development",
            "HOST": self.host,
            "PORT": str(port),
            "PUBLIC_URL": self.url,
            "DATA_DIR": str(folder),
            "DATABASE_URL": database_url,
            "LIMITS": generous_limits().model_dump_json(),
            **OPERATOR,
            # Answers of tests come at once.
            "HOLD_ATTEMPTS": "false",
            "REFLEX_STATES_WORKDIR": str(folder / "states"),
        }
        self.root = ROOT
        """The checkout whose code and pages it serves."""
        self._process: subprocess.Popen[Any] | None = None

    @property
    def running(self) -> bool:
        """Whether the server's process is running."""
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        """Start the server and return when it answers.

        Raises:
            RuntimeError: If it does not answer; the message ends with its log.
        """
        with locked(_PAGES):
            self._start()

    def _start(self) -> None:
        # A server that an earlier run has left would answer the tests.
        deadline = time.monotonic() + _END_SECONDS
        while not is_free(self.port, self.host):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.host}:{self.port} is in use")
            time.sleep(0.1)
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                ["webdev-certs", "serve"],
                cwd=self.root,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # In a new process group, so that `kill` ends all of it, and Ctrl-C reaches only the tests.
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            if not self.running or time.monotonic() > deadline:
                self.kill()
                raise RuntimeError(f"The server did not start:\n{self.log_end()}")
            time.sleep(0.1)

    def kill(self) -> None:
        """Kill the server without a warning (SIGKILL), with all processes it started."""
        if self._process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process = None

    def stop(self) -> int:
        """Ask the server to end (SIGTERM), as process managers do, and return its exit code once it has."""
        assert self._process
        self._process.terminate()
        code = self._process.wait(timeout=_STOP_SECONDS)
        self.kill()
        return code

    def processes(self) -> list[int]:
        """Return the ids of the server's processes."""
        if self._process is None:
            return []
        found = subprocess.run(["pgrep", "-g", str(self._process.pid)], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def command(self, *arguments: str) -> str:
        """Run `webdev-certs` with these arguments and return its output."""
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
        """Rename a table for the duration of the context, so that everything that needs it fails."""
        away = f"{table}_away"
        self.execute(text(f"ALTER TABLE {table} RENAME TO {away}"))
        try:
            yield
        finally:
            self.execute(text(f"ALTER TABLE {away} RENAME TO {table}"))

    def execute(self, statement: Executable) -> list[Any]:
        """Use the database behind the product's back; return the rows of a query, first columns only.

        For what would take days, must not happen, or is not to be seen on any screen.
        """

        async def execute() -> list[Any]:
            # Long enough for a busy machine; the drivers' default timeouts are shorter.
            engine = create_async_engine(self.database_url, connect_args={"timeout": 30})
            try:
                async with engine.begin() as connection:
                    result = await connection.execute(statement)
                    return [row[0] for row in result] if result.returns_rows else []
            finally:
                await engine.dispose()

        # The browser's event loop is running in this thread.
        with ThreadPoolExecutor(1) as other_loop:
            return other_loop.submit(asyncio.run, execute()).result()

    def set_confirmed(self, email: str, confirmed: bool = True) -> None:
        """Make an email confirmed, or not, without a mailed link."""
        moment = datetime.now(UTC) if confirmed else None
        self.execute(update(User).where(col(User.email) == email).values(email_confirmed_at=moment))

    def asked_instances(self) -> list[Item]:
        """Return the instances of models that were asked last; only the database knows them."""
        content, version = ItemVersion.content, (col(ItemVersion.item_id), col(ItemVersion.version))
        in_exam = tuple_(*version) == tuple_(col(AttemptItem.item_id), col(AttemptItem.item_version))
        in_practice = tuple_(*version) == tuple_(col(PracticeItem.item_id), col(PracticeItem.item_version))
        newest = (
            select(content).join(AttemptItem, in_exam).order_by(col(AttemptItem.shown_at).desc()),
            select(content)
            .join(PracticeItem, in_practice)
            .join(PracticeSession)
            .order_by(col(PracticeSession.started_at).desc()),
        )
        contents = [found for query in newest for found in self.execute(query.limit(_ASKED))]
        return [Item.model_validate(found) for found in contents if "model" in found]

    def end_attempts_in(self, seconds: float) -> None:
        """Move the deadline of every open attempt to a number of seconds from now."""
        deadline = datetime.now(UTC) + timedelta(seconds=seconds)
        self.execute(update(Attempt).where(col(Attempt.submitted_at).is_(None)).values(deadline=deadline))

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Suspend the server's processes (SIGSTOP) for the duration of the context, so that none answers."""
        stopped = self.processes()
        for process in stopped:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in stopped:
                os.kill(process, signal.SIGCONT)

    def log_end(self, characters: int = 6000) -> str:
        """Return the end of the server's log."""
        return self.log.read_text(errors="replace")[-characters:] if self.log.exists() else ""

    def _answers(self) -> bool:
        try:
            return self.http.get(f"{self.url}/api/health", timeout=5).is_success
        except httpx.TransportError:
            return False


@contextmanager
def releases_restored() -> Iterator[Releases]:
    """Put the built pages back at the end of the context, because other tests use them."""
    link = _PAGES / "current"
    with locked(_PAGES):
        before, served = set(_PAGES.iterdir()), link.readlink()
        try:
            yield Releases(_PAGES)
        finally:
            for release in set(_PAGES.iterdir()) - before:
                shutil.rmtree(release)
            link.unlink(missing_ok=True)
            link.symlink_to(served)


def environment() -> dict[str, str]:
    """Return the environment of the product's programs: that of the tests, with this Python's programs first.

    It contains no settings, so tests never use a developer's keys from the shell or from `.env`.
    """
    programs = str(Path(sys.executable).parent)
    around = {name: value for name, value in os.environ.items() if not _is_setting(name)}
    return around | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "REFLEX_USE_NPM": "1",
        "ENV_FILE": os.devnull,
    }


def _is_setting(name: str) -> bool:
    # One of a nested setting, like LIMITS__LOGIN__IP, begins with its name.
    return name.partition("__")[0].lower() in Settings.model_fields


def _built_port() -> int | None:
    """Return the port that existing pages are built for, if it is free."""
    port = urlsplit(Releases(_PAGES).record().get("origin", "")).port
    return port if port and is_free(port) else None
