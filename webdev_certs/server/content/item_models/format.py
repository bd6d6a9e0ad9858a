"""What an author writes as an item model (docs/authoring-questions.md, section "Item models").

A `ProgramModel` asks about code whose result depends on values; `selections` has the other kind.
"""

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from webdev_certs.server.content.format import (
    Part,
    RuntimeName,
    Text,
)
from webdev_certs.server.content.item_models.model import CodeTemplate, ItemModel
from webdev_certs.server.content.item_models.rendering import CONSTANTS, template_faults
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.server.content.item_models.solving import expression_faults, solve_faults
from webdev_certs.server.domain.adaptive.items import ItemParameters, starting_parameters

ProgramFormat = Literal["output", "single_choice", "multiple_choice", "fill_in", "order_lines", "match_pairs"]
STATEMENTS: dict[str, tuple[int, int]] = {
    "multiple_choice": (4, 7),
    "order_lines": (3, 8),
    "match_pairs": (3, 6),
}
"""How few and how many statements a program model of this format takes."""
PRINTED = ("output", "lines")
"""What `solve` assigns: what the program prints, as a text or as a list of lines."""


class Edit(Part):
    """A change of the code: `find` must be there."""

    find: Annotated[str, StringConstraints(min_length=1)]
    replace: str


class Distractor(Part):
    """A wrong option: what somebody with this misconception would answer."""

    misconception: Text
    text: Text
    """A template of the option's text."""
    code: str | None = None
    """Code that does what the misconception expects. `items verify` checks that its output makes `text`."""
    edits: tuple[Edit, ...] = ()
    """The same, written as changes of the model's code."""
    explanation: Text

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.code is not None and self.edits:
            raise ValueError("a distractor takes code or edits, not both")
        return self


class Line(Part):
    """An option that may be right, a line to put in order, or a prompt with a match, as the format says."""

    text: Text
    explanation: Text


class Execution(Part):
    """How the code is run by `items verify`."""

    runtime: RuntimeName
    program: str | None = None
    """A template of the program around the code, which takes the place of the line `@code`."""


class ProgramModel(ItemModel):
    """A template of items whose code differs in values. `solve` says what the code prints."""

    kind: Literal["program"] = "program"
    format: ProgramFormat
    constraints: tuple[str, ...] = ()
    """Python expressions that hold in every instance. Those of parameters alone hold before `solve` runs."""
    code: CodeTemplate
    run: Execution
    solve: Text
    """Python that assigns `output` or `lines`, and whatever else the templates use."""
    answer: str = "{= output =}"
    """A template of the key's text."""
    answer_is: Literal["text", "number"] = "text"
    case_sensitive: bool = False
    explanation: str = ""
    distractors: tuple[Distractor, ...] = ()
    statements: tuple[Line, ...] = ()
    spares: tuple[Text, ...] = ()
    """Templates of matches that belong to no prompt."""
    options: Annotated[int, Field(ge=3, le=6)] = 4
    """Number of options of each instance."""

    @cached_property
    def constraints_of_values(self) -> tuple[str, ...]:
        """The constraints that need only parameters."""
        return tuple(each for each in self.constraints if not _read(each) & _assigned(self.solve))

    @cached_property
    def constraints_of_solved(self) -> tuple[str, ...]:
        """The constraints that need what `solve` assigns."""
        return tuple(each for each in self.constraints if each not in self.constraints_of_values)

    def _starting_parameters(self) -> ItemParameters:
        # At least one of the spares differs from all matches.
        options, matches = len(self.statements) or self.options, len(self.statements) + 1
        return starting_parameters(self.format, self.difficulty, self.angoff, options, matches)

    def _faults(self) -> Iterator[str]:
        yield from self._format_faults()
        if not self.parameters:
            yield "a program model needs parameters"
        if reserved := set(self.parameters) & {*PRINTED}:
            yield f"the name {min(reserved)!r} is taken"
        yield from (f"solve: {fault}" for fault in solve_faults(self.solve))
        assigned = _assigned(self.solve)
        if not assigned & {*PRINTED}:
            yield "solve must assign output or lines"
        if constants := CONSTANTS & {*self.parameters, *assigned}:
            yield f"templates take {min(constants)!r} for a constant: choose another name"
        for place, expression in enumerate(self.constraints):
            yield from (f"constraints.{place}: {fault}" for fault in expression_faults(expression))
        known = set(self.parameters) | assigned | {*PRINTED}
        for place, text in self._templates():
            yield from (f"{place}: {fault}" for fault in template_faults(text, known))

    def _format_faults(self) -> Iterator[str]:
        chooses = self.format in ("output", "single_choice")
        if chooses and len(self.distractors) < self.options - 1:
            yield f"{self.options} options need at least {self.options - 1} distractors"
        if not chooses and self.distractors:
            yield "only output and single_choice take distractors"
        if len({each.misconception for each in self.distractors}) < len(self.distractors):
            yield "two distractors name the same misconception"
        low, high = STATEMENTS.get(self.format, (0, 0))
        if not low <= len(self.statements) <= high:
            wanted = f"{low} to {high} statements" if high else "no statements"
            yield f"{self.format} takes {wanted}"
        if (self.format == "match_pairs") != bool(self.spares):
            yield "match_pairs takes spares, and no other format does"
        if self.format == "output" and self.answer != "{= output =}":
            yield "the answer of an output model is what is printed"
        if self.format not in STATEMENTS and not self.explanation.strip():
            yield "the explanation of the key is missing"
        if self.answer_is == "number" and self.format != "fill_in":
            yield "only fill_in takes answer_is"

    def _templates(self) -> Iterator[tuple[str, str]]:
        """Yield each template's place and text."""
        yield "stem", self.stem
        yield "code.text", self.code.text
        yield "run.program", self.run.program or ""
        yield "answer", self.answer
        yield "explanation", self.explanation
        for place, each in enumerate(self.distractors):
            yield f"distractors.{place}.text", each.text
            yield f"distractors.{place}.code", each.code or ""
            yield f"distractors.{place}.explanation", each.explanation
            for at, edit in enumerate(each.edits):
                yield f"distractors.{place}.edits.{at}.find", edit.find
                yield f"distractors.{place}.edits.{at}.replace", edit.replace
        for place, statement in enumerate(self.statements):
            yield f"statements.{place}.text", statement.text
            yield f"statements.{place}.explanation", statement.explanation
        for place, spare in enumerate(self.spares):
            yield f"spares.{place}", spare


def _assigned(source: str) -> set[str]:
    """Return the names that Python source assigns."""
    return {name for name, context in _names(source) if isinstance(context, ast.Store)}


def _read(source: str) -> set[str]:
    """Return the names that Python source reads but does not assign."""
    return {name for name, context in _names(source) if isinstance(context, ast.Load)} - _assigned(source)


def _names(source: str) -> Iterator[tuple[str, ast.expr_context]]:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    yield from ((node.id, node.ctx) for node in ast.walk(tree) if isinstance(node, ast.Name))


Model: TypeAlias = ProgramModel | SelectionModel


def model_kind(tree: Any) -> type[Model]:
    """Return the class of what an author wrote."""
    is_selection = isinstance(tree, dict) and tree.get("kind") == "selection"
    return SelectionModel if is_selection else ProgramModel
