"""What the bands of scores say is what the question bank measures."""

from statistics import mean

import pytest

from tests.built_in import built_in_bank
from webdev_certs.server.domain.adaptive import Items, probabilities
from webdev_certs.server.domain.score_and_interval import to_theta
from webdev_certs.shared.exam_rules import CUT_SCORE, SCALE_HIGH
from webdev_certs.shared.score_bands import bands, bands_between
from webdev_certs.shared.technologies import technologies
from webdev_certs.shared.vocabulary import Difficulty


def share(technology: str, score: int, difficulty: Difficulty) -> float:
    """Return the mean probability of a correct answer to a certification family of this difficulty."""
    part = built_in_bank().technologies[technology]
    families = [family for topic in part.certification.values() for family in topic]
    items = Items.of(family.item_parameters for family in families if family.difficulty == difficulty)
    correct, _incorrect = probabilities(items, to_theta(score))
    return mean(float(one) for one in correct)


@pytest.mark.parametrize("technology", [technology.id for technology in technologies()])
def test_developers_at_the_lower_end_of_a_band_answer_as_it_says(technology: str):
    competent, proficient, advanced = (band.low for band in bands(CUT_SCORE))
    three_of_four = pytest.approx(0.75, abs=0.05)
    assert share(technology, competent, "beginner") == three_of_four
    assert 0.5 < share(technology, competent, "intermediate") < 0.75
    assert share(technology, competent, "advanced") < 0.5
    assert share(technology, proficient, "intermediate") == three_of_four
    assert share(technology, proficient, "advanced") > 0.5
    assert share(technology, proficient, "beginner") > 0.8
    assert share(technology, advanced, "advanced") == three_of_four
    assert share(technology, advanced, "intermediate") > 0.85


def test_bands_begin_at_the_pass_mark_and_leave_no_gap():
    found = bands(CUT_SCORE)
    assert [(band.low, band.high) for band in found] == [(CUT_SCORE, 599), (600, 699), (700, SCALE_HIGH)]
    assert [band.name for band in bands(690)] == ["proficient", "advanced"]
    assert bands_between(CUT_SCORE, 480, 540) == ["competent"]
    assert bands_between(CUT_SCORE, 599, 700) == ["competent", "proficient", "advanced"]
