"""Build and serve the product as it is shipped, with a separate database for the benchmarks."""

import fcntl
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PORT = int(os.environ.get("BENCH_PORT", "8790"))
ORIGIN = f"http://localhost:{PORT}"
CACHE = Path(tempfile.gettempdir()) / f"webdev-certs-bench-{os.getuid()}"
"""Kept between runs, because installing npm packages takes the longest."""
DATA = CACHE / "data"
_START_SECONDS = 60
_STOP_SECONDS = 10


class Unmeasurable(Exception):
    """A figure cannot be measured here."""


def run(command: Sequence[str | Path], cwd: Path = ROOT, **variables: str) -> str:
    """Run a command with the settings for the benchmarks and these variables; return its output.

    Raises:
        Unmeasurable: The command failed.
    """
    done = subprocess.run(command, cwd=cwd, env=environment() | variables, capture_output=True, text=True)
    if done.returncode:
        raise Unmeasurable(f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def prepare() -> None:
    """Build the pages and create an empty database.

    Raises:
        Unmeasurable: The pages cannot be built, the port is in use, or another run is in progress.
    """
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", PORT)) == 0:
            raise Unmeasurable(f"port {PORT} is in use; choose another with BENCH_PORT")
    CACHE.mkdir(mode=0o700, exist_ok=True)
    if CACHE.stat().st_uid != os.getuid():
        raise Unmeasurable(f"{CACHE} belongs to someone else")
    _claim_cache()
    shutil.rmtree(DATA, ignore_errors=True)
    # The pages contain the URL at which they are served, so those built for `make run` cannot be used here.
    # The next `make run` builds its own again.
    run(["webdev-certs", "build"])
    run(["alembic", "upgrade", "head"])


@contextmanager
def served(command: Sequence[str] = ("webdev-certs", "serve"), **variables: str) -> Iterator[None]:
    """Serve the product, or another program on its port, for the duration of the block.

    Args:
        command: What serves.
        **variables: Settings besides those of all programs.

    Raises:
        Unmeasurable: It does not start.
    """
    log = CACHE / "serve.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment() | variables,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        wait_until_healthy(server, log)
        yield
    finally:
        server.terminate()
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            kill(server)


def kill(process: subprocess.Popen[Any]) -> None:
    """Kill a process that leads a session, with all processes of the session; it may have ended."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def call(path: str, body: dict[str, Any] | None = None, access_token: str = "") -> dict[str, Any]:
    """Return the API's answer to a GET request, or with a body to a POST request."""
    headers = {"Content-Type": "application/json"}
    if access_token:
        headers["Authorization"] = f"Bearer {access_token}"
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ORIGIN + path, content, headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def environment() -> dict[str, str]:
    """Return the environment variables for all programs; `.env` is not read."""
    settings = {
        "ENV_FILE": os.devnull,
        "ENVIRONMENT": "development",
        "HOST": "127.0.0.1",
        "PORT": str(PORT),
        "PUBLIC_URL": "",
        "API_URL": "",
        "DATA_DIR": str(DATA),
        "DATABASE_URL": "",
        "QUESTION_BANK_DIRS": "",
        "SMTP_HOST": "",
        "REFLEX_USE_NPM": "1",
        "REFLEX_STATES_WORKDIR": str(CACHE / "states"),
    }
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, **settings, "PATH": programs}


def _claim_cache() -> None:
    """Lock the cache, which contains the database, against other runs until this process ends."""
    descriptor = os.open(CACHE / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Unmeasurable(f"another run of the benchmarks is using {CACHE}") from None


def wait_until_healthy(server: subprocess.Popen[bytes], log: Path, origin: str = ORIGIN) -> None:
    """Wait until a server of the product answers.

    Raises:
        Unmeasurable: It does not start.
    """
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(origin + "/api/health", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise Unmeasurable(f"the product does not start:\n{log.read_text()[-2000:]}")
