"""What fits into today's fifteen minutes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webdev_certs.server.domain.daily_plan import (
    MINUTES_A_DAY,
    Task,
    TopicGain,
    pace,
    plan_today,
    topic_gain,
)
from webdev_certs.server.domain.score_and_interval import Ability

LONGEST = 10
gains = st.lists(st.floats(0.001, 1), max_size=8).map(
    lambda values: [TopicGain(f"topic{n}", gain) for n, gain in enumerate(values)]
)


@given(st.integers(0, 60), st.floats(5, 250), gains)
def test_a_plan_fits_into_its_minutes(due: int, seconds: float, topics: list[TopicGain]):
    tasks = plan_today(due, seconds, topics, LONGEST)
    assert sum(task.questions for task in tasks) * seconds <= MINUTES_A_DAY * 60
    assert all(1 <= task.questions <= LONGEST for task in tasks)


@given(st.integers(0, 60), st.floats(5, 300), gains)
def test_reviews_come_first_then_the_topics_with_most_to_gain(
    due: int, seconds: float, topics: list[TopicGain]
):
    tasks = plan_today(due, seconds, topics, LONGEST)
    assert [task.topic is None for task in tasks] == sorted(
        (task.topic is None for task in tasks), reverse=True
    )
    assert (tasks[0].topic is None) == (due > 0) if tasks else not due
    chosen = [task.topic for task in tasks if task.topic]
    assert len(chosen) == len(set(chosen)) <= 2
    by_id = dict(topics)
    found = [by_id[topic] for topic in chosen]
    assert found == sorted(by_id.values(), reverse=True)[: len(found)]
    assert all(task.questions >= 3 for task in tasks if task.topic)


@pytest.mark.parametrize(
    ("due", "seconds", "expected"),
    [
        (0, 60, [Task("much", 10), Task("some", 5)]),
        (4, 60, [Task(None, 4), Task("much", 7), Task("some", 4)]),
        (11, 60, [Task(None, 10), Task("much", 5)]),
        # Too slow for more than the reviews.
        (11, 100, [Task(None, 9)]),
        # Two thirds of six questions would leave too few for the other topic.
        (0, 150, [Task("much", 3), Task("some", 3)]),
        (0, 900, [Task("much", 3)]),
    ],
)
def test_minutes_are_divided_by_what_there_is_to_gain(due: int, seconds: float, expected: list[Task]):
    topics = [TopicGain("little", 0.05), TopicGain("some", 0.1), TopicGain("much", 0.2)]
    assert plan_today(due, seconds, topics, LONGEST) == expected


@given(st.lists(st.floats(1, 300), max_size=100))
def test_the_pace_is_between_the_usual_one_and_their_own(seconds: list[float]):
    usual = pace([])
    own = sum(seconds) / len(seconds) if seconds else usual
    assert min(usual, own) - 1e-9 <= pace(seconds) <= max(usual, own) + 1e-9


@given(st.floats(-3, 3), st.floats(0.1, 2), st.floats(0.05, 0.5), st.floats(0.1, 1))
def test_there_is_more_to_gain_where_one_is_weaker_and_the_exam_asks_more(
    theta: float, more: float, share: float, sd: float
):
    weak, strong = (topic_gain("t", share, Ability(value, sd), 0.4).gain for value in (theta, theta + more))
    assert weak > strong
    assert topic_gain("t", 2 * share, Ability(theta, sd), 0.4).gain == pytest.approx(2 * weak)
    # At the cut one answer in two is wrong, and so it may be where little is known.
    assert topic_gain("t", share, Ability(0.4, sd), 0.4).gain == pytest.approx(share / 2)
    unsure = topic_gain("t", share, Ability(theta, sd + more), 0.4).gain
    assert abs(unsure - share / 2) <= abs(weak - share / 2)
