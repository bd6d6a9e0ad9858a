"""Marginal maximum likelihood with the EM algorithm.

Sources:
    Bock, R. D. & Aitkin, M. (1981). Marginal maximum likelihood estimation of item parameters: application
        of an EM algorithm. Psychometrika 46(4), 443–459.
    Mislevy, R. J. (1986). Bayes modal estimation in item response models. Psychometrika 51(2), 177–195 –
        priors.
    Varadhan, R. & Roland, C. (2008). Simple and globally convergent methods for accelerating the convergence
        of any EM algorithm. Scandinavian Journal of Statistics 35(2), 335–353 – scheme S3.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.adaptive.posterior import Grid
from webdev_certs.server.domain.calibration.maximization import Counts, log_prior, maximize
from webdev_certs.server.domain.calibration.models import Model, Parameters, Priors
from webdev_certs.server.domain.calibration.responses import Responses
from webdev_certs.server.domain.calibration.standard_errors import standard_errors

QUADRATURE = Grid.normal(-6.0, 6.0, 61)


@dataclass(frozen=True, eq=False)
class Calibration:
    """The result of a calibration.

    Attributes:
        model: What was estimated.
        names: The items' names, n of them.
        parameters: Slopes, intercepts and guessing, for abilities N(0, 1) among the learners. With the 1PL
            model all slopes are equal; the Rasch model's variance of ability is their square.
        errors: Their standard errors, from the cross-products of the learners' scores; NaN where not
            estimated.
        log_likelihood: The log-likelihood of the responses, without the priors.
        converged: Whether the estimates stopped changing within the iterations allowed.
        counts: Expected numbers of answers by ability.
        posterior: Each learner's posterior on `QUADRATURE`, shape (N, q).
    """

    model: Model
    names: tuple[str, ...]
    parameters: Parameters
    errors: Parameters
    log_likelihood: float
    converged: bool
    counts: Counts
    posterior: Floats


def calibrate(
    responses: Responses,
    model: Model = "2PL",
    *,
    priors: Priors | None = None,
    guessing: ArrayLike = 0.2,
    tolerance: float = 1e-5,
    max_iterations: int = 2000,
) -> Calibration:
    """Estimate the parameters of all items.

    Items that a learner did not get do not count, so the responses of adaptive exams can be used.

    Args:
        responses: N learners × n items.
        model: `1PL`, `2PL` or `3PL`.
        priors: The priors of the parameters; `Priors()` if None.
        guessing: With the 3PL model: the prior's mean of c for each item, shape (n,) or one number.
        tolerance: Stop when no parameter changes more than this in one EM step.
        max_iterations: The largest number of EM steps.

    Raises:
        ValueError: Every answer to some item is correct, or every one is incorrect: its difficulty has no
            estimate. `Responses.keep` drops such items.
    """
    facility = responses.facility
    if not ((facility > 0) & (facility < 1)).all():
        raise ValueError("every item needs a correct and an incorrect answer")
    priors = priors or Priors()
    guess = np.broadcast_to(np.asarray(guessing, dtype=np.float64), facility.shape)
    floor = np.log(guess / (1 - guess)) if model == "3PL" else np.full(len(facility), -np.inf)
    known = np.clip((facility - (guess if model == "3PL" else 0)), 0.02, 0.98)
    start = Parameters(np.ones(len(facility)), np.log(known / (1 - known)), floor)
    steps = _Steps(responses, model, priors, floor)
    parameters, converged = _accelerated(steps, start, tolerance, max_iterations)
    counts, log_likelihood, posterior = expect(responses, parameters)
    errors = standard_errors(responses, parameters, posterior, model, QUADRATURE.nodes)
    return Calibration(
        model, responses.names, parameters, errors, log_likelihood, converged, counts, posterior
    )


def expect(responses: Responses, parameters: Parameters) -> tuple[Counts, float, Floats]:
    """Return the expected counts, the log-likelihood, and each learner's posterior, shape (N, q)."""
    nodes, prior = QUADRATURE.nodes, QUADRATURE.prior
    log_right, log_wrong = _log_probabilities(parameters, nodes)
    # These two matrix products take nearly all of the time.
    log_joint = responses.correct @ (log_right - log_wrong)
    log_joint += responses.put @ log_wrong
    log_joint += np.log(prior)
    highest = log_joint.max(axis=1, keepdims=True)
    posterior = np.exp(np.subtract(log_joint, highest, out=log_joint), out=log_joint)
    mass = posterior.sum(axis=1, keepdims=True)
    posterior /= mass
    log_likelihood = float(responses.weights @ (highest[:, 0] + np.log(mass[:, 0])))
    weighted = posterior * responses.weights[:, None]
    return (
        Counts(nodes, responses.correct.T @ weighted, responses.put.T @ weighted),
        log_likelihood,
        posterior,
    )


def _log_probabilities(parameters: Parameters, nodes: Floats) -> tuple[Floats, Floats]:
    """Return log P and log(1 − P), shape (n, q)."""
    z = parameters.slope[:, None] * nodes + parameters.intercept[:, None]
    c = parameters.asymptote[:, None]
    log_wrong = -np.logaddexp(0.0, z)
    log_right = np.where(
        c > 0, np.log(np.maximum(c + (1 - c) * np.exp(z + log_wrong), 1e-300)), z + log_wrong
    )
    return log_right, np.log1p(-c) + log_wrong


class _Steps:
    """Run EM steps and count them; each also returns the log posterior at its start."""

    def __init__(self, responses: Responses, model: Model, priors: Priors, floor: Floats) -> None:
        self._responses = responses
        self._model: Model = model
        self._priors = priors
        self._floor = floor
        self.taken = 0

    def __call__(self, parameters: Parameters) -> tuple[Parameters, float]:
        self.taken += 1
        counts, log_likelihood, _ = expect(self._responses, parameters)
        value = log_likelihood + log_prior(parameters, self._priors, self._model, self._floor)
        return maximize(counts, parameters, self._model, self._priors, self._floor), value


def _accelerated(steps: _Steps, start: Parameters, tolerance: float, most: int) -> tuple[Parameters, bool]:
    """Repeat EM steps, two at a time, with an extrapolation after each pair."""
    current = start
    fallback, reached = start, -np.inf
    while steps.taken < most:
        first, value = steps(current)
        if value < reached - 1e-9 * abs(reached):
            # The extrapolation went too far.
            current, reached = fallback, -np.inf
            continue
        reached = value
        second, _ = steps(first)
        before, after = _change(current, first), _change(first, second)
        if np.abs(after).max() < tolerance:
            return second, True
        bend = after - before
        length = float(np.linalg.norm(before)) / max(float(np.linalg.norm(bend)), 1e-300)
        fallback = second
        current = _moved(current, 2 * length * before + length**2 * bend) if length > 1 else second
    return current, False


def _change(one: Parameters, other: Parameters) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(other.vector() - one.vector())


def _moved(parameters: Parameters, change: Floats) -> Parameters:
    moved = Parameters.of_vector(parameters.vector() + change)
    return Parameters(np.clip(moved.slope, 0.02, 10.0), moved.intercept, moved.guess)
