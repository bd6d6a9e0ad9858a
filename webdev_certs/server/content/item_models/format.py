"""What an author writes as an item model (docs/authoring-questions.md, section "Item models").

A `ProgramModel` asks about code whose result depends on values. A `SelectionModel` asks about statements,
pairs or steps, of which each instance shows a few.
"""

import ast
import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from webdev_certs.server.content.format import (
    Calibration,
    Cited,
    Executed,
    Id,
    Part,
    Pool,
    Reference,
    RuntimeName,
    Text,
)
from webdev_certs.server.content.item_models.parameters import Parameter
from webdev_certs.server.content.item_models.rendering import CONSTANTS, template_faults
from webdev_certs.server.content.item_models.solving import expression_faults, solve_faults
from webdev_certs.server.domain.adaptive.items import ItemParameters, starting_parameters
from webdev_certs.shared.vocabulary import Difficulty

ParameterName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
ProgramFormat = Literal["output", "single_choice", "multiple_choice", "fill_in", "order_lines", "match_pairs"]
SelectionFormat = Literal["single_choice", "multiple_choice", "order_lines", "match_pairs"]
STATEMENTS: dict[str, tuple[int, int]] = {
    "multiple_choice": (4, 7),
    "order_lines": (3, 8),
    "match_pairs": (3, 6),
}
"""How few and how many statements a program model of this format takes."""
LEAST_TRUE, LEAST_FALSE = 6, 8
"""How many statements a selection model needs at least."""
LEAST_PAIRS, LEAST_STEPS = 8, 8
PRINTED = ("output", "lines")
"""What `solve` assigns: what the program prints, as a text or as a list of lines."""


class CodeTemplate(Part):
    language: Literal["js", "jsx", "ts", "tsx", "html", "vue", "css", "csharp", "java", "text"]
    text: Annotated[str, StringConstraints(min_length=1)]


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


class ItemModel(Part):
    """What all item models have."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z0-9]+)+-m\d{3}$", max_length=60)]
    version: Annotated[int, Field(ge=1)]
    topic: Id
    pool: Pool
    difficulty: Difficulty
    angoff: Annotated[float, Field(ge=0.05, le=0.99)] | None = None
    calibration: Calibration | None = None
    enemies: tuple[str, ...] = ()
    """Ids of models and items that must not be in the same exam, for example because one answers another."""
    parameters: dict[ParameterName, Parameter] = {}
    stem: Text
    reference: Reference
    expected_seconds: Annotated[int, Field(ge=15, le=240)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if fault := next(self._faults(), None):
            raise ValueError(fault)
        return self

    @property
    def item_parameters(self) -> ItemParameters:
        """The parameters of the author's calibration, or else the starting parameters."""
        if self.calibration:
            return ItemParameters(self.calibration.a, self.calibration.b, self.calibration.c)
        return self._starting_parameters()

    def _starting_parameters(self) -> ItemParameters:
        raise NotImplementedError

    @property
    def digest(self) -> str:
        """SHA-256 in hex of what may change only with a new version."""
        free = {"calibration", "angoff", "enemies", "pool", "difficulty"}
        content = self.model_dump(mode="json", exclude=free, exclude_defaults=True)
        return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    @property
    def space(self) -> int:
        """How many combinations of values there are before constraints."""
        return math.prod(parameter.size for parameter in self.parameters.values())

    def _faults(self) -> Iterator[str]:
        raise NotImplementedError


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


class Sourced(Part):
    """Something that a selection model says, with its evidence."""

    explanation: Text
    evidence: Annotated[Executed | Cited, Field(discriminator="kind")]
    reference: Reference | None = None
    """The page that the evidence is from, if it is not the model's."""


