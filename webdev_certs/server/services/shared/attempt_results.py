"""What learners see of their attempts, in results and in the export of their data."""

from collections.abc import Mapping

from webdev_certs.schemas import exams as wire
from webdev_certs.schemas.exams import TopicBand, TopicResult
from webdev_certs.server.domain.exams import LIKELY_RULE
from webdev_certs.server.domain.score_and_interval import ScaleScore, likely_points
from webdev_certs.server.models.exams import Attempt, AttemptReview


def score_interval(attempt: Attempt) -> tuple[int, int] | None:
    """Return the 95% interval of an attempt's score, by the rule that it began with; None without a score."""
    if attempt.score is None or attempt.standard_error is None:
        return None
    return interval_of(ScaleScore(attempt.score, attempt.standard_error), attempt.passing_rule)


def interval_of(scale: ScaleScore, passing_rule: int) -> tuple[int, int]:
    """Return the 95% interval of a score of an attempt that began with this rule."""
    return likely_points(scale) if passing_rule >= LIKELY_RULE else (scale.low, scale.high)


def topic_results(attempt: Attempt) -> list[TopicResult]:
    """Return how the learner did in each topic."""
    return [
        TopicResult(topic=row["topic"], title=row["title"], band=_band(row, attempt.cut_score))
        for row in attempt.profile or ()
    ]


def shown_review(review: AttemptReview | None) -> wire.AttemptReview | None:
    """Return the review of an attempt as its learner sees it."""
    return wire.AttemptReview.model_validate(review.model_dump()) if review else None


def _band(row: Mapping[str, int], cut_score: int) -> TopicBand:
    return "above" if row["low"] >= cut_score else "below" if row["high"] < cut_score else "near"
