"""What learners see of their attempts, in results and in the export of their data."""

from collections.abc import Mapping

from webdev_certs.schemas import exams as wire
from webdev_certs.schemas.exams import TopicBand, TopicResult
from webdev_certs.server.models.exams import Attempt, AttemptReview


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
