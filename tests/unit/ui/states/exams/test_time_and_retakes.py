"""The time that the introduction of a certification test states."""

from types import SimpleNamespace
from typing import Any

import pytest

from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.exams.time_and_retakes import allowed_time


@pytest.mark.parametrize(
    ("minutes", "percent", "said"),
    [
        (45, 0, "45 minutes"),
        (45, 25, "56 minutes and 15 seconds, with your extra time"),
        (45, 50, "67 minutes and 30 seconds, with your extra time"),
        (45, 100, "90 minutes, with your extra time"),
        (5, 25, "6 minutes and 15 seconds, with your extra time"),
    ],
)
def test_extra_time_is_stated_to_the_second(minutes: int, percent: int, said: str):
    technology: Any = SimpleNamespace(minutes=minutes)
    learner: Any = SimpleNamespace(extra_time_percent=percent)
    assert allowed_time(technology, learner).replace("\u00a0", " ") == said


def test_the_time_is_in_the_readers_language():
    technology: Any = SimpleNamespace(minutes=45)
    learner: Any = SimpleNamespace(extra_time_percent=25)
    with in_language("de"):
        said = allowed_time(technology, learner).replace("\u00a0", " ")
        assert said == "56 Minuten und 15 Sekunden, mit Ihrem Zeitzuschlag"
