"""Marginal maximum likelihood with the EM algorithm, and standard errors of the estimates.

Sources:
    Bock, R. D. & Aitkin, M. (1981). Marginal maximum likelihood estimation of item parameters: application
        of an EM algorithm. Psychometrika 46(4), 443–459.
    Mislevy, R. J. (1986). Bayes modal estimation in item response models. Psychometrika 51(2), 177–195 –
        priors.
    Varadhan, R. & Roland, C. (2008). Simple and globally convergent methods for accelerating the convergence
        of any EM algorithm. Scandinavian Journal of Statistics 35(2), 335–353 – scheme S3.
    McLachlan, G. J. & Krishnan, T. (2008). The EM Algorithm and Extensions, 2nd ed., section 4.3 – standard
        errors from the cross-products of the learners' scores.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from webdev_certs.server.domain.adaptive.estimation import Grid
from webdev_certs.server.domain.adaptive.items import MAX_DIFFICULTY, MAX_DISCRIMINATION, Floats, Items
from webdev_certs.server.domain.calibration.responses import Responses

Model = Literal["1PL", "2PL", "3PL"]
_STEPS = 3
# Longer steps leave the region in which the quadratic approximation is accurate.
_LONGEST = 1.0


@dataclass(frozen=True)
class Priors:
    """Prior distributions of the parameters; each is a normal one, and None means no prior.

    Attributes:
        log_slope: Mean and SD of log a.
        intercept: Mean and SD of the intercept −a·b.
        guess_logit_sd: SD of the logit of c, whose mean is the guessing probability of the item's format.
            Only the 3PL model uses it, and it cannot be estimated without one unless the sample is huge.
    """

    log_slope: tuple[float, float] | None = None
    intercept: tuple[float, float] | None = None
    guess_logit_sd: float | None = 0.5


# For samples of real attempts: they keep the estimates of items with few answers within reason.
WEAK = Priors(log_slope=(0.0, 0.5), intercept=(0.0, 2.0), guess_logit_sd=0.5)


@dataclass(frozen=True, eq=False)
class Parameters:
    """P = c + (1 − c) / (1 + exp(−(aθ + i))) for each item.

    Attributes:
        slope: a, shape (n,).
        intercept: i = −a·b, shape (n,). Called d in the mirt package.
        guess: The logit of c, shape (n,); −∞ for c = 0.
    """

    slope: Floats
    intercept: Floats
    guess: Floats

    @property
    def asymptote(self) -> Floats:
        """c, shape (n,)."""
        return np.exp(-np.logaddexp(0, -self.guess))

    def items(self) -> Items:
        """Return them as a, b, c, with a and b within the bounds of `Items`."""
        slope = np.clip(self.slope, 1e-3, MAX_DISCRIMINATION)
        difficulty = np.clip(-self.intercept / slope, -MAX_DIFFICULTY, MAX_DIFFICULTY)
        return Items(slope, difficulty, self.asymptote, np.ones_like(slope))

    def vector(self) -> Floats:
        """Return all of them as one vector, shape (3n,)."""
        return np.concatenate([self.slope, self.intercept, self.guess])

    @classmethod
    def of_vector(cls, vector: Floats) -> "Parameters":
        """Undo `vector`."""
        return cls(*np.split(vector, 3))


@dataclass(frozen=True, eq=False)
class Counts:
    """Expected numbers of answers at each ability.

    Attributes:
        nodes: Abilities, shape (q,).
        correct: Correct answers, shape (n, q).
        answers: All answers, shape (n, q).
    """

    nodes: Floats
    correct: Floats
    answers: Floats


def maximize(
    counts: Counts, parameters: Parameters, model: Model, priors: Priors, floor: Floats
) -> Parameters:
    """Return better parameters: some steps of Fisher scoring, which EM repeats anyway.

    Args:
        counts: From the E-step.
        parameters: Where to start.
        model: `1PL`, `2PL` or `3PL`.
        priors: The priors of the parameters.
        floor: The prior's mean of the logit of c, shape (n,).
    """
    for _ in range(_STEPS):
        gradient, information = _gradient(counts, parameters, model, priors, floor)
        if model == "1PL":
            step = _common_slope(gradient, information)
        else:
            step = np.linalg.solve(information, gradient[..., None])[..., 0]
        step = np.clip(step, -_LONGEST, _LONGEST)
        # A slope stays positive.
        slope = np.maximum(parameters.slope + step[:, 0], parameters.slope / 2)
        guess = parameters.guess + step[:, 2] if model == "3PL" else parameters.guess
        parameters = Parameters(np.minimum(slope, 10.0), parameters.intercept + step[:, 1], guess)
    return parameters


def derivatives(parameters: Parameters, nodes: Floats, model: Model) -> tuple[Floats, Floats, Floats]:
    """Return P and 1 − P, shape (n, q), and the derivatives of P by a, i and logit c, shape (k, n, q).

    k is 3 for the 3PL model and 2 for the others.
    """
    z = parameters.slope[:, None] * nodes + parameters.intercept[:, None]
    c = parameters.asymptote[:, None]
    e = np.exp(-np.abs(z))
    small, large = e / (1 + e), 1 / (1 + e)
    right, wrong = np.where(z < 0, small, large), np.where(z < 0, large, small)
    by_intercept = (1 - c) * right * wrong
    rows = [by_intercept * nodes, by_intercept]
    if model == "3PL":
        rows.append(wrong * c * (1 - c))
    # The bounds matter only at extreme nodes, where there are no learners.
    return np.maximum(c + (1 - c) * right, 1e-12), np.maximum((1 - c) * wrong, 1e-12), np.stack(rows)


def log_prior(parameters: Parameters, priors: Priors, model: Model, floor: Floats) -> float:
    """Return the log density of the parameters, without constants."""
    total = 0.0
    if priors.log_slope:
        mean, sd = priors.log_slope
        slopes = parameters.slope[:1] if model == "1PL" else parameters.slope
        total -= float((0.5 * ((np.log(slopes) - mean) / sd) ** 2).sum())
    if priors.intercept:
        mean, sd = priors.intercept
        total -= float((0.5 * ((parameters.intercept - mean) / sd) ** 2).sum())
    if model == "3PL" and priors.guess_logit_sd:
        total -= float((0.5 * ((parameters.guess - floor) / priors.guess_logit_sd) ** 2).sum())
    return total


def _gradient(
    counts: Counts, parameters: Parameters, model: Model, priors: Priors, floor: Floats
) -> tuple[Floats, Floats]:
    """Return the gradient, shape (n, k), and the expected information, shape (n, k, k)."""
    p, q, by = derivatives(parameters, counts.nodes, model)
    residual = (counts.correct - counts.answers * p) / (p * q)
    gradient = np.einsum("knq,nq->nk", by, residual)
    weight = counts.answers / (p * q)
    information = np.einsum("knq,lnq,nq->nkl", by, by, weight, optimize=True)
    # Keep the matrix invertible for an item with almost no answers.
    information[:, range(len(by)), range(len(by))] += 1e-9
    if priors.log_slope:
        mean, sd = priors.log_slope
        share = len(parameters.slope) if model == "1PL" else 1
        gradient[:, 0] -= (np.log(parameters.slope) - mean) / (sd**2 * parameters.slope * share)
        information[:, 0, 0] += 1 / (sd**2 * parameters.slope**2 * share)
    if priors.intercept:
        mean, sd = priors.intercept
        gradient[:, 1] -= (parameters.intercept - mean) / sd**2
        information[:, 1, 1] += 1 / sd**2
    if model == "3PL" and priors.guess_logit_sd:
        gradient[:, 2] -= (parameters.guess - floor) / priors.guess_logit_sd**2
        information[:, 2, 2] += 1 / priors.guess_logit_sd**2
    return gradient, information


def _common_slope(gradient: Floats, information: Floats) -> Floats:
    """Return the step, shape (n, 2), of intercepts of their own and a slope in common (a bordered system)."""
    own = information[:, 1, 1]
    cross = information[:, 0, 1]
    slope = (gradient[:, 0].sum() - (cross * gradient[:, 1] / own).sum()) / (
        information[:, 0, 0].sum() - (cross**2 / own).sum()
    )
    return np.column_stack([np.full(len(own), slope), (gradient[:, 1] - cross * slope) / own])


def standard_errors(
    responses: Responses, parameters: Parameters, posterior: Floats, model: Model, nodes: Floats
) -> Parameters:
    """Return the standard errors of slopes, intercepts and logits of c; NaN where there are too few answers.

    Treats items one by one. Ignores how the errors of items depend on each other, which matters little with
    more than a dozen items.

    Args:
        responses: N learners × n items.
        parameters: The estimates.
        posterior: Each learner's posterior, shape (N, q).
        model: `1PL`, `2PL` or `3PL`.
        nodes: The abilities of the posterior, shape (q,).
    """
    p, q, by = derivatives(parameters, nodes, model)
    size = len(by)
    # The score of a learner on one item: of a correct answer ∂P / P, of an incorrect one −∂P / (1 − P), each
    # averaged over the learner's posterior.
    scores = np.stack(
        [
            responses.correct * (posterior @ (row / p).T)
            - (responses.put - responses.correct) * (posterior @ (row / q).T)
            for row in by
        ]
    )
    information = np.einsum("kNn,lNn,N->nkl", scores, scores, responses.weights, optimize=True)
    errors = np.full((3, len(parameters.slope)), np.nan)
    if model == "1PL":
        total = scores[0].sum(axis=1)
        errors[0] = float(responses.weights @ total**2) ** -0.5
        errors[1] = information[:, 1, 1] ** -0.5
    else:
        # The inverse of a nearly singular matrix is meaningless.
        regular = np.linalg.cond(information) < 1e10
        inverse = np.linalg.inv(information[regular])
        errors[:size, regular] = np.sqrt(np.maximum(inverse[:, range(size), range(size)], 0.0)).T
    return Parameters(*errors)


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


def _change(before: Parameters, after: Parameters) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.nan_to_num(after.vector() - before.vector())


def _moved(parameters: Parameters, change: Floats) -> Parameters:
    moved = Parameters.of_vector(parameters.vector() + change)
    return Parameters(np.clip(moved.slope, 0.02, 10.0), moved.intercept, moved.guess)
