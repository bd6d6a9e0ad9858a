"""Scores and probabilities with their ranges, for screen readers and as a drawing."""

import re

from webdev_certs.ui.components.meter import chance_bar, score_bar


def test_a_screen_reader_reads_score_interval_cut_score_and_scale():
    (spoken,) = [
        prop
        for prop in score_bar(588, 478, 698, 500, label="React").render()["props"]
        if "aria-label" in prop
    ]
    assert "React: 588, interval 478 to 698, 500 needed to pass, scale 200 to 800" in spoken


def test_a_chance_is_drawn_with_its_range():
    bar = str(chance_bar(72, 55, 84, label="72%, likely between 55% and 84%"))
    assert 'role:"img"' in bar
    assert "72%, likely between 55% and 84%" in bar
    drawn = re.findall(r'"(left|width)"\] : "([^"]+)"', bar)
    places = [(side, [round(float(place)) for place in re.findall(r"([\d.]+)%,", at)]) for side, at in drawn]
    # The band from 55 to 84 percent, and the circle.
    assert places == [("left", [0, 55]), ("width", [0, 84, 0, 55]), ("left", [0, 72])]
