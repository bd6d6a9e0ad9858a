"""Run the programs of a group in one process of Node, and all others in a process each."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from webdev_certs.authoring.execution.composing import Program
from webdev_certs.authoring.execution.processes import run_batch, run_each, shorten
from webdev_certs.authoring.execution.runtimes import Output

SCRIPT = "group.mjs"


def run_groups(
    node: str, folder: Path, programs: Sequence[Program], file: str, run: Callable[[Program], Output]
) -> Iterator[Output]:
    """Run programs, group by group.

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
        done = run_batch([node, SCRIPT], folder, json.dumps(entries))
        if done.failure:
            alone += group
            continue
        for item_id, result in json.loads(done.stdout).items():
            yield Output(item_id, result.get("stdout", ""), shorten(result.get("failure", "")))
    yield from run_each(alone, run)
