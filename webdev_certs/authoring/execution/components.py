"""React, Vue and Angular: a script of the product builds all programs at once, and Node runs each."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from webdev_certs.authoring.execution.node import run_groups
from webdev_certs.authoring.execution.packages import PINNED, workspace
from webdev_certs.authoring.execution.processes import Run, find_tool, run_batch, run_process
from webdev_certs.authoring.execution.programs import COMPONENT, Output, Program

_BUILT = "out/{}.mjs"


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
