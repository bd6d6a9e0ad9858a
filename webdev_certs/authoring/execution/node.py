"""Plain JavaScript and TypeScript: an ES module under Node."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.grouping import run_groups
from webdev_certs.authoring.execution.packages import PINNED
from webdev_certs.authoring.execution.processes import find_tool, run_process
from webdev_certs.authoring.execution.runtimes import Output


class Node:
    """Runs each program in a process and an empty folder of its own, and those of a group together."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            shutil.copy(PINNED / "group.mjs", folder)
            for program in programs:
                if program.group:
                    _write(folder, program, program.item_id)
            yield from run_groups(node, folder, programs, "{}.mts", lambda program: _run(node, program))


def _run(node: str, program: Program) -> Output:
    with tempfile.TemporaryDirectory() as folder:
        name = _write(Path(folder), program, "main")
        return run_process([node, name], Path(folder), program.item_id)


def _write(folder: Path, program: Program, stem: str) -> str:
    """Write the program and return its file's name. Node drops the types of files with the ending `mts`."""
    name = f"{stem}.mts" if program.group or program.language in ("ts", "tsx") else f"{stem}.mjs"
    (folder / name).write_text(program.text, "utf-8")
    return name
