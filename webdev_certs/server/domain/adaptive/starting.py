"""Parameters of items that have not been calibrated, by a rule (docs/measurement.md)."""

from math import exp, factorial, log

from webdev_certs.server.domain.adaptive.items import ItemParameters

LEVELS = {"beginner": -1.0, "intermediate": 0.0, "advanced": 1.0}
"""Difficulty b of each level of the rubric."""
DISCRIMINATION = 1.0
# A rating outside this range of the logistic part would put an item more than 2.9 logits from the cut.
_LOWEST, _HIGHEST = 0.05, 0.95


def starting_parameters(
    item_format: str, difficulty: str, angoff: float | None, options: int, matches: int = 0
) -> ItemParameters:
    """Return a, b and c of an item until responses are enough to estimate them.

    a is 1, because nothing that is known before the first response predicts it. c is the probability of a
    correct answer by pure guessing. b is the mean of what two ratings say: the level of the rubric (−1, 0 or
    1), and the Angoff rating, the share of just-competent candidates (θ = 0) who answer correctly, solved
    for b.

    Args:
        item_format: The item's format.
        difficulty: `beginner`, `intermediate` or `advanced`.
        angoff: The Angoff rating, from 0 to 1; None if the item was not rated; then only the level counts.
        options: The number of options, lines or prompts.
        matches: The number of matches (`match_pairs`).
    """
    guess = guessing_probability(item_format, options, matches)
    level = LEVELS[difficulty]
    if angoff is None:
        return ItemParameters(DISCRIMINATION, level, guess)
    return ItemParameters(DISCRIMINATION, (level + rated_difficulty(angoff, guess)) / 2, guess)


def rated_difficulty(angoff: float, guess: float) -> float:
    """Return the b at which a learner with θ = 0 answers correctly with the rated probability.

    Args:
        angoff: The rated probability.
        guess: The lower asymptote c.
    """
    known = min(max((angoff - guess) / (1 - guess), _LOWEST), _HIGHEST)
    return log((1 - known) / known) / DISCRIMINATION


def guessing_probability(item_format: str, options: int, matches: int = 0) -> float:
    """Return how likely a learner who knows nothing answers correctly.

    Args:
        item_format: The item's format.
        options: The number of options, lines or prompts.
        matches: The number of matches (`match_pairs`).
    """
    match item_format:
        case "single_choice" | "output" | "true_false":
            return 1 / options
        case "multiple_choice":
            # At least one option is right and at least one is wrong.
            return 1 / (2**options - 2)
        case "order_lines":
            # Learners never see the right order first, so a guess has one order fewer.
            return 1 / (factorial(options) - 1)
        case "match_pairs":
            return factorial(matches - options) / factorial(matches)
        case _:
            return 0.0


def angoff_cut(parameters: list[ItemParameters], ratings: list[float]) -> float:
    """Return the cut score on the θ scale: where the expected share correct is the mean Angoff rating.

    For calibrated items this is how ratings set the cut. For starting parameters it is near 0, because these
    place the items by the same ratings.

    Args:
        parameters: The parameters of n items.
        ratings: The Angoff rating of each.

    Raises:
        ValueError: There are no items.
    """
    if not parameters:
        raise ValueError("a cut score needs rated items")
    target = sum(ratings)
    low, high = -6.0, 6.0
    while high - low > 1e-9:
        theta = (low + high) / 2
        expected = sum(c + (d - c) / (1 + exp(-a * (theta - b))) for a, b, c, d in parameters)
        low, high = (theta, high) if expected < target else (low, theta)
    return (low + high) / 2
