"""The pass mark from the ratings of several raters: the modified Angoff method.

Each rater says of each item how likely a just-competent candidate answers it correctly. Between rounds they
discuss, and see how learners answered.

Sources:
    Angoff, W. H. (1971). Scales, norms, and equivalent scores. In Thorndike, Educational Measurement.
    Shrout, P. E. & Fleiss, J. L. (1979). Intraclass correlations: uses in assessing rater reliability.
        Psychological Bulletin 86(2), 420–428 – ICC(2,1) and ICC(2,k).
    Brennan, R. L. (1995). Standard setting from the perspective of generalizability theory. In Crocker &
        Zieky, Joint Conference on Standard Setting for Large-Scale Assessments – the errors of the cut.
    van der Linden, W. J. (1982). A latent trait method for determining intrajudge inconsistency in the Angoff
        and Nedelsky techniques. Journal of Educational Measurement 19(4), 295–308.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from webdev_certs.server.domain.adaptive.items import Floats, ItemParameters, Items, angoff_cut, probabilities

COLUMNS = ("round", "rater", "item", "rating")


class BadRatings(Exception):
    """Raised for a file of ratings that cannot be used, with the reason."""


@dataclass(frozen=True, eq=False)
class Round:
    """The ratings of one round.

    Attributes:
        number: 1, 2 …
        raters: Their names, R of them.
        items: The rated items, n of them.
        ratings: From 0 to 1, shape (n, R).
    """

    number: int
    raters: tuple[str, ...]
    items: tuple[str, ...]
    ratings: Floats


def read_rounds(lines: Iterable[str]) -> list[Round]:
    """Read ratings from CSV with the columns round, rater, item and rating (0 to 1, or 0 to 100).

    Raises:
        BadRatings: A column, a number or a rating is missing, or there are fewer than two raters or items.
    """
    reader = csv.DictReader(lines)
    if missing := [name for name in COLUMNS if name not in (reader.fieldnames or ())]:
        raise BadRatings(f"the first line must name the columns {', '.join(COLUMNS)}: no {missing[0]}")
    cells: dict[int, dict[tuple[str, str], float]] = {}
    for row in reader:
        line = f"line {reader.line_num}"
        try:
            number, rating = int(row["round"]), float(row["rating"])
        except (TypeError, ValueError):
            raise BadRatings(f"{line}: round and rating must be numbers") from None
        cell = ((row["item"] or "").strip(), (row["rater"] or "").strip())
        if not all(cell):
            raise BadRatings(f"{line}: the item or the rater is missing")
        if not 0 <= rating <= 100:
            raise BadRatings(f"{line}: a rating is from 0 to 1, or from 0 to 100")
        if cell in cells.setdefault(number, {}):
            raise BadRatings(f"{line}: {cell[1]} rates {cell[0]} twice in round {number}")
        cells[number][cell] = rating
    if not cells:
        raise BadRatings("there are no ratings")
    # 1 is 1% only where other ratings show that all are percentages.
    scale = 100 if max(max(found.values()) for found in cells.values()) > 1 else 1
    return [_round(number, found, scale) for number, found in sorted(cells.items())]


def _round(number: int, cells: dict[tuple[str, str], float], scale: int) -> Round:
    items, raters = (sorted({cell[place] for cell in cells}) for place in (0, 1))
    if len(raters) < 2 or len(items) < 2:
        raise BadRatings(f"round {number} needs at least two raters and two items")
    for item in items:
        for rater in raters:
            if (item, rater) not in cells:
                raise BadRatings(f"round {number}: {rater} has not rated {item}")
    ratings = np.array([[cells[item, rater] / scale for rater in raters] for item in items])
    return Round(number, tuple(raters), tuple(items), ratings)


@dataclass(frozen=True)
class Agreement:
    """How much raters agree (two-way random effects).

    Attributes:
        item: The variance of items.
        rater: The variance of raters: some are stricter.
        rest: The variance of what is left: a rater is stricter with some items.
        single: ICC(2,1), the reliability of one rater's ratings.
        mean: ICC(2,k), the reliability of the mean of all raters.
    """

    item: float
    rater: float
    rest: float
    single: float
    mean: float


def agreement(ratings: Floats) -> Agreement:
    """Return the agreement of ratings, shape (n, R) with at least two of each."""
    n, raters = ratings.shape
    mean = ratings.mean()
    by_item, by_rater = ratings.mean(axis=1), ratings.mean(axis=0)
    items = raters * ((by_item - mean) ** 2).sum() / (n - 1)
    between = n * ((by_rater - mean) ** 2).sum() / (raters - 1)
    residual = ratings - by_item[:, None] - by_rater + mean
    rest = (residual**2).sum() / ((n - 1) * (raters - 1))
    with np.errstate(invalid="ignore", divide="ignore"):
        single = (items - rest) / (items + (raters - 1) * rest + raters * (between - rest) / n)
        together = (items - rest) / (items + (between - rest) / n)
    return Agreement(
        max(float(items - rest) / raters, 0.0),
        max(float(between - rest) / n, 0.0),
        float(rest),
        float(single),
        float(together),
    )


@dataclass(frozen=True)
class Cut:
    """The cut of one round.

    Attributes:
        share: The mean rating: the share of correct answers of a just-competent candidate.
        theta: The ability with this expected share.
        rater_thetas: The cut of each rater alone.
        error: Standard error of `theta` with other raters: the standard deviation of the raters' cuts,
            divided by the root of their number.
        error_with_items: The same with other raters and other items of the same kind.
        consistency: For each rater the correlation of the ratings with what the model expects at the cut.
        agreement: Of the raters.
    """

    share: float
    theta: float
    rater_thetas: tuple[float, ...]
    error: float
    error_with_items: float
    consistency: tuple[float, ...]
    agreement: Agreement


def set_cut(found: Round, parameters: Sequence[ItemParameters]) -> Cut:
    """Return the cut of a round.

    Args:
        found: The round.
        parameters: Those of its items, in the same order.
    """
    items, ratings = list(parameters), found.ratings
    n, raters = ratings.shape
    theta = angoff_cut(items, ratings.mean(axis=1).tolist())
    own = [angoff_cut(items, column.tolist()) for column in ratings.T]
    error = float(np.std(own, ddof=1)) / raters**0.5
    parts = agreement(ratings)
    expected, _ = probabilities(Items.of(items), theta)
    # How much the mean rating moves with other items, on the θ scale by the slope of the expected share. Only
    # what the parameters do not explain counts: harder items have lower ratings at the same cut.
    unexplained = float(np.var(ratings.mean(axis=1) - expected, ddof=1)) / n
    low, high = (float(probabilities(Items.of(items), theta + d)[0].mean()) for d in (-0.01, 0.01))
    by_items = unexplained**0.5 / ((high - low) / 0.02)
    return Cut(
        float(ratings.mean()),
        theta,
        tuple(own),
        error,
        (error**2 + by_items**2) ** 0.5,
        tuple(_correlation(column, expected) for column in ratings.T),
        parts,
    )


def _correlation(some: Floats, others: Floats) -> float:
    if np.ptp(some) < 1e-12 or np.ptp(others) < 1e-12:
        return float("nan")
    return float(np.corrcoef(some, others)[0, 1])
