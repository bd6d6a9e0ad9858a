"""Run programs in processes of their own, with a time limit."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias, TypeVar

from webdev_certs.authoring.execution.programs import MissingRuntime, Output

TIMEOUT_SECONDS = 30
"""For one program. Programs end within 5 s; a machine that does other things takes longer."""
BATCH_SECONDS = 600
"""For a script that compiles or parses a whole batch."""
AT_A_TIME = 2
_SHOWN = 600
"""Characters of an error message that are worth showing."""
Part = TypeVar("Part")
Result = TypeVar("Result")
Run: TypeAlias = Callable[[Sequence[str], Path, str], Output]
"""Runs a command in a folder and names its output: `run_process`, or the same in a jail."""


def find_tool(name: str) -> str:
    """Find a program: that of this virtual environment, whether or not it is activated, or one on PATH.

    Raises:
        MissingRuntime: There is none.
    """
    places = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    found = shutil.which(name, path=places)
    if found is None:
        raise MissingRuntime(f"{name} is not installed")
    return found


def run_batch(command: Sequence[str], folder: Path, stdin: str = "") -> Output:
    """Run a script of the product, which takes a whole batch and therefore has more time."""
    return run_process(command, folder, "", stdin, BATCH_SECONDS)


def run_process(
    command: Sequence[str], folder: Path, item_id: str, stdin: str = "", seconds: float | None = None
) -> Output:
    """Run a command in a folder until it ends or its time is up; nothing that it started stays alive."""
    seconds = seconds or TIMEOUT_SECONDS
    # `node` from PyPI is a script that starts Node: ending only the script would leave Node running. So each
    # command gets a process group.
    with subprocess.Popen(
        command,
        cwd=folder,
        env=_surroundings(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
    ) as process:
        try:
            stdout, stderr = process.communicate(stdin, timeout=seconds)
        except subprocess.TimeoutExpired as late:
            printed = (late.stdout or b"").decode("utf-8", "replace")
            return Output(item_id, printed, f"ran for more than {seconds} s")
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode:
        name = Path(command[0]).name
        return Output(item_id, stdout, f"{name} exited with {process.returncode}: {shorten(stderr)}")
    return Output(item_id, stdout)


def run_each(parts: Sequence[Part], run: Callable[[Part], Result]) -> Iterator[Result]:
    """Run programs or batches two at a time and give each result as soon as it is there."""
    pool = ThreadPoolExecutor(AT_A_TIME)
    try:
        for finished in as_completed([pool.submit(run, part) for part in parts]):
            yield finished.result()
    finally:
        pool.shutdown(cancel_futures=True)


def shorten(message: str) -> str:
    """Keep the beginning of an error message, which names the cause."""
    message = message.strip()
    return message if len(message) <= _SHOWN else f"{message[:_SHOWN]} …"


def _surroundings() -> dict[str, str]:
    """Return the environment of a program, without variables that could change its output."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    return {**kept, "TZ": "UTC", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}
