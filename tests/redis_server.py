"""A Redis server for tests, on a free port, deleted afterwards."""

import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tests.child_processes import KILLED_WITH_PARENT
from tests.ports import free_port

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")
_START_SECONDS = 20


class RedisServer:
    """A Redis server that can be stopped and started again on the same port."""

    def __init__(self, program: str) -> None:
        self._program = program
        self._folder = Path(tempfile.mkdtemp(prefix="wdc-redis-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start the server and wait until it answers.

        Raises:
            RuntimeError: It does not answer.
        """
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
        self._process = subprocess.Popen(
            [*KILLED_WITH_PARENT, self._program, *options],
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
        """End the server; its data is lost."""
        if self._process:
            self._process.communicate()
            self._process = None

    def remove(self) -> None:
        """End the server and delete its files."""
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
