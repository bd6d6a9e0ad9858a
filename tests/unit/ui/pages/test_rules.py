"""What the pages state follows from the settings and the question bank."""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.built_in import built_in_bank
from webdev_certs.server.domain.certificate_numbers import specimen_number
from webdev_certs.server.domain.exams import PRETEST_ITEMS
from webdev_certs.shared.exam_rules import CUT_SCORE, MINUTES
from webdev_certs.ui.pages.offers import OFFERS, Offer
from webdev_certs.ui.pages.page_texts import wait_after

_PRINT = """
import json
from webdev_certs.ui.pages.routes import ROUTES
print(json.dumps({route.path: str(route.component()) for route in ROUTES}))
"""
_WAITS = ("/", "/support", "/test/[technology]")
_VALIDITY = ("/", "/about", "/terms", "/certifications/react")


def pages(**settings: str) -> dict[str, str]:
    """Return every page as it is built with these settings."""
    environment = os.environ | {"ENV_FILE": os.devnull} | settings
    done = subprocess.run(
        [sys.executable, "-c", _PRINT], env=environment, check=True, capture_output=True, text=True
    )
    built: dict[str, str] = json.loads(done.stdout.splitlines()[-1])
    # Numbers have a no-break space before their noun, which scripts escape.
    return {path: re.sub(r"\\+(u00|x)a0|\u00a0", " ", page) for path, page in built.items()}


def test_pages_state_the_wait_and_validity_of_the_settings():
    built = pages(RETAKE_DAYS="0", CERTIFICATE_YEARS="3")
    for path in _WAITS:
        assert "right after " in built[path], path
    for path in _VALIDITY:
        assert "3 years" in built[path], path
    said = " ".join(built.values())
    assert not re.search(r"(?i)\b(14|fourteen) days|two weeks|two years", said)
    assert "2 years" not in said


@pytest.mark.parametrize(
    ("days", "words"),
    [
        ([0], "right after"),
        ([1], "1 day after"),
        ([14], "14 days after"),
        ([14, 30, 90], "14, then 30, then 90 days after"),
    ],
)
def test_waits_are_in_words(days: list[int], words: str):
    assert wait_after(days).replace("\u00a0", " ") == words


@pytest.mark.parametrize("offer", OFFERS, ids=lambda offer: offer.id)
def test_what_pages_say_about_a_certification_holds_for_its_exam(offer: Offer):
    technology = built_in_bank().get(offer.id)
    blueprint = technology.blueprint
    assert (blueprint.minutes, blueprint.cut_score) == (MINUTES, CUT_SCORE)
    assert len(technology.pretest) >= PRETEST_ITEMS
    assert offer.specimen_number == specimen_number(offer.id)
    for topic, shown in zip(blueprint.topics, offer.topics, strict=True):
        assert (shown.title, shown.share) == (topic.title, 100 * topic.items // blueprint.length)
        goals = shown.objectives.splitlines()
        assert [goal.lower().removeprefix("- ") for goal in goals] == [
            goal.lower().removeprefix("can ") for goal in topic.objectives
        ]
        assert all(goal[2].isupper() or goal[2] == "`" for goal in goals)
