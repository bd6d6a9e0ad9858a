"""Build and serve a bare Reflex page, which the product's pages are compared with."""

import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks.product import CACHE, PORT, ROOT, Unmeasurable, environment, kill

_PORT = PORT + 1
ORIGIN = f"http://localhost:{_PORT}"
_START_SECONDS = 300


@contextmanager
def served() -> Iterator[str]:
    """Build and serve the page as Reflex does in production, for the duration of the block; yield its URL.

    Raises:
        Unmeasurable: It does not start.
    """
    variables = {
        "REFLEX_API_URL": ORIGIN,
        "REFLEX_DEPLOY_URL": ORIGIN,
        "REFLEX_WEB_WORKDIR": str(CACHE / "bare-web"),
        "REFLEX_STATES_WORKDIR": str(CACHE / "bare-states"),
    }
    log = CACHE / "bare.log"
    command = ["reflex", "run", "--env", "prod", "--single-port", "--backend-port", str(_PORT)]
    with log.open("w") as output:
        server = subprocess.Popen(
            command,
            cwd=ROOT / "benchmarks" / "bare",
            env=environment() | variables,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    try:
        end = time.monotonic() + _START_SECONDS
        while not _answers():
            if time.monotonic() > end or server.poll() is not None:
                raise Unmeasurable(f"the bare page does not start:\n{log.read_text()[-2000:]}")
            time.sleep(0.5)
        yield ORIGIN
    finally:
        kill(server)


def _answers() -> bool:
    try:
        with urllib.request.urlopen(ORIGIN, timeout=5) as response:
            return b"<h1" in response.read()
    except (urllib.error.URLError, OSError):
        return False
