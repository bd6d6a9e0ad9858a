"""Compare what items print with what their evidence says."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from webdev_certs.authoring.execution.components import Components
from webdev_certs.authoring.execution.csharp import CSharp
from webdev_certs.authoring.execution.java import Java
from webdev_certs.authoring.execution.node import Node
from webdev_certs.authoring.execution.programs import (
    BadProgram,
    MissingRuntime,
    Output,
    Program,
    Runtime,
    compose,
)
from webdev_certs.server.content.format import Executed, Item, printed_lines

RUNTIMES: Mapping[str, Runtime] = {
    "node": Node(),
    "java": Java(),
    # TSX holds JavaScript, TypeScript and JSX alike.
    "react": Components("react", "bundle.mjs", "main.tsx"),
    "vue": Components("vue", "bundle.mjs", "main.ts"),
    "angular": Components("@angular/core", "angular.mjs", "main.ts"),
    "csharp": CSharp(),
}


@dataclass(frozen=True)
class Verdict:
    """Whether running an item's code gave what its evidence says."""

    item: Item
    ran: bool = True
    message: str = ""
    """What is wrong, or why it did not run; empty when the output agrees."""

    @property
    def disagrees(self) -> bool:
        """Whether the program ran, or should have run, and did not print the evidence."""
        return self.ran and bool(self.message)


def executed_items(items: Iterable[Item]) -> list[Item]:
    """Return the items that have executed evidence."""
    return [item for item in items if isinstance(item.evidence, Executed)]


def verify(
    items: Iterable[Item], runtimes: Mapping[str, Runtime] = RUNTIMES, alone: bool = False
) -> Iterator[Verdict]:
    """Run the code of all items with executed evidence again, each runtime's items as one batch.

    Args:
        items: Those without executed evidence are skipped.
        runtimes: What runs the code.
        alone: Give instances of item models a process each, too. Otherwise those of a model share one, which
            is ten times as fast.

    Yields:
        One verdict for each such item, as soon as it is known.
    """
    batches: dict[str, dict[str, Item]] = defaultdict(dict)
    for item in executed_items(items):
        assert isinstance(item.evidence, Executed)
        batches[item.evidence.runtime][item.id] = item
    for name, batch in batches.items():
        yield from _verify_batch(batch, runtimes[name], alone)


def _verify_batch(batch: dict[str, Item], runtime: Runtime, alone: bool) -> Iterator[Verdict]:
    programs: list[Program] = []
    for item in batch.values():
        try:
            group = "" if alone else item.model or ""
            programs.append(replace(compose(item), group=group))
        except BadProgram as fault:
            yield Verdict(item, message=str(fault))
    if not programs:
        return
    waiting = {program.item_id for program in programs}
    try:
        for output in runtime.run(programs):
            waiting.discard(output.item_id)
            yield _judge(batch[output.item_id], output)
    except MissingRuntime as missing:
        yield from (Verdict(batch[item_id], ran=False, message=str(missing)) for item_id in sorted(waiting))


def _judge(item: Item, output: Output) -> Verdict:
    assert isinstance(item.evidence, Executed)
    if output.failure:
        return Verdict(item, message=output.failure)
    if printed_lines(output.stdout) != printed_lines(item.evidence.stdout):
        printed, expected = output.stdout.strip(), item.evidence.stdout.strip()
        return Verdict(item, message=f"printed {printed!r}, the evidence says {expected!r}")
    return Verdict(item)
