"""Abilities of all learners at once, and what the model expects of their answers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from webdev_certs.server.domain.adaptive.estimation import STANDARD
from webdev_certs.server.domain.adaptive.items import Floats, Items, probabilities
from webdev_certs.server.domain.calibration.responses import Responses


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers of N learners to n items, with the parameters in use.

    Attributes:
        responses: N learners × n items.
        items: The parameters of the items.
        scored: Which items count for the ability, shape (n,).
    """

    responses: Responses
    items: Items
    scored: NDArray[np.bool_]

    def rows(self, chosen: NDArray[np.bool_]) -> "Answers":
        """Return the answers of some learners."""
        found = self.responses
        kept = Responses(found.names, found.correct[chosen], found.put[chosen], found.weights[chosen])
        return Answers(kept, self.items, self.scored)

    @cached_property
    def _logs(self) -> tuple[Floats, Floats]:
        """Return the log-probabilities of a correct and an incorrect answer at each node, shape (n, q)."""
        right, wrong = probabilities(self.items, STANDARD.nodes)
        return np.log(right.T), np.log(wrong.T)

    @cached_property
    def _log_posterior(self) -> Floats:
        """Return each learner's log posterior with the scored items, not normalized, shape (N, q)."""
        (right, wrong), responses = self._logs, self.responses
        correct = responses.correct * self.scored
        missed = (responses.put - responses.correct) * self.scored
        return np.log(STANDARD.prior) + correct @ right + missed @ wrong

    def _one(self, item: int) -> Floats:
        """Return the log-likelihood of the answers to one item, shape (N, q)."""
        (right, wrong), responses = self._logs, self.responses
        correct, put = responses.correct[:, item, None], responses.put[:, item, None]
        return correct * right[item] + (put - correct) * wrong[item]

    @cached_property
    def theta(self) -> Floats:
        """The EAP estimate of each learner, shape (N,)."""
        return normalized(self._log_posterior) @ STANDARD.nodes

    @cached_property
    def sd(self) -> Floats:
        """The standard error of each learner's estimate, shape (N,)."""
        second = normalized(self._log_posterior) @ STANDARD.nodes**2
        return np.sqrt(np.maximum(second - self.theta**2, 0.0))

    def purified(self, without: NDArray[np.bool_]) -> Callable[[int], Floats]:
        """Return a function: item → abilities, shape (N,), with it but without the marked items."""
        log_posterior = self._log_posterior - sum(
            self._one(int(item)) for item in np.flatnonzero(without & self.scored)
        )
        common = normalized(log_posterior) @ STANDARD.nodes

        def with_item(item: int) -> Floats:
            if self.scored[item] and not without[item]:
                return common
            return normalized(log_posterior + self._one(item)) @ STANDARD.nodes

        return with_item

    @cached_property
    def expected(self) -> Floats:
        """The probability of a correct answer to each item, as the other answers predict it, shape (N, n)."""
        right, _ = probabilities(self.items, STANDARD.nodes)
        columns = []
        for item in range(len(self.items)):
            rest = self._log_posterior - self._one(item) if self.scored[item] else self._log_posterior
            columns.append(normalized(rest) @ right[:, item])
        return np.column_stack(columns)


def normalized(log_posterior: Floats) -> Floats:
    """Return weights with sum 1 in each row."""
    weights = np.exp(log_posterior - log_posterior.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)
