"""The score report as a PDF: what stands where on both sizes of paper."""

from datetime import UTC, datetime
from io import BytesIO
from typing import Any
from uuid import uuid4

import pypdf
import pytest

from webdev_certs.schemas.certificates import Paper
from webdev_certs.schemas.exams import AttemptResult, TopicResult
from webdev_certs.server.services.exams.score_report import ScoreReport, draw_score_report
from webdev_certs.shared.technologies import technologies

MOST_TOPICS = max(len(technology.topics) for technology in technologies())


def report(topics: int) -> ScoreReport:
    result = AttemptResult(
        test_id=uuid4(),
        technology="react",
        mock=False,
        name="React",
        title="Certified React Developer",
        score=612,
        standard_error=35,
        low=543,
        high=681,
        cut_score=540,
        passed=True,
        decided=True,
        ended_by="decided",
        answered=31,
        pretest_answered=2,
        min_items=20,
        started_at=datetime(2026, 11, 20, 9, tzinfo=UTC),
        submitted_at=datetime(2026, 11, 20, 9, 41, tzinfo=UTC),
        topics=[TopicResult(topic=f"t{n}", title=f"Topic {n}", band="near") for n in range(topics)],
        certificate_number=None,
        certificate_pending=None,
        review=None,
        retake_at=None,
        practice_session_id=None,
    )
    return ScoreReport(result, "Ada Lovelace", "")


def heights(pdf: bytes) -> dict[str, float]:
    """Return how high the lines of a page begin, in points from the foot."""
    found: dict[str, float] = {}

    def note(text: str, _matrix: Any, place: list[float], *_font: Any) -> None:
        if text.strip():
            found.setdefault(text.strip(), place[5])

    pypdf.PdfReader(BytesIO(pdf)).pages[0].extract_text(visitor_text=note)
    return found


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_topics_stand_above_what_explains_them(paper: Paper):
    found = heights(draw_score_report(report(MOST_TOPICS), paper))
    last = found[f"Topic {MOST_TOPICS - 1}"]
    rows = [found[f"Topic {n}"] for n in range(MOST_TOPICS)]
    assert rows == sorted(rows, reverse=True)
    assert last - found["How to read this report"] > 20
