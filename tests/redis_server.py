"""A Redis of the test's own, on a Unix socket alone or a port, thrown away afterwards."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.lifeline import LIFELINE
from tests.ports import free_port

PROGRAM = shutil.which("redis-server")
_START_SECONDS = 20


class RedisServer:
    """A server that can be stopped and started again; its port stays the same."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="wdc-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Starts it, and returns when it answers.

        Raises:
            RuntimeError: it does not.
        """
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [*LIFELINE, self._program, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        deadline = time.monotonic() + _START_SECONDS
        while not self._answers():
            if time.monotonic() > deadline or self._process.poll() is not None:
                raise RuntimeError("Redis did not start")
            time.sleep(0.02)

    def stop(self) -> None:
        """Ends it, with everything that it holds."""
        if self._process:
            self._process.communicate()
            self._process = None

    def remove(self) -> None:
        """Ends it and leaves nothing behind."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
