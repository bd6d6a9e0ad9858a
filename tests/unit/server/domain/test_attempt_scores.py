"""Scores of attempts and of their topics."""

from webdev_certs.server.domain.adaptive import ItemParameters
from webdev_certs.server.domain.attempt_scores import ScoredItem, estimate, score_topics
from webdev_certs.server.domain.score_and_interval import to_scale


def items(topic: str, *correct: bool) -> list[ScoredItem]:
    return [ScoredItem(topic, ItemParameters(), is_correct) for is_correct in correct]


def test_topics_keep_the_given_order_and_count_only_their_items():
    rows = score_topics([*items("b", True, False), *items("a", True)], ["a", "b", "c"])
    assert [(row.topic, row.items, row.correct) for row in rows] == [("a", 1, 1), ("b", 2, 1)]


def test_a_topic_has_a_wider_interval_than_the_whole_attempt():
    attempt = [*items("a", *[True] * 5), *items("b", *[True] * 5)]
    whole = to_scale(estimate(attempt))
    (first, _) = score_topics(attempt, ["a", "b"])
    assert first.scale.standard_error > whole.standard_error
    assert first.scale.low <= first.scale.score <= first.scale.high


def test_a_strong_topic_scores_above_a_weak_one():
    strong, weak = score_topics([*items("a", True, True), *items("b", False, False)], ["a", "b"])
    assert strong.scale.score > 500 > weak.scale.score
