"""The product as it is shipped, built and served for the benchmarks with a database of their own."""

import fcntl
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PORT = int(os.environ.get("BENCH_PORT", "8790"))
ORIGIN = f"http://localhost:{PORT}"
CACHE = Path(tempfile.gettempdir()) / f"webdev-certs-bench-{os.getuid()}"
"""Kept from run to run: npm packages take the longest."""
DATA = CACHE / "data"
_WEB = CACHE / "web"
_START_SECONDS = 60
_STOP_SECONDS = 10


class Unmeasurable(Exception):
    """Why a figure cannot be measured here."""


def run(command: Sequence[str | Path], cwd: Path = ROOT, **variables: str) -> str:
    """What a command prints; it runs with the product's settings for the benchmarks, and these variables.

    Raises:
        Unmeasurable: it failed.
    """
    done = subprocess.run(command, cwd=cwd, env=environment() | variables, capture_output=True, text=True)
    if done.returncode:
        raise Unmeasurable(f"{command[0]} failed:\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    return done.stdout


def prepare() -> None:
    """Builds the pages and makes an empty database.

    Raises:
        Unmeasurable: the pages cannot be built, something listens on our port, or another run goes on.
    """
    with socket.socket() as probe:
        if probe.connect_ex(("127.0.0.1", PORT)) == 0:
            raise Unmeasurable(f"port {PORT} is in use; choose another with BENCH_PORT")
    CACHE.mkdir(mode=0o700, exist_ok=True)
    if CACHE.stat().st_uid != os.getuid():
        raise Unmeasurable(f"{CACHE} belongs to someone else")
    _claim_cache()
    shutil.rmtree(DATA, ignore_errors=True)
    # The pages hold the address that they are served at, so those for `make run` are of no use here.
    run(["reflex", "export", "--frontend-only", "--no-zip", "--loglevel", "warning"])
    run(["alembic", "upgrade", "head"])


@contextmanager
def served(command: Sequence[str] = ("webdev-certs", "serve")) -> Iterator[None]:
    """Serves the product, or another program on its port, until the block ends.

    Raises:
        Unmeasurable: it does not start.
    """
    log = CACHE / "serve.log"
    with log.open("w") as output:
        server = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdout=output, stderr=output, start_new_session=True
        )
    try:
        _wait_until_healthy(server, log)
        yield
    finally:
        server.terminate()
        try:
            server.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(server.pid, 9)
            server.wait()


def call(path: str, body: dict[str, Any] | None = None, access_token: str = "") -> dict[str, Any]:
    """The API's answer to a GET, or with a body to a POST."""
    headers = {"Content-Type": "application/json"}
    if access_token:
        headers["Authorization"] = f"Bearer {access_token}"
    content = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ORIGIN + path, content, headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def environment() -> dict[str, str]:
    """The environment variables of everything that is run; what `.env` says does not count."""
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
        "REFLEX_WEB_WORKDIR": str(_WEB),
        "REFLEX_STATES_WORKDIR": str(CACHE / "states"),
    }
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    return {**os.environ, **settings, "PATH": programs}


def _claim_cache() -> None:
    """Keeps other runs away from the cache, and with it from the database, until this process ends."""
    descriptor = os.open(CACHE / "lock", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Unmeasurable(f"another run of the benchmarks is using {CACHE}") from None


def _wait_until_healthy(server: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + _START_SECONDS
    while time.monotonic() < end and server.poll() is None:
        try:
            urllib.request.urlopen(ORIGIN + "/api/health", timeout=5).close()
            return
        except (urllib.error.URLError, OSError):
            time.sleep(0.2)
    raise Unmeasurable(f"the product does not start:\n{log.read_text()[-2000:]}")
