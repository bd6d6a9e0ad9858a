"""Plain JavaScript and TypeScript: an ES module under Node."""

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webdev_certs.authoring.execution.packages import PINNED
from webdev_certs.authoring.execution.processes import (
    Run,
    find_tool,
    run_batch,
    run_each,
    run_process,
    shorten,
)
from webdev_certs.authoring.execution.programs import Output, Program

_GROUP_SCRIPT = "group.mjs"


@dataclass(frozen=True)
class Node:
    """Runs each program in a process and an empty folder of its own, and those of a group together."""

    run_one: Run = run_process

    def version(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            return run_process([find_tool("node"), "--version"], Path(folder), "").stdout.strip().lstrip("v")

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            shutil.copy(PINNED / _GROUP_SCRIPT, folder)
            for program in programs:
                if program.group:
                    _write(folder, program, program.item_id)
            yield from run_groups(node, folder, programs, "{}.mts", self._run)

    def _run(self, program: Program) -> Output:
        with tempfile.TemporaryDirectory() as folder:
            name = _write(Path(folder), program, "main")
            return self.run_one([find_tool("node"), name], Path(folder), program.item_id)


def _write(folder: Path, program: Program, stem: str) -> str:
    """Write the program and return its file's name. Node drops the types of files with the ending `mts`."""
    name = f"{stem}.mts" if program.group or program.language in ("ts", "tsx") else f"{stem}.mjs"
    (folder / name).write_text(program.text, "utf-8")
    return name


def run_groups(
    node: str, folder: Path, programs: Sequence[Program], file: str, run: Callable[[Program], Output]
) -> Iterator[Output]:
    """Run the programs of each group in one process of Node, and all others in a process each.

    A group that ends without results, because one of its programs hangs, is run again one by one.

    Args:
        node: The program `node`.
        folder: Holds the script `group.mjs` and the programs.
        programs: Those without a group are given to `run`.
        file: The name of a program's file in `folder`, with `{}` for its id.
        run: Runs a program in a process of its own.
    """
    alone = [program for program in programs if not program.group]
    groups: defaultdict[str, list[Program]] = defaultdict(list)
    for program in programs:
        if program.group:
            groups[program.group].append(program)
    for group in groups.values():
        entries = [{"id": each.item_id, "file": file.format(each.item_id)} for each in group]
        done = run_batch([node, _GROUP_SCRIPT], folder, json.dumps(entries))
        if done.failure:
            alone += group
            continue
        for item_id, result in json.loads(done.stdout).items():
            yield Output(item_id, result.get("stdout", ""), shorten(result.get("failure", "")))
    yield from run_each(alone, run)
