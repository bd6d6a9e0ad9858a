"""What program models and selection models have in common."""

import hashlib
import json
import math
from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from webdev_certs.server.content.format import Calibration, Id, Part, Pool, Reference, Text
from webdev_certs.server.content.item_models.parameters import Parameter
from webdev_certs.server.domain.adaptive.items import SPREAD, ItemParameters, marginal
from webdev_certs.shared.vocabulary import Difficulty

ParameterName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]


class CodeTemplate(Part):
    language: Literal["js", "jsx", "ts", "tsx", "html", "vue", "css", "csharp", "java", "text"]
    text: Annotated[str, StringConstraints(min_length=1)]


class ItemModel(Part):
    """What all item models have."""

    id: Annotated[str, StringConstraints(pattern=r"^[a-z]+(-[a-z0-9]+)+-m\d{3}$", max_length=60)]
    version: Annotated[int, Field(ge=1)]
    topic: Id
    pool: Pool
    difficulty: Difficulty
    angoff: Annotated[float, Field(ge=0.05, le=0.99)] | None = None
    spread: Annotated[float, Field(ge=0, le=1.5)] | None = None
    """How much the difficulties of instances differ: their SD on the θ scale, as raters see them."""
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
        """The parameters of the author's calibration, or else the starting parameters.

        Those of answers are already those of a random instance.
        """
        if self.calibration:
            return ItemParameters(self.calibration.a, self.calibration.b, self.calibration.c)
        return marginal(self._starting_parameters(), SPREAD if self.spread is None else self.spread)

    @abstractmethod
    def _starting_parameters(self) -> ItemParameters:
        """Return the parameters that hold until there are answers."""

    @property
    def digest(self) -> str:
        """SHA-256 in hex of what may change only with a new version."""
        free = {"calibration", "angoff", "spread", "enemies", "pool", "difficulty"}
        content = self.model_dump(mode="json", exclude=free, exclude_defaults=True)
        return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()

    @property
    def space(self) -> int:
        """How many combinations of values there are before constraints."""
        return math.prod(parameter.size for parameter in self.parameters.values())

    @abstractmethod
    def _faults(self) -> Iterator[str]:
        """Find what the fields alone do not show."""
