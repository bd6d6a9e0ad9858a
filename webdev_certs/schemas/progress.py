"""Wire models of a learner's progress, which sums up all their records."""

from webdev_certs.schemas.base import Response
from webdev_certs.schemas.exams import AttemptSummary


class TechnologyProgress(Response):
    """The tests in one technology."""

    technology: str
    best_score: int | None
    """None until a test has ended."""
    latest: AttemptSummary


class Progress(Response):
    technologies: list[TechnologyProgress]
    """Those in which the learner has started a test."""
    certificates: int
    tests_passed: int
    practice_answered: int
    practice_correct: int
