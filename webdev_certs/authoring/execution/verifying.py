"""Run the code that is evidence again, and compare what it prints with what the evidence says."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from webdev_certs.authoring.execution.csharp import CSharp
from webdev_certs.authoring.execution.java import Java
from webdev_certs.authoring.execution.node import Components, Node
from webdev_certs.authoring.execution.programs import (
    COMPONENT,
    BadProgram,
    MissingRuntime,
    Output,
    Program,
    Runtime,
    compose_program,
)
from webdev_certs.server.content.bank import Family
from webdev_certs.server.content.format import Code, Executed, Item, RuntimeName, printed_lines
from webdev_certs.server.content.item_models.selections import Checked, Checking, SelectionModel, Statement

RUNTIMES: Mapping[str, Runtime] = {
    "node": Node(),
    "java": Java(),
    # TSX holds JavaScript, TypeScript and JSX alike.
    "react": Components("react", "bundle.mjs", "main.tsx"),
    "vue": Components("vue", "bundle.mjs", "main.ts"),
    "angular": Components("@angular/core", "angular.mjs", "main.ts"),
    "csharp": CSharp(),
}
_CODE_SPAN = re.compile(r"^(`+)\s?(.*?)\s?\1$", re.DOTALL)
_LANGUAGES: Mapping[RuntimeName, str] = {"node": "js", "java": "java", "react": "jsx", "csharp": "csharp"}


@dataclass(frozen=True)
class Claim:
    """Executed evidence of an item, or of a statement, pair or step of a selection model."""

    name: str
    """The item's id; for a model with the number of the statement, from 1."""
    evidence: Executed
    code: Code | None
    group: str = ""
    """As in `Program`."""


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
            for number, entry in enumerate(family.entries, start=1):
                if isinstance(entry.evidence, Executed):
                    yield Claim(f"{family.id} {number}", entry.evidence, _around(family, entry.evidence))
                elif isinstance(entry, Statement) and isinstance(entry.evidence, Checked) and family.run:
                    evidence = _checking(entry, entry.evidence, family.run)
                    yield Claim(f"{family.id} {number}", evidence, _around(family, evidence), family.id)


def _around(model: SelectionModel, evidence: Executed) -> Code | None:
    """Return the model's code, unless the evidence is a program of its own without it."""
    own = (
        evidence.program is not None and "@code" not in evidence.program and COMPONENT not in evidence.program
    )
    return Code(language=model.code.language, text=model.code.text) if model.code and not own else None


def _checking(statement: Statement, evidence: Checked, run: Checking) -> Executed:
    """Return the evidence in full: the program for this statement, which prints whether it holds."""
    check = _CODE_SPAN.sub(r"\2", statement.text.strip()) if evidence.check is None else evidence.check
    return Executed(
        kind="executed",
        runtime=run.runtime,
        version=run.version,
        program=run.program.replace("@check", check),
        stdout=str(statement.holds).lower(),
    )


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
        program = compose_program(claim.name, claim.code, claim.evidence.program)
    elif claim.evidence.program is not None:
        language = _LANGUAGES.get(claim.evidence.runtime, "ts")
        program = Program(claim.name, claim.evidence.program, language)
    else:
        raise BadProgram("the evidence has neither code nor a program")
    return replace(program, group=claim.group)


def _judge(claim: Claim, output: Output) -> Verdict:
    if output.failure:
        return Verdict(claim.name, message=output.failure)
    if printed_lines(output.stdout) != printed_lines(claim.evidence.stdout):
        printed, expected = output.stdout.strip(), claim.evidence.stdout.strip()
        return Verdict(claim.name, message=f"printed {printed!r}, the evidence says {expected!r}")
    return Verdict(claim.name)
