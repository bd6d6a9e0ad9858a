"""Scores of tests and topics."""

from webdev_certs.server.domain.profiles import ScoredItem, profile, score_test


def items(topic: str, *correct: bool) -> list[ScoredItem]:
    return [ScoredItem(topic, (1.0, 0.0), right) for right in correct]


def test_topics_keep_their_order_and_count_their_own_items():
    rows = profile([*items("b", True, False), *items("a", True)], ["a", "b", "c"])
    assert [(row.topic, row.items, row.correct) for row in rows] == [("a", 1, 1), ("b", 2, 1)]


def test_a_topics_interval_is_wider_than_the_tests():
    test = [*items("a", *[True] * 5), *items("b", *[True] * 5)]
    whole = score_test(test)
    (first, _) = profile(test, ["a", "b"])
    assert first.scale.standard_error > whole.standard_error
    assert first.scale.low <= first.scale.score <= first.scale.high


def test_a_strong_topic_scores_above_a_weak_one():
    strong, weak = profile([*items("a", True, True), *items("b", False, False)], ["a", "b"])
    assert strong.scale.score > 500 > weak.scale.score
