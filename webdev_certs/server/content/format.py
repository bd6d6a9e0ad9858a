"""The formats of items and blueprints: a Pydantic model per thing an author writes.

docs/authoring-questions.md explains them to authors.
"""

import hashlib
import json
import math
import re
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from webdev_certs.server.domain.adaptive.items import ItemParameters, starting_parameters
from webdev_certs.shared.exam_rules import CUT_SCORE, MAX_ITEMS, MIN_ITEMS, MINUTES, SCALE_HIGH, SCALE_LOW
from webdev_certs.shared.vocabulary import Difficulty, ItemFormat

Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$", max_length=40)]
RuntimeName = Literal["node", "java", "react", "vue", "angular", "csharp"]
"""What an item's code runs in."""
Pool = Literal["certification", "practice", "pretest"]

# Smallest and largest number of options a format may have.
_OPTION_COUNT: dict[ItemFormat, tuple[int, int]] = {
    "single_choice": (3, 6),
    "multiple_choice": (4, 7),
    "true_false": (2, 2),
    "output": (3, 6),
    "fill_in": (0, 0),
    "order_lines": (3, 8),
    "match_pairs": (3, 6),
}


_INSTANCE_ID = re.compile(r"-m\d{3}-[0-9a-f]{8}$")


class Part(BaseModel):
    """Anything in a bank file: unknown fields are an error, values never change."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=False)


class Code(Part):
    language: Literal["js", "jsx", "ts", "tsx", "html", "vue", "css", "csharp", "java", "text"]
    text: Annotated[str, StringConstraints(min_length=1)]


class Option(Part):
    id: Id
    text: Text
    explanation: Text
    misconception: Text | None = None
    """What somebody who chooses this wrong option believes. It may change within a version."""


class Match(Part):
    """What a prompt of `match_pairs` can be matched with."""

    id: Id
    text: Text


class Reference(Part):
    """The page of the official documentation that an item or topic refers to."""

    title: Text
    url: Annotated[str, StringConstraints(pattern=r"^https://[a-z0-9.-]+/\S*$")]


class Executed(Part):
    """What running the item's code printed."""

    kind: Literal["executed"]
    runtime: RuntimeName
    version: Text
    program: str | None = None
    """What was run, with the item's code in place of the line `@code`; if left out, the code alone."""
    stdout: str


class Cited(Part):
    """Where on the official page the key is confirmed."""

    kind: Literal["cited"]
    location: Text


class Calibration(Part):
    """Parameters estimated from responses, by the author of a bank; c is 0 in the 2PL model."""

    a: Annotated[float, Field(gt=0, le=4)]
    b: Annotated[float, Field(ge=-4, le=4)]
    c: Annotated[float, Field(ge=0, le=0.6)] = 0.0


