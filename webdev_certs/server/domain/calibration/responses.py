"""Scored responses of many learners to many items, most of them perhaps missing."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from webdev_certs.server.domain.adaptive.items import Floats


@dataclass(frozen=True, eq=False)
class Responses:
    """A matrix of N learners × n items.

    Attributes:
        names: The items' names, n of them.
        correct: 1 for a correct and 0 for an incorrect answer; 0 where the learner did not get the item.
            Shape (N, n).
        put: 1 where the learner got the item, else 0. Shape (N, n).
        weights: How many learners each row stands for, shape (N,).
    """

    names: tuple[str, ...]
    correct: Floats
    put: Floats
    weights: Floats

    @classmethod
    def of(cls, matrix: ArrayLike, names: Sequence[str] = (), weights: ArrayLike | None = None) -> Self:
        """Make responses of a matrix of 1, 0 and NaN (item not given), shape (N, n).

        Args:
            matrix: The scores.
            names: The items' names; their numbers if left out.
            weights: How many learners each row stands for; 1 if None.
        """
        scores = np.atleast_2d(np.asarray(matrix, dtype=np.float64))
        put = ~np.isnan(scores)
        counts = np.ones(len(scores)) if weights is None else np.asarray(weights, dtype=np.float64)
        names = tuple(names) or tuple(map(str, range(scores.shape[1])))
        return cls(names, np.where(put, scores, 0.0), put.astype(np.float64), counts)

    @classmethod
    def of_records(cls, attempts: Iterable[Mapping[str, bool]]) -> Self:
        """Make responses of one mapping for each learner: item name → whether the answer is correct."""
        rows = list(attempts)
        names = sorted({name for row in rows for name in row})
        place = {name: index for index, name in enumerate(names)}
        matrix = np.full((len(rows), len(names)), np.nan)
        for number, row in enumerate(rows):
            for name, correct in row.items():
                matrix[number, place[name]] = correct
        return cls.of(matrix, names)

    def __len__(self) -> int:
        return len(self.correct)

    @property
    def learners(self) -> int:
        """The number of learners."""
        return round(float(self.weights.sum()))

    @cached_property
    def answers(self) -> NDArray[np.float64]:
        """The number of learners who got each item, shape (n,)."""
        return self.weights @ self.put

    @cached_property
    def facility(self) -> NDArray[np.float64]:
        """The share of correct answers to each item, shape (n,); NaN for an item that nobody got."""
        answers = np.where(self.answers > 0, self.answers, np.nan)
        return (self.weights @ self.correct) / answers

    def keep(self, enough: NDArray[np.bool_]) -> "Responses":
        """Return the responses to some of the items, without learners who got none of them."""
        put = self.put[:, enough]
        some = put.any(axis=1)
        names = tuple(name for name, kept in zip(self.names, enough, strict=True) if kept)
        return Responses(names, self.correct[:, enough][some], put[some], self.weights[some])
