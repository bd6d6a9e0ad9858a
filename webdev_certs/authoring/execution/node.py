"""Programs that Node runs: plain JavaScript and TypeScript, and components of React, Vue and Angular."""

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webdev_certs.authoring.execution.packages import PINNED, workspace
from webdev_certs.authoring.execution.processes import (
    Run,
    find_tool,
    run_batch,
    run_each,
    run_process,
    shorten,
)
from webdev_certs.authoring.execution.programs import COMPONENT, Output, Program

_GROUP_SCRIPT = "group.mjs"
_BUILT = "out/{}.mjs"


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


@dataclass(frozen=True)
class Components:
    """Builds a batch in one run of the compiler or bundler, whose start is slow."""

    package: str
    """The npm package whose version evidence names."""
    script: str
    """Reads `[{id, entry}]` from stdin, writes `out/<id>.mjs`, and prints errors as `{id: message}`."""
    entry_name: str
    """File name of a program."""
    run_one: Run = run_process
    build: Callable[[Sequence[str], Path, str], Output] = run_batch
    """Runs `script` with what it reads."""

    def version(self) -> str:
        pinned = json.loads((PINNED / "package.json").read_text("utf-8"))
        return pinned["dependencies"][self.package]

    def run(self, programs: Sequence[Program]) -> Iterator[Output]:
        node = find_tool("node")
        with workspace() as folder:
            entries = [self._write(folder, program) for program in programs]
            built = self.build([node, self.script], folder, json.dumps(entries))
            if built.failure:
                yield from (Output(program.item_id, failure=built.failure) for program in programs)
                return
            errors: dict[str, str] = json.loads(built.stdout)
            yield from (Output(item_id, failure=message) for item_id, message in errors.items())
            ready = [program for program in programs if program.item_id not in errors]

            def run(program: Program) -> Output:
                return self.run_one([node, _BUILT.format(program.item_id)], folder, program.item_id)

            yield from run_groups(node, folder, ready, _BUILT, run)

    def _write(self, folder: Path, program: Program) -> dict[str, str]:
        own = folder / program.item_id
        own.mkdir()
        (own / self.entry_name).write_text(program.text, "utf-8")
        if program.component is not None:
            (own / COMPONENT).write_text(program.component, "utf-8")
        return {"id": program.item_id, "entry": f"{program.item_id}/{self.entry_name}"}
