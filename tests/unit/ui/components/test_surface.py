"""What callers choose about cards and placeholders is the only class of its kind."""

import re

import pytest

from tests.unit.ui.rendered import rendered_pages
from webdev_certs.ui.components import card, skeleton

_COLORS = re.compile(r"(?<![\w:-])border-(?:line|edge|success|danger|warning|accent(?:-ink)?|transparent)\b")


@pytest.mark.parametrize("border", ["border-line", "border-accent-ink", "border-success"])
def test_a_card_has_one_border_color(border: str):
    assert _COLORS.findall(str(card("Text", border=border))) == [border]
    assert _COLORS.findall(str(card("Text"))) == ["border-line"]


def test_no_card_of_a_page_has_two_border_colors():
    cards = [
        names
        for page in rendered_pages().values()
        for names in re.findall(r'"([^"]*\bshadow-card\b[^"]*)"', page)
        if "rounded-card" in names
    ]
    assert len(cards) > 50
    assert {names for names in cards if len(_COLORS.findall(names)) > 1} == set()


@pytest.mark.parametrize("lines", [0, 3])
def test_a_placeholder_has_one_kind_of_corners(lines: int):
    bars = re.findall(r"[^\"]*animate-shimmer[^\"]*", str(skeleton(lines, corners="rounded-control")))
    assert len(bars) == max(lines, 1)
    assert {tuple(re.findall(r"rounded-\w+", names)) for names in bars} == {("rounded-control",)}
