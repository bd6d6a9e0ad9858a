"""What an author writes as an item model (docs/authoring-questions.md, section "Item models")."""

import math
from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from webdev_certs.server.content.format import Id, Part, Pool, Reference, RuntimeName, Text
from webdev_certs.server.content.item_models.parameters import Parameter
from webdev_certs.server.content.item_models.rendering import expression_faults, template_faults
from webdev_certs.shared.vocabulary import Difficulty

ParameterName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
ModelFormat = Literal["output", "single_choice", "multiple_choice", "fill_in", "order_lines", "match_pairs"]
STATEMENTS: dict[str, tuple[int, int]] = {
    "multiple_choice": (4, 7),
    "order_lines": (3, 8),
    "match_pairs": (3, 6),
}
"""How few and how many statements a model of this format takes."""
OF_RUN = ("output", "lines")
"""What a template may use besides parameters: what the program printed, as a text and as a list of lines."""


class CodeTemplate(Part):
    language: Literal["js", "jsx", "ts", "tsx", "html", "vue", "csharp", "java"]
    text: Annotated[str, StringConstraints(min_length=1)]


class Edit(Part):
    """A change of the code: `find` must be there."""

    find: Annotated[str, StringConstraints(min_length=1)]
    replace: str


class Distractor(Part):
    """A wrong option: what somebody with this misconception would answer."""

    misconception: Text
    text: Text | None = None
    """A template of the option's text."""
    code: str | None = None
    """Code that does what the misconception expects; its output is the option."""
    edits: tuple[Edit, ...] = ()
    """The same, written as changes of the model's code."""
    explanation: Text

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if (self.text is not None) + (self.code is not None) + bool(self.edits) != 1:
            raise ValueError("a distractor takes exactly one of text, code and edits")
        return self


class Statement(Part):
    """An option that may be right, a line to put in order, or a prompt with a match, as the format says."""

    text: Text
    explanation: Text


class Execution(Part):
    """How the code is run."""

    runtime: RuntimeName
    program: str | None = None
    """A template of the program around the code, which takes the place of the line `@code`."""


class ItemModel(Part):
    """A template of items that differ in the values of parameters."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z0-9]+)+-m\d{3}$", max_length=60)]
    version: Annotated[int, Field(ge=1)]
    topic: Id
    pool: Pool
    difficulty: Difficulty
    angoff: Annotated[float, Field(ge=0.05, le=0.99)] | None = None
    format: ModelFormat
    parameters: Annotated[dict[ParameterName, Parameter], Field(min_length=1)]
    derived: dict[ParameterName, str] = {}
    """Name → expression over the names before it."""
    constraints: tuple[str, ...] = ()
    """Expressions that hold in every instance."""
    stem: Text
    code: CodeTemplate
    run: Execution
    answer: str = "{= output =}"
    """A template of the key's text, from what the program printed."""
    answer_is: Literal["text", "number"] = "text"
    case_sensitive: bool = False
    explanation: str = ""
    distractors: tuple[Distractor, ...] = ()
    statements: tuple[Statement, ...] = ()
    spares: tuple[Text, ...] = ()
    """Templates of matches that belong to no prompt."""
    options: Annotated[int, Field(ge=3, le=6)] = 4
    """Number of options of each instance."""
    reference: Reference
    expected_seconds: Annotated[int, Field(ge=15, le=240)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if fault := next(self._faults(), None):
            raise ValueError(fault)
        return self

    @property
    def space(self) -> int:
        """How many combinations of values there are before constraints."""
        return math.prod(parameter.size for parameter in self.parameters.values())

    def _faults(self) -> Iterator[str]:
        yield from self._format_faults()
        known: set[str] = set(self.parameters)
        if reserved := known & set(OF_RUN) | set(self.derived) & {*OF_RUN, *self.parameters}:
            yield f"the name {min(reserved)!r} is taken"
        for name, expression in self.derived.items():
            yield from (f"derived.{name}: {fault}" for fault in expression_faults(expression, known))
            known.add(name)
        for place, expression in enumerate(self.constraints):
            yield from (f"constraints.{place}: {fault}" for fault in expression_faults(expression, known))
        for place, text, runs in self._templates():
            names = known | set(OF_RUN) if runs else known
            yield from (f"{place}: {fault}" for fault in template_faults(text, names))

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

    def _templates(self) -> Iterator[tuple[str, str, bool]]:
        """Yield each template's place and text, and whether it is filled in after the program has run."""
        yield "stem", self.stem, False
        yield "code.text", self.code.text, False
        yield "run.program", self.run.program or "", False
        yield "answer", self.answer, True
        yield "explanation", self.explanation, True
        for place, each in enumerate(self.distractors):
            yield f"distractors.{place}.text", each.text or "", True
            yield f"distractors.{place}.code", each.code or "", False
            yield f"distractors.{place}.explanation", each.explanation, True
            for at, edit in enumerate(each.edits):
                yield f"distractors.{place}.edits.{at}.find", edit.find, False
                yield f"distractors.{place}.edits.{at}.replace", edit.replace, False
        for place, statement in enumerate(self.statements):
            yield f"statements.{place}.text", statement.text, False
            yield f"statements.{place}.explanation", statement.explanation, True
        for place, spare in enumerate(self.spares):
            yield f"spares.{place}", spare, False
