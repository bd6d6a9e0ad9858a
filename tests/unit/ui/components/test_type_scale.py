"""Sizes of text come from one scale (assets/tokens.css)."""

import re
from pathlib import Path

import webdev_certs.ui

UI = Path(webdev_certs.ui.__path__[0])
TOKENS = UI.parents[1] / "assets" / "tokens.css"


def test_components_and_pages_use_the_sizes_of_the_scale():
    own = {
        f"{file.relative_to(UI)}: {size}"
        for file in UI.rglob("*.py")
        for size in re.findall(r"text-\[[\d.]+(?:rem|px|em)\]", file.read_text())
    }
    assert own == set()


def test_the_sizes_between_the_steps_keep_the_line_height_around_them():
    scale = TOKENS.read_text()
    assert "--text-compact: 0.9375rem;" in scale
    assert "--text-row: 1.0625rem;" in scale
    assert "--text-compact--line-height" not in scale
    assert "--text-row--line-height" not in scale
