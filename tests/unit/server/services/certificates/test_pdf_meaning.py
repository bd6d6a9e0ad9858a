"""What the certificate's PDF says about the test: its topics, and what passing it means."""

from itertools import pairwise
from typing import Any

import pytest

from tests.unit.server.services.certificates.test_render_pdf import MEANING, TOPICS, document
from webdev_certs.schemas.certificates import Paper
from webdev_certs.server.services.certificates.render_pdf import Meaning

# As `MARGIN` of the page, in points.
MARGIN = 30 / 25.4 * 72


def words(**changes: Any) -> str:
    """Return the text of a document with one space between words."""
    return " ".join(document(**changes).pages[0].extract_text().split())


def meaning(*topics: str) -> Meaning:
    return Meaning(cut_score=550, least=20, most=40, minutes=60, topics=topics)


def test_the_topics_and_the_meaning_are_printed():
    text = words()
    assert f"Topics of the test {' · '.join(TOPICS)}" in text
    assert "at least 550 points on a scale from 200 to 800" in text
    assert "20 to 40 questions in 60 minutes" in text
    assert "adaptive" in text
    assert "not supervised" in text
    assert "Nobody checked an identity document" in text


def test_a_withheld_name_is_not_explained():
    text = words(name_public=False)
    assert "not supervised" in text
    assert "identity document" not in text


def test_without_a_meaning_neither_is_printed():
    text = words(meaning=None)
    assert "Ada Lovelace" in text
    for absent in ("Topics", "points", "adaptive", "supervised", "identity"):
        assert absent not in text


@pytest.mark.parametrize("topics", [(), ("\U0001bc00",)], ids=["none", "no font"])
def test_without_topics_only_the_meaning_is_printed(topics: tuple[str, ...]):
    text = words(meaning=meaning(*topics))
    assert "Topics" not in text
    assert "550 points" in text


def test_topics_in_other_scripts_are_printed(caplog: pytest.LogCaptureFixture):
    assert "状態 · Effects" in words(meaning=meaning("状態", "Effects")).replace("\0", "")
    # fpdf2 warns of every character that it prints as a box.
    assert not caplog.records


def test_only_as_many_topics_are_named_as_there_is_space_for():
    text = words(meaning=meaning(*(f"Topic {number}" for number in range(1, 26))))
    assert text.count("Topic ") == 20
    assert "Topic 20 · and 5 more" in text


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", ["Ada Lovelace", "Wolfeschlegelstein " * 6, "Wolfeschlegelstein" * 6])
@pytest.mark.parametrize(
    "topics",
    [TOPICS, [f"A rather long title of topic number {n}" for n in range(20)], ["Very " * 60 + "long"]],
    ids=["few", "many", "long"],
)
def test_all_lines_have_their_space_on_the_page(paper: Paper, name: str, topics: list[str]):
    (page,) = document(paper, meaning(*topics), holder_name=name.strip(), score_public=True).pages
    tops: dict[float, str] = {}

    def visit(text: str, _ctm: Any, matrix: list[float], _font: Any, size: float) -> None:
        if text.strip():
            assert MARGIN - 1 <= matrix[4] < page.mediabox.width - MARGIN
            tops.setdefault(round(matrix[5], 1), text)

    page.extract_text(visitor_text=visit)
    lines = sorted(tops, reverse=True)
    heading, facts = (
        next(top for top in lines if tops[top].startswith(start))
        for start in ("Topics", "Certificate number")
    )
    between = [top for top in lines if heading > top > facts]
    assert between
    assert between[-1] - facts > 12
    assert all(above - below > 5 for above, below in pairwise(lines))
    assert lines[-1] > MARGIN / 2


def test_the_same_meaning_has_the_same_text_on_both_sizes_of_paper():
    assert words(paper="letter", meaning=MEANING) == words(paper="a4", meaning=MEANING)