class Item(Part):
    """One question with its key."""

    id: Annotated[
        str, StringConstraints(pattern=r"^[a-z]+(-[a-z0-9]+)+-(\d{3}|m\d{3}-[0-9a-f]{8})$", max_length=80)
    ]
    version: Annotated[int, Field(ge=1)]
    model: str | None = None
    """Id of the item model that this item is an instance of."""
    topic: Id
    pool: Pool = "practice"
    """Certification items are used only in exams; practice items only in practice, which shows their keys.

    Pretest items are certification items that do not count until they are calibrated. Items stored before
    there were pools have been shown with their keys, so they count as practice items.
    """
    difficulty: Difficulty
    angoff: Annotated[float, Field(ge=0.05, le=0.99)] | None = None
    """Share of just-competent candidates expected to answer correctly, rated in the second review."""
    format: ItemFormat
    stem: Text
    code: Code | None = None
    options: tuple[Option, ...] = ()
    matches: tuple[Match, ...] = ()
    key: tuple[str, ...] | dict[str, str] | None = None
    accept: tuple[Text, ...] = ()
    number: Annotated[float, Field(allow_inf_nan=False)] | None = None
    tolerance: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0.0
    case_sensitive: bool = False
    explanation: str = ""
    reference: Reference
    expected_seconds: Annotated[int, Field(ge=15, le=240)]
    evidence: Annotated[Executed | Cited, Field(discriminator="kind")] | None = None
    """Instances have none: the evidence of their model proves them all."""
    calibration: Calibration | None = None
    enemies: tuple[str, ...] = ()
    """Ids of items that must not be in the same exam, for example because one answers the other."""

    @field_validator("number", mode="before")
    @classmethod
    def _exact(cls, number: Any) -> Any:
        # Whoever types all digits of a long number would be told that it is wrong.
        if isinstance(number, int | str) and not _is_exact(number):
            raise ValueError("has more digits than a number can have here: use accept")
        return number

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        fault = next(self._faults(), None)
        if fault:
            raise ValueError(fault)
        return self

    def _faults(self):
        if self.model != (self.id.rpartition("-")[0] if _INSTANCE_ID.search(self.id) else None):
            yield "model must be the id without its last part, and be set only in instances of item models"
        low, high = _OPTION_COUNT[self.format]
        if not low <= len(self.options) <= high:
            yield f"{self.format} takes {low} to {high} options, not {len(self.options)}"
        ids = [option.id for option in self.options]
        if len(set(ids)) < len(ids):
            yield "two options share an id"
        if len({option.text.strip() for option in self.options}) < len(ids):
            yield "two options have the same text"
        if self.format != "match_pairs" and self.matches:
            yield "only match_pairs takes matches"
        if self.format != "fill_in" and (self.accept or self.number is not None or self.tolerance):
            yield "only fill_in takes accept, number or tolerance"
        yield from self._key_faults(ids)
        if self.format == "output" and self.code is None:
            yield "an output item needs code"
        if self.evidence is None and self.model is None:
            yield "the evidence is missing"
        if isinstance(self.evidence, Executed):
            if self.code is None:
                yield "executed evidence needs code"
            if self.format == "output" and isinstance(self.key, tuple):
                shown = next((o.text for o in self.options if o.id == self.key[0]), "")
                if printed_lines(shown) != printed_lines(self.evidence.stdout):
                    yield "the key option's text is not what the code printed"

    def _key_faults(self, ids: list[str]):
        match self.format:
            case "fill_in":
                if self.key is not None:
                    yield "fill_in takes accept or number instead of key"
                if bool(self.accept) == (self.number is not None):
                    yield "fill_in takes either accept or number"
                if not self.explanation.strip():
                    yield "fill_in needs an explanation"
            case "match_pairs":
                partners = [match.id for match in self.matches]
                if len(set(partners)) < len(partners):
                    yield "two matches share an id"
                if len(partners) < len(ids):
                    yield "match_pairs needs at least as many matches as options"
                if not isinstance(self.key, dict) or set(self.key) != set(ids):
                    yield "the key must name a match for every option"
                elif not set(self.key.values()) <= set(partners):
                    yield "the key names a match that does not exist"
            case _ if not isinstance(self.key, tuple) or not set(self.key) <= set(ids):
                yield "the key must be a list of option ids"
            case "order_lines":
                if sorted(self.key) != sorted(ids):
                    yield "the key must hold every line once"
            case "multiple_choice":
                if not 2 <= len(set(self.key)) == len(self.key) < len(ids):
                    yield "multiple_choice needs at least two right options and one wrong one"
            case _:
                if len(self.key) != 1:
                    yield f"{self.format} has exactly one right option"
                if self.format == "true_false" and set(ids) != {"true", "false"}:
                    yield 'true_false takes exactly the options "true" and "false"'

    @property
    def item_parameters(self) -> ItemParameters:
        """The parameters of the author's calibration, or else the starting parameters."""
        if self.calibration:
            return ItemParameters(self.calibration.a, self.calibration.b, self.calibration.c)
        return starting_parameters(
            self.format, self.difficulty, self.angoff, len(self.options), len(self.matches)
        )

    def content(self) -> dict[str, Any]:
        """Return the item without what may change within a version; `Item.model_validate` reads it back."""
        return self.model_dump(
            mode="json",
            exclude={
                "calibration": True,
                "angoff": True,
                "enemies": True,
                "options": {"__all__": {"misconception"}},
            },
            exclude_defaults=True,
        )

    def frozen_content(self) -> dict[str, Any]:
        """Return the content that is frozen in `item_versions`.

        A pretest item is frozen as a certification item, so that version, answers and calibration stay the
        same when its author moves it to that pool.
        """
        content = self.content()
        return content | {"pool": "certification"} if self.pool == "pretest" else content

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the frozen content in hex."""
        canonical = json.dumps(self.frozen_content(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(canonical.encode()).hexdigest()


def _is_exact(number: int | str) -> bool:
    """Return whether a floating-point number has the same value; also True for what is no finite number."""
    try:
        stored = float(number)
        return not math.isfinite(stored) or Decimal(str(number).strip()) == Decimal(repr(stored))
    except (ArithmeticError, ValueError):
        return True


def printed_lines(text: str) -> list[str]:
    """Split an output into lines; outer white space and trailing blanks do not count."""
    return [line.rstrip() for line in text.strip().splitlines()]


class Topic(Part):
    id: Id
    title: Text
    items: Annotated[int, Field(ge=1)]
    """Quota in a certification form."""
    objectives: tuple[Text, ...] = ()
    """What a certified developer can do in this topic, one sentence each."""
    reference: Reference | None = None
    """The official documentation that covers the topic."""


class Blueprint(Part):
    """What a certification in one technology consists of."""

    technology: Id
    name: Text
    title: Text
    place: Annotated[int, Field(ge=1)] = 99
    """The place among the technologies: the lowest comes first."""
    sign: Annotated[str, Field(max_length=2)] = ""
    """A monogram, for cards."""
    specimen_number: str = ""
    """The number of its specimen certificate; its two letters are in the numbers of all its certificates
    (`domain.certificate_numbers`)."""
    summary: Text
    cut_score: Annotated[int, Field(ge=SCALE_LOW, le=SCALE_HIGH)] = CUT_SCORE
    minutes: Annotated[int, Field(ge=5, le=240)] = MINUTES
    official_hosts: Annotated[tuple[str, ...], Field(min_length=1)]
    topics: Annotated[tuple[Topic, ...], Field(min_length=1)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len({topic.id for topic in self.topics}) < len(self.topics):
            raise ValueError("two topics share an id")
        if not MIN_ITEMS <= self.length <= MAX_ITEMS:
            raise ValueError(f"the quotas add up to {self.length}, not to {MIN_ITEMS}–{MAX_ITEMS} items")
        return self

    @property
    def length(self) -> int:
        """Items in a certification form."""
        return sum(topic.items for topic in self.topics)
