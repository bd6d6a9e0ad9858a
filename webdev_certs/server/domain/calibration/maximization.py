"""The M-step: the parameters that fit the expected counts best, for all items at once."""

from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration.models import Model, Parameters, Priors

_STEPS = 3
# Longer steps leave the region in which the quadratic approximation is accurate.
_LONGEST = 1.0


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
