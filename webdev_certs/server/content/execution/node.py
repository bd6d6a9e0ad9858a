"""Plain JavaScript and TypeScript: an ES module under Node."""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from webdev_certs.server.content.execution.composing import Program
from webdev_certs.server.content.execution.processes import find_tool, run_each, run_process
from webdev_certs.server.content.execution.runtimes import Output


class Node:
    """Runs each program in a process and an empty folder of its own."""

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        return run_each(programs, lambda program: _run(node, program))


def _run(node: str, program: Program) -> Output:
    # Node drops the types of files with this ending.
    name = "main.mts" if program.language in ("ts", "tsx") else "main.mjs"
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, name).write_text(program.text, "utf-8")
        return run_process([node, name], Path(folder), program.item_id)
