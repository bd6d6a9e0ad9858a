"""Prove item models: run fresh draws and compare what they print with what `solve` says.

A distractor that names code or edits is proved too: what the changed program prints must make its text.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from webdev_certs.authoring.execution import RUNTIMES, MissingRuntime, Runtime, Verdict
from webdev_certs.authoring.execution.programs import BadProgram, Program, compose_program
from webdev_certs.server.content.format import Code, printed_lines
from webdev_certs.server.content.item_models.format import Distractor, ProgramModel
from webdev_certs.server.content.item_models.making import (
    BadInstance,
    Instance,
    distractor_text,
    make_instances,
)
from webdev_certs.server.content.item_models.rendering import BadTemplate, render

DRAWS = 100
"""How many instances of each model are run."""


def prove(
    models: Iterable[ProgramModel],
    seed: str,
    draws: int = DRAWS,
    runtimes: Mapping[str, Runtime] = RUNTIMES,
) -> Iterator[Verdict]:
    """Run fresh draws of each model, those of one runtime as one batch.

    Args:
        models: The models.
        seed: Decides what is drawn.
        draws: How many instances of each model; a model that has fewer is run in all of them.
        runtimes: What runs the code.

    Yields:
        One verdict for each model, which names the first draw that differs with its values.
    """
    by_runtime: defaultdict[str, list[ProgramModel]] = defaultdict(list)
    for model in models:
        by_runtime[model.run.runtime].append(model)
    for name, chosen in by_runtime.items():
        expected: dict[str, tuple[ProgramModel, Instance, Distractor | None]] = {}
        programs: list[Program] = []
        faults: dict[str, str] = {}
        for model in chosen:
            try:
                instances = list(islice(make_instances(model, seed, "proof"), draws))
                for instance in instances:
                    for program, distractor in _programs(model, instance):
                        expected[program.item_id] = model, instance, distractor
                        programs.append(program)
            except (BadInstance, BadProgram, BadTemplate) as fault:
                faults[model.id] = str(fault)
        try:
            for output in runtimes[name].run(programs):
                model, instance, distractor = expected[output.item_id]
                fault = output.failure or _difference(model, instance, distractor, output.stdout)
                if fault:
                    faults.setdefault(model.id, f"{_shown(model, instance.values)}: {fault}")
        except MissingRuntime as missing:
            yield from (Verdict(model.id, ran=False, message=str(missing)) for model in chosen)
            continue
        yield from (Verdict(model.id, message=faults.get(model.id, "")) for model in chosen)


def _programs(model: ProgramModel, instance: Instance) -> Iterator[tuple[Program, Distractor | None]]:
    """Yield the instance's program, and those of distractors that have code."""
    around = None if model.run.program is None else render(model.run.program, instance.values)
    assert instance.item.code is not None
    code = instance.item.code

    def compose(name: str, code: Code) -> Program:
        return replace(compose_program(name, code, around), group=model.id)

    yield compose(instance.item.id, code), None
    for place, distractor in enumerate(model.distractors):
        if distractor.code is not None or distractor.edits:
            changed = Code(language=code.language, text=_changed(distractor, code.text, instance.values))
            yield compose(f"{instance.item.id}-d{place}", changed), distractor


def _changed(distractor: Distractor, code: str, values: Mapping[str, Any]) -> str:
    if distractor.code is not None:
        return render(distractor.code, values)
    for edit in distractor.edits:
        find = render(edit.find, values)
        if find not in code:
            raise BadInstance(f"the edit of {distractor.misconception!r} does not find {find!r}")
        code = code.replace(find, render(edit.replace, values))
    return code


def _difference(model: ProgramModel, instance: Instance, distractor: Distractor | None, stdout: str) -> str:
    lines = printed_lines(stdout)
    if distractor is None:
        said = list(instance.values["lines"])
        return "" if lines == said else f"printed {lines}, solve says {said}"
    made = render(model.answer, {**instance.values, "output": "\n".join(lines), "lines": lines}).strip()
    said = distractor_text(distractor, instance.values)
    return "" if made == said else f"{distractor.misconception!r} printed {made!r}, its text says {said!r}"


def _shown(model: ProgramModel, values: Mapping[str, Any]) -> str:
    return f"with {', '.join(f'{name}={values[name]!r}' for name in model.parameters)}"
