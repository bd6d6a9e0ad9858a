"""Standard errors of calibrated parameters.

Source: McLachlan, G. J. & Krishnan, T. (2008). The EM Algorithm and Extensions, 2nd ed., section 4.3 – the
information from the cross-products of the learners' scores.
"""

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats
from webdev_certs.server.domain.calibration.maximization import derivatives
from webdev_certs.server.domain.calibration.models import Model, Parameters
from webdev_certs.server.domain.calibration.responses import Responses


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
