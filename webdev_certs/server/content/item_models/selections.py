"""A `SelectionModel` asks about statements, pairs or steps, of which each instance shows a few."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from webdev_certs.server.content.format import Cited, Executed, Part, Reference, RuntimeName, Text
from webdev_certs.server.content.item_models.model import CodeTemplate, ItemModel
from webdev_certs.server.domain.adaptive.items import ItemParameters, starting_parameters

SelectionFormat = Literal["single_choice", "multiple_choice", "order_lines", "match_pairs"]
LEAST_TRUE, LEAST_FALSE = 6, 8
"""How many statements a selection model needs at least."""
LEAST_PAIRS, LEAST_STEPS = 8, 8


class Checked(Part):
    """The model's program `run` prints whether the statement holds."""

    kind: Literal["checked"]
    check: str | None = None
    """Takes the place of `@check` in the program; by default the statement's text, which is code then."""


class Checking(Part):
    """A program that prints `true` or `false` for each statement with the evidence `checked`."""

    runtime: RuntimeName
    version: Text
    program: Text
    """What is run, with `@check` for what differs and, if it is needed, the model's code as `@code`."""

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if "@check" not in self.program:
            raise ValueError("the program must hold @check")
        return self


class Sourced(Part):
    """Something that a selection model says, with its evidence."""

    explanation: Text
    evidence: Annotated[Executed | Cited | Checked, Field(discriminator="kind")]
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
    run: Checking | None = None
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
        checked = [each for each in self.entries if isinstance(each.evidence, Checked)]
        if checked and wanted != "statements":
            yield "only statements can be checked"
        if bool(checked) != bool(self.run):
            yield "evidence of the kind checked needs run, and run needs such evidence"
        if wanted == "statements":
            yield from self._group_faults()


def _texts(entry: Any) -> tuple[str, ...]:
    return (entry.prompt, entry.match) if isinstance(entry, Pair) else (entry.text,)
