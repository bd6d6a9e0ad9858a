"""Programs that a script of the product compiles, all at once, before Node runs each."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from webdev_certs.authoring.execution.composing import COMPONENT, Program
from webdev_certs.authoring.execution.grouping import run_groups
from webdev_certs.authoring.execution.packages import workspace
from webdev_certs.authoring.execution.processes import find_tool, run_batch, run_process
from webdev_certs.authoring.execution.runtimes import Output

_BUILT = "out/{}.mjs"


def run_built(programs: Sequence[Program], script: str, entry_name: str) -> Iterator[Output]:
    """Build all programs with a script of `PINNED`, then run each in a process of its own.

    Args:
        programs: Each is written into a folder of its own, named by its item.
        script: Reads `[{id, entry}]` from stdin, writes `out/<id>.mjs`, and prints errors as `{id: message}`.
        entry_name: File name of the program.

    Raises:
        MissingRuntime: Node, npm or the packages are missing.
    """
    node = find_tool("node")
    with workspace() as folder:
        entries = [_write(folder, program, entry_name) for program in programs]
        built = run_batch([node, script], folder, json.dumps(entries))
        if built.failure:
            yield from (Output(program.item_id, failure=built.failure) for program in programs)
            return
        errors: dict[str, str] = json.loads(built.stdout)
        yield from (Output(item_id, failure=message) for item_id, message in errors.items())
        ready = [program for program in programs if program.item_id not in errors]

        def run(program: Program) -> Output:
            return run_process([node, _BUILT.format(program.item_id)], folder, program.item_id)

        yield from run_groups(node, folder, ready, _BUILT, run)


def _write(folder: Path, program: Program, entry_name: str) -> dict[str, str]:
    own = folder / program.item_id
    own.mkdir()
    (own / entry_name).write_text(program.text, "utf-8")
    if program.component is not None:
        (own / COMPONENT).write_text(program.component, "utf-8")
    return {"id": program.item_id, "entry": f"{program.item_id}/{entry_name}"}
