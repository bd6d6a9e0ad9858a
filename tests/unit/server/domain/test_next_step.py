"""The one next step."""

from datetime import UTC, datetime, timedelta

from webdev_certs.server.domain.next_step import NextStep, Standing, next_step

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
EARLIER = NOW - timedelta(days=1)


def practiced(technology: str = "react", **changes: object) -> Standing:
    fields: dict[str, object] = {
        "answers": 30,
        "practiced_at": EARLIER,
        "readiness": 0.4,
        "weakest_topic": "effects",
    }
    return Standing(technology, **(fields | changes))  # pyright: ignore[reportArgumentType]


def test_a_running_attempt_comes_first():
    ready = practiced(readiness=0.95)
    later = Standing("vue", running_until=NOW + timedelta(minutes=30))
    sooner = Standing("java", running_until=NOW + timedelta(minutes=10))
    assert next_step([ready, later, sooner], NOW) == NextStep("resume_attempt", "java")


def test_a_test_whose_time_is_up_is_not_resumed():
    assert next_step([Standing("vue", running_until=NOW)], NOW) == NextStep("try_practice")


def test_without_practice_a_learner_tries_three_questions():
    assert next_step([], NOW) == NextStep("try_practice")
    assert next_step([Standing("react"), Standing("vue", passed=True)], NOW) == NextStep("try_practice")


def test_the_weakest_topic_of_the_technology_practiced_last_is_next():
    step = next_step([practiced("react"), practiced("vue", practiced_at=NOW, weakest_topic="slots")], NOW)
    assert step == NextStep("practice_topic", "vue", "slots")


def test_technologies_that_are_not_passed_come_first():
    step = next_step([practiced("react"), practiced("vue", practiced_at=NOW, passed=True)], NOW)
    assert step == NextStep("practice_topic", "react", "effects")
    assert next_step([practiced("vue", passed=True)], NOW).kind == "practice_topic"


def test_a_test_that_is_likely_to_be_passed_is_next():
    step = next_step([practiced("vue", readiness=0.72), practiced("react", readiness=0.9)], NOW)
    assert step == NextStep("take_exam", "react")


def test_the_test_is_not_next_when_it_is_uncertain_passed_or_not_allowed():
    for standing in (
        practiced(readiness=0.69),
        practiced(readiness=0.9, answers=19),
        practiced(readiness=0.9, passed=True),
        practiced(readiness=0.9, retake_at=NOW + timedelta(days=1)),
    ):
        assert next_step([standing], NOW).kind == "practice_topic"
    assert next_step([practiced(readiness=0.9, retake_at=NOW)], NOW).kind == "take_exam"


def test_a_round_left_in_the_middle_comes_before_another_one_but_after_a_test():
    react, vue = practiced("react"), practiced("vue", practiced_at=EARLIER - timedelta(days=1))
    assert next_step([react, vue], NOW, "vue") == NextStep("resume_practice", "vue")
    assert next_step([practiced(readiness=0.9), vue], NOW, "vue").kind == "take_exam"
    running = Standing("java", running_until=NOW + timedelta(minutes=10))
    assert next_step([react, running], NOW, "react").kind == "resume_attempt"


def test_practice_without_a_weakest_topic_has_no_topic():
    assert next_step([practiced(weakest_topic=None)], NOW) == NextStep("practice", "react")
