"""The parameters of an item model: what values each may take, how many there are, and how one is drawn.

`size` is the number of different values, and `draw` returns one of them. From a seed, the same values are
drawn on every machine and with every version of Python.
"""

import hashlib
import hmac
import json
import math
import random
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import Field, model_validator

from webdev_certs.server.content.format import Part

T = TypeVar("T")
Scalar = bool | int | float | str
Value = Scalar | list[Scalar] | dict[str, Scalar | list[Scalar]]
NameList = Literal["person", "city", "product", "color", "fruit", "animal", "thing", "verb"]


class Draws:
    """A stream of random choices that a seed and a purpose determine.

    Only `random()` of Python's generator gives the same numbers in all versions, so all choices use it.
    """

    def __init__(self, seed: str, purpose: str) -> None:
        """Start a stream.

        Args:
            seed: Kept secret by a deployment: with it every instance can be computed.
            purpose: What is drawn, so that different models do not draw the same.
        """
        digest = hmac.new(seed.encode(), purpose.encode(), hashlib.sha256).digest()
        self._rng = random.Random()
        self._rng.seed(digest, version=2)
        self._used: dict[str, set[object]] = {}

    def one(self, values: Sequence[T]) -> T:
        """Draw one of the values."""
        return values[int(self._rng.random() * len(values))]

    def several(self, values: Sequence[T], number: int) -> list[T]:
        """Draw `number` different values, in random order."""
        left = list(values)
        return [left.pop(int(self._rng.random() * len(left))) for _ in range(number)]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """Return the values in random order."""
        return self.several(values, len(values))

    def new(self, group: str, values: Sequence[T]) -> T:
        """Draw a value that this stream has not drawn in the group since `start_instance`."""
        used = self._used.setdefault(group, set())
        value = self.one([value for value in values if value not in used] or values)
        used.add(value)
        return value

    def start_instance(self) -> None:
        """Make all values of all groups new again."""
        self._used.clear()


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


NAMES: dict[NameList, tuple[str, ...]] = {
    "person": _words(
        "Ada Amir Bea Chen Dina Elif Femi Goran Hana Ines Jonas Kofi Lena Malik Nora Omar Priya Quinn Rosa"
        " Sami Tara Uma Viktor Wanda Ximena Yusuf Zoe"
    ),
    "city": _words(
        "Accra Bergen Cusco Dakar Erfurt Fukuoka Geneva Hanoi Izmir Jaipur Krakow Lima Malmo Nairobi Osaka"
        " Porto Quito Riga Sofia Tunis Utrecht Verona Warsaw Yerevan Zagreb"
    ),
    "product": _words(
        "bag belt bowl chair clock coat desk fan glove hat jacket kettle lamp mug pillow plate radio ring"
        " scarf shelf spoon table towel vase watch"
    ),
    "color": _words("amber black blue brown gray green indigo olive orange pink purple red teal white"),
    "fruit": _words(
        "apple banana cherry date fig grape kiwi lemon mango orange papaya peach pear plum quince"
    ),
    "animal": _words(
        "bear camel deer eagle fox goat hare ibis koala lion mole newt otter panda robin seal tiger wolf"
        " yak zebra"
    ),
    "thing": _words(
        "account basket booking course device folder game invoice job letter meeting note order"
        " parcel project recipe report room seat ticket trip user video"
    ),
    "verb": _words(
        "add archive block clear close copy edit filter load merge move open pause print"
        " reset save send share sort start stop update"
    ),
}
"""Words for the names in items by the list's name: plain, short, and none the beginning of another."""


class Int(Part):
    """A whole number from `min` to `max`, both included, in steps."""

    kind: Literal["int"]
    min: int
    max: int
    step: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.max - self.min >= sys.maxsize:
            # Python cannot count them.
            raise ValueError("an int parameter has too many values: lower max")
        if len(self.values()) < 2:
            raise ValueError("an int parameter needs at least two values: raise max")
        return self

    def values(self) -> range:
        return range(self.min, self.max + 1, self.step)

    @property
    def size(self) -> int:
        return len(self.values())

    def draw(self, draws: Draws) -> int:
        return draws.one(self.values())


class Choice(Part):
    """One of the values that are listed. A mapping holds values that go together: `operation.name`."""

    kind: Literal["choice"]
    of: Annotated[tuple[Value, ...], Field(min_length=2)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len({json.dumps(value) for value in self.of}) < len(self.of):
            raise ValueError("a value is listed twice")
        shapes = {tuple(sorted(value)) if isinstance(value, dict) else None for value in self.of}
        if len(shapes) > 1:
            raise ValueError("all values must have the same fields")
        return self

    def values(self) -> tuple[Any, ...]:
        return self.of

    @property
    def size(self) -> int:
        return len(self.of)

    def draw(self, draws: Draws) -> Any:
        return draws.one(self.of)


class Name(Part):
    """A word from one of the product's lists. An instance has no word twice."""

    kind: Literal["name"]
    list: NameList

    def values(self) -> tuple[str, ...]:
        return NAMES[self.list]

    @property
    def size(self) -> int:
        return len(self.values())

    def draw(self, draws: Draws) -> str:
        return draws.new(self.list, self.values())


class List(Part):
    """Several values of one kind in a row."""

    kind: Literal["list"]
    of: Annotated[Int | Choice | Name, Field(discriminator="kind")]
    length: Annotated[int, Field(ge=2, le=12)]
    distinct: bool = True

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.distinct and self.of.size < self.length:
            raise ValueError(f"{self.of.size} values are too few for {self.length} distinct ones")
        return self

    @property
    def size(self) -> int:
        if self.distinct:
            return math.perm(self.of.size, self.length)
        return self.of.size**self.length

    def draw(self, draws: Draws) -> list[Any]:
        if self.distinct:
            return draws.several(self.of.values(), self.length)
        return [self.of.draw(draws) for _ in range(self.length)]


Parameter = Annotated[Int | Choice | Name | List, Field(discriminator="kind")]
