"""Runs the code of items that carry executed evidence and compares what it prints."""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from subprocess import PIPE

from webdev_certs.server.content.format import Executed, Item

_COMMANDS = {"node": ("node", "main.mjs"), "java": ("java", "Main.java")}
TIMEOUT_SECONDS = 30


def has_runtime(item: Item) -> bool:
    """Whether the runtime that the item's evidence names is on this machine's PATH."""
    return isinstance(item.evidence, Executed) and shutil.which(item.evidence.runtime) is not None


def executed_items(items: Iterable[Item]) -> list[Item]:
    """The items that carry executed evidence."""
    return [item for item in items if isinstance(item.evidence, Executed)]


def run_item(item: Item) -> str | None:
    """Runs one item's code in an empty folder.

    Returns:
        None when it prints what the evidence says, otherwise the fault in words.
    """
    evidence, code = item.evidence, item.code
    assert isinstance(evidence, Executed)
    assert code is not None
    program, file_name = _COMMANDS[evidence.runtime]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, file_name).write_text(code.text, "utf-8")
        # In a session of its own: `node` from PyPI is a script, whose end alone would leave its child alive.
        with subprocess.Popen(
            [program, file_name], cwd=folder, stdout=PIPE, stderr=PIPE, text=True, start_new_session=True
        ) as process:
            try:
                stdout, stderr = process.communicate(timeout=TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return f"ran for more than {TIMEOUT_SECONDS} s"
    if process.returncode:
        return f"{program} exited with {process.returncode}: {stderr.strip()[-300:]}"
    if stdout.strip() != evidence.stdout.strip():
        return f"printed {stdout.strip()!r}, the evidence says {evidence.stdout.strip()!r}"
    return None
