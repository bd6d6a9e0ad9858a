"""The score report as a PDF: what stands where on both sizes of paper."""

from collections import Counter
from dataclasses import dataclass, field
from io import BytesIO
from statistics import fmean
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


@dataclass
class Drawn:
    """What is drawn on a page, in points from its left edge and its foot.

    Attributes:
        boxes: Left, top, width and height of each rectangle.
        colors: The color of each rectangle.
        lines: Both ends of each line.
        circles: The points of each circle, in turn x and y.
    """

    boxes: list[list[float]] = field(default_factory=list)
    colors: list[str] = field(default_factory=list)
    lines: list[list[float]] = field(default_factory=list)
    circles: list[list[float]] = field(default_factory=list)


def drawn(pdf: bytes) -> Drawn:
    contents = pypdf.PdfReader(BytesIO(pdf)).pages[0].get_contents()
    assert contents is not None
    found, color, kept, steps, points = Drawn(), "", list[str](), "", list[float]()
    for operands, operator in contents.operations:
        match operator.decode():
            case "q":
                kept.append(color)
            case "Q":
                color = kept.pop()
            case "rg":
                color = str(operands)
            case "re":
                found.boxes.append([float(number) for number in operands])
                found.colors.append(color)
            case "m":
                steps, points = "m", [float(number) for number in operands]
            case "l" | "c" as step:
                steps += step
                points += [float(number) for number in operands[-2:]]
            case "S" if steps == "ml":
                found.lines.append(points)
            case "f" if steps == "mcccc":
                found.circles.append(points)
                steps = ""
    return found


def test_the_scale_shows_the_score_its_interval_and_the_pass_mark():
    result = attempt_result(score=612, low=534, high=690, cut_score=500)
    found = drawn(draw_score_report(ScoreReport(result, "Ada Lovelace", ""), "a4"))
    # The line below the head is as long as the scale.
    left, _, right, _ = found.lines[0]

    def at(score: int) -> float:
        return left + (score - 200) / 600 * (right - left)

    interval, top, width, _ = found.boxes[0]
    assert (interval, interval + width) == pytest.approx((at(534), at(690)), abs=0.1)
    [circle] = found.circles
    middle = fmean(circle[3::2])
    assert fmean(circle[2::2]) == pytest.approx(at(612), abs=0.1)
    [(pass_mark, above, _, below)] = [line for line in found.lines if line[0] == line[2]]
    assert pass_mark == pytest.approx(at(500), abs=0.1)
    assert above > top > middle > below


def test_one_of_three_steps_shows_how_well_a_topic_went():
    rows = [TopicResult(topic=band, title=band, band=band) for band in ("above", "near", "below")]
    found = drawn(draw_score_report(ScoreReport(attempt_result(topics=rows), "Ada Lovelace", ""), "a4"))
    # The first rectangle is the interval.
    steps, colors = [left for left, *_ in found.boxes[1:]], found.colors[1:]
    [(usual, _)] = Counter(colors).most_common(1)
    # The weakest topic comes first, and the steps of each from left to right.
    assert "".join(" *"[color != usual] for color in colors) == "*   *   *"
    assert steps[:3] == steps[3:6] == steps[6:] == sorted(steps[:3])


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_all_topics_stand_above_what_explains_them(paper: Paper):
    found = heights(draw_score_report(report(MOST_TOPICS), paper))
    last = found[f"Topic {MOST_TOPICS - 1}"]
    rows = [found[f"Topic {n}"] for n in range(MOST_TOPICS)]
    assert rows == sorted(rows, reverse=True)
    assert last - found["How to read this report"] > 20