class Statement(Sourced):
    """A sentence that is true or false."""

    text: Text
    holds: bool
    misconception: Text | None = None
    """Why somebody takes a false statement for true."""
    group: Text | None = None
    """Statements of one group exclude each other: no instance shows two of them."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.holds == (self.misconception is not None):
            raise ValueError("a false statement names its misconception, and a true one has none")
        return self


class Pair(Sourced):
    """A prompt and the only match of the model that belongs to it."""

    prompt: Text
    match: Text


class Step(Sourced):
    """One of several steps whose order is certain."""

    text: Text


class SelectionModel(ItemModel):
    """A question whose instances show a few of many statements, pairs or steps."""

    kind: Literal["selection"]
    format: SelectionFormat
    code: CodeTemplate | None = None
    """Code that all statements are about; it has no values."""
    shown: Annotated[int, Field(ge=3, le=7)]
    """How many statements, pairs or steps an instance shows."""
    statements: tuple[Statement, ...] = ()
    pairs: tuple[Pair, ...] = ()
    steps: tuple[Step, ...] = ()
    spares: Annotated[int, Field(ge=1, le=3)] = 2
    """How many matches of other pairs an instance also shows."""

    def _starting_parameters(self) -> ItemParameters:
        matches = self.shown + self.spares
        return starting_parameters(self.format, self.difficulty, self.angoff, self.shown, matches)

    @property
    def entries(self) -> Sequence[Sourced]:
        """The statements, pairs or steps, in the author's order."""
        return self.statements or self.pairs or self.steps

    @property
    def numbers_right(self) -> Sequence[int]:
        """How many true statements an instance may show; each number is equally likely."""
        return range(2, self.shown) if self.format == "multiple_choice" else [1]

    @property
    def space(self) -> int:
        """How many selections there are."""
        match self.format:
            case "single_choice" | "multiple_choice":
                ways = self._ways()
                return sum(ways[right, self.shown - right] for right in self.numbers_right)
            case "match_pairs":
                shown = math.comb(len(self.pairs), self.shown)
                return shown * math.comb(len(self.pairs) - self.shown, self.spares)
            case "order_lines":
                return math.comb(len(self.steps), self.shown)

    def _ways(self) -> Counter[tuple[int, int]]:
        """Count the selections by how many true and false statements they have, one at most of each group."""
        groups: defaultdict[object, Counter[bool]] = defaultdict(Counter)
        for place, each in enumerate(self.statements):
            groups[each.group or place][each.holds] += 1
        ways = Counter({(0, 0): 1})
        for group in groups.values():
            for (true, false), number in list(ways.items()):
                ways[true + 1, false] += number * group[True]
                ways[true, false + 1] += number * group[False]
        return ways

    def _group_faults(self) -> Iterator[str]:
        groups = Counter(each.group for each in self.statements if each.group)
        yield from (f"the group {name!r} has one statement only" for name in groups if groups[name] == 1)
        true = {each.group or place for place, each in enumerate(self.statements) if each.holds}
        false = {each.group or place for place, each in enumerate(self.statements) if not each.holds}
        for right in self.numbers_right:
            if len(true) < right or len(false) - min(right, len(true & false)) < self.shown - right:
                yield f"the groups leave too few statements to show {self.shown}"
                return

    def _faults(self) -> Iterator[str]:
        kinds = {"statements": self.statements, "pairs": self.pairs, "steps": self.steps}
        wanted = {"match_pairs": "pairs", "order_lines": "steps"}.get(self.format, "statements")
        for name, entries in kinds.items():
            if entries and name != wanted:
                yield f"{self.format} takes {wanted}, not {name}"
        if self.parameters:
            yield "a selection model takes no parameters"
        true = sum(each.holds for each in self.statements)
        counts = {
            "true statements": (true, LEAST_TRUE, wanted == "statements"),
            "false statements": (len(self.statements) - true, LEAST_FALSE, wanted == "statements"),
            "pairs": (len(self.pairs), max(LEAST_PAIRS, self.shown + self.spares), wanted == "pairs"),
            "steps": (len(self.steps), max(LEAST_STEPS, self.shown), wanted == "steps"),
        }
        for what, (there, least, needed) in counts.items():
            if needed and there < least:
                yield f"it needs at least {least} {what}, not {there}"
        low, high = {"single_choice": (3, 6), "multiple_choice": (4, 7)}.get(self.format, (3, 6))
        if not low <= self.shown <= high:
            yield f"{self.format} shows {low} to {high}"
        texts = [text for each in self.entries for text in _texts(each)]
        if len(set(texts)) < len(texts):
            yield "two entries have the same text"
        if wanted == "statements":
            yield from self._group_faults()


def _texts(entry: Any) -> tuple[str, ...]:
    return (entry.prompt, entry.match) if isinstance(entry, Pair) else (entry.text,)


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
