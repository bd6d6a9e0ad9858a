"""The time that the introduction of a certification test states."""

import pytest

from tests.unit.ui.states.records import profile, technology
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.exams.time_and_retakes import allowed_time


@pytest.mark.parametrize(
    ("minutes", "percent", "language", "said"),
    [
        (45, 0, "en", "45 minutes"),
        (45, 25, "en", "56 minutes and 15 seconds, with your extra time"),
        (45, 100, "en", "90 minutes, with your extra time"),
        (5, 25, "en", "6 minutes and 15 seconds, with your extra time"),
        (45, 25, "de", "56 Minuten und 15 Sekunden, mit Ihrem Zeitzuschlag"),
    ],
)
def test_extra_time_is_stated_to_the_second(minutes: int, percent: int, language: str, said: str):
    with in_language(language):
        time = allowed_time(technology(minutes=minutes), profile(extra_time_percent=percent))
    assert time.replace("\u00a0", " ") == said
