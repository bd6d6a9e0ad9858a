"""One way to a certificate without knowing: the repository as the key. docs/measurement.md has more exams.

A program that knew all questions and their keys once scored 716 to 729 in every technology.
"""

import random
from statistics import fmean

import pytest

from benchmarks.bots import Knowledge, guess, knowledge, take_exams
from tests.built_in import built_in_bank
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.domain.grading import grade


@pytest.mark.parametrize("technology", TECHNOLOGIES)
def test_a_bot_that_knows_the_whole_repository_as_a_list_scores_no_better_than_a_random_one_plus_30_points(
    technology: str,
):
    part = built_in_bank().technologies[technology]
    known = knowledge(part, 3)
    guessing, listed = (fmean(take_exams(part, answers, 8)) for answers in (guess, known.from_list))
    assert listed <= guessing + 30


def test_the_bot_would_pass_if_exams_asked_what_it_has_in_its_list():
    part = built_in_bank().technologies["vue"]
    asked = [item for item in part.practice if item.format != "fill_in"][:60]
    known = Knowledge(asked)
    rng = random.Random(1)
    assert all(grade(item, known.from_list(item, rng)) for item in asked)
