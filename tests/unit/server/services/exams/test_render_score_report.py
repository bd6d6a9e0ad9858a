"""The score report as a PDF: what stands where on both sizes of paper."""

from io import BytesIO
from typing import Any

import pypdf
import pytest

from tests.records import attempt_result
from webdev_certs.schemas.certificates import Paper
from webdev_certs.schemas.exams import TopicResult
from webdev_certs.server.services.exams.score_report import ScoreReport, draw_score_report
from webdev_certs.shared.technologies import technologies

MOST_TOPICS = max(len(technology.topics) for technology in technologies())


def report(topics: int) -> ScoreReport:
    rows = [TopicResult(topic=f"t{n}", title=f"Topic {n}", band="near") for n in range(topics)]
    return ScoreReport(attempt_result(topics=rows), "Ada Lovelace", "")


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
