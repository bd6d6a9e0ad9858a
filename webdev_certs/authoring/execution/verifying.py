"""Run the code that is evidence again, and compare what it prints with what the evidence says."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

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
    compose_program,
)
from webdev_certs.server.content.bank import Family
from webdev_certs.server.content.format import Code, Executed, Item, RuntimeName, printed_lines
from webdev_certs.server.content.item_models.format import SelectionModel

RUNTIMES: Mapping[str, Runtime] = {
    "node": Node(),
    "java": Java(),
    # TSX holds JavaScript, TypeScript and JSX alike.
    "react": Components("react", "bundle.mjs", "main.tsx"),
    "vue": Components("vue", "bundle.mjs", "main.ts"),
    "angular": Components("@angular/core", "angular.mjs", "main.ts"),
    "csharp": CSharp(),
}
_LANGUAGES: Mapping[RuntimeName, str] = {"node": "js", "java": "java", "react": "jsx", "csharp": "csharp"}


@dataclass(frozen=True)
class Claim:
    """Executed evidence of an item, or of a statement, pair or step of a selection model."""

    name: str
    """The item's id; for a model with the number of the statement, from 1."""
    evidence: Executed
    code: Code | None


@dataclass(frozen=True)
class Verdict:
    """Whether running a claim's code gave what it says."""

    name: str
    ran: bool = True
    message: str = ""
    """What is wrong, or why it did not run; empty when the output agrees."""

    @property
    def disagrees(self) -> bool:
        """Whether the program ran, or should have run, and did not print the evidence."""
        return self.ran and bool(self.message)


def claims(families: Iterable[Family]) -> Iterator[Claim]:
    """Yield the executed evidence of items and selection models; `proving` runs program models."""
    for family in families:
        if isinstance(family, Item) and isinstance(family.evidence, Executed):
            yield Claim(family.id, family.evidence, family.code)
        if isinstance(family, SelectionModel):
            shown = Code(language=family.code.language, text=family.code.text) if family.code else None
            for number, entry in enumerate(family.entries, start=1):
                if isinstance(entry.evidence, Executed):
                    # The evidence of a statement may be a program of its own, without the code that is shown.
                    own = entry.evidence.program is not None and "@code" not in entry.evidence.program
                    yield Claim(f"{family.id} {number}", entry.evidence, None if own else shown)


def verify(claimed: Iterable[Claim], runtimes: Mapping[str, Runtime] = RUNTIMES) -> Iterator[Verdict]:
    """Run the code of claims again, those of each runtime as one batch.

    Yields:
        One verdict for each claim, as soon as it is known.
    """
    batches: dict[str, dict[str, Claim]] = defaultdict(dict)
    for claim in claimed:
        batches[claim.evidence.runtime][claim.name] = claim
    for name, batch in batches.items():
        yield from _verify_batch(batch, runtimes[name])


def _verify_batch(batch: dict[str, Claim], runtime: Runtime) -> Iterator[Verdict]:
    programs: list[Program] = []
    for claim in batch.values():
        try:
            programs.append(claimed_program(claim))
        except BadProgram as fault:
            yield Verdict(claim.name, message=str(fault))
    if not programs:
        return
    waiting = {program.item_id for program in programs}
    try:
        for output in runtime.run(programs):
            waiting.discard(output.item_id)
            yield _judge(batch[output.item_id], output)
    except MissingRuntime as missing:
        yield from (Verdict(name, ran=False, message=str(missing)) for name in sorted(waiting))


def claimed_program(claim: Claim) -> Program:
    """Return the program that must print what a claim says.

    Raises:
        BadProgram: As in `compose_program`, or there is neither code nor a program.
    """
    if claim.code is not None:
        return compose_program(claim.name, claim.code, claim.evidence.program)
    if claim.evidence.program is None:
        raise BadProgram("the evidence has neither code nor a program")
    return Program(claim.name, claim.evidence.program, _LANGUAGES.get(claim.evidence.runtime, "ts"))


def _judge(claim: Claim, output: Output) -> Verdict:
    if output.failure:
        return Verdict(claim.name, message=output.failure)
    if printed_lines(output.stdout) != printed_lines(claim.evidence.stdout):
        printed, expected = output.stdout.strip(), claim.evidence.stdout.strip()
        return Verdict(claim.name, message=f"printed {printed!r}, the evidence says {expected!r}")
    return Verdict(claim.name)
