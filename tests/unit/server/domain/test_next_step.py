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


def test_a_running_mock_exam_comes_after_a_running_attempt_and_before_anything_else():
    mock = Standing("vue", running_until=NOW + timedelta(minutes=10), running_mock=True)
    attempt = Standing("java", running_until=NOW + timedelta(minutes=30))
    assert next_step([practiced(readiness=0.95), mock], NOW) == NextStep("resume_mock_exam", "vue")
    assert next_step([mock, attempt], NOW) == NextStep("resume_attempt", "java")


def test_a_test_whose_time_is_up_is_not_resumed():
    assert next_step([Standing("vue", running_until=NOW)], NOW) == NextStep("try_practice")


def test_without_practice_a_learner_tries_three_questions():
    assert next_step([], NOW) == NextStep("try_practice")
    assert next_step([Standing("react"), Standing("vue")], NOW) == NextStep("try_practice")


def test_the_weakest_topic_of_the_technology_practiced_last_is_next():
    step = next_step([practiced("react"), practiced("vue", practiced_at=NOW, weakest_topic="slots")], NOW)
    assert step == NextStep("practice_topic", "vue", "slots")


def test_what_was_passed_is_never_practiced():
    passed = practiced("vue", practiced_at=NOW, passed=True)
    assert next_step([practiced("react"), passed], NOW) == NextStep("practice_topic", "react", "effects")
    # Not even if a round of it was left in the middle.
    assert next_step([practiced("react"), passed], NOW, "vue").technology == "react"
    assert next_step([passed, Standing("java")], NOW) == NextStep("next_technology", following="java")
    assert next_step([passed], NOW) == NextStep("all_passed")


def attempted(technology: str, *, passed: bool, ended_at: datetime = NOW, **changes: object) -> Standing:
    """Return the standing of somebody whose latest attempt is the latest that they did."""
    fields = {"ended_at": ended_at, "latest_passed": passed, "passed": passed}
    fields |= {"retake_at": NOW + timedelta(days=14)}
    return practiced(technology, **(fields | changes))


def test_after_a_pass_the_certificate_is_shared_and_another_technology_begun():
    passed = attempted("react", passed=True, readiness=0.9)
    step = next_step([passed, Standing("angular"), Standing("vue")], NOW)
    assert step == NextStep("share", "react", following="angular")
    # What was begun already comes before what was not, and even before a test that is likely to be passed.
    step = next_step([passed, Standing("angular"), practiced("vue", readiness=0.9)], NOW, "react")
    assert step == NextStep("share", "react", following="vue")
    assert next_step([passed], NOW) == NextStep("share", "react")
    # Once something else was done, that goes on.
    later = practiced("vue", practiced_at=NOW + timedelta(hours=1), weakest_topic="slots")
    assert next_step([passed, later], NOW) == NextStep("practice_topic", "vue", "slots")


def test_after_a_fail_the_weakest_topic_of_the_test_comes_until_the_retake():
    failed = attempted("react", passed=False, failed_topic="state", readiness=0.9)
    assert next_step([failed, Standing("vue")], NOW) == NextStep("prepare_retake", "react", "state")
    # A test without topics, with too few answers.
    assert next_step([attempted("react", passed=False)], NOW).topic == "effects"
    # Without any practice, too.
    unpracticed = {"practiced_at": None, "weakest_topic": None, "answers": 0}
    failed_at_once = attempted("react", passed=False, **unpracticed)
    assert next_step([failed_at_once], NOW) == NextStep("prepare_retake", "react")
    allowed = attempted("react", passed=False, readiness=0.9, retake_at=NOW)
    assert next_step([allowed], NOW) == NextStep("take_exam", "react")


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
        assert next_step([standing], NOW).kind == ("all_passed" if standing.passed else "practice_topic")
    assert next_step([practiced(readiness=0.7, answers=20, retake_at=NOW)], NOW).kind == "take_exam"


def test_a_round_left_in_the_middle_comes_before_another_one_but_after_a_test():
    react, vue = practiced("react"), practiced("vue", practiced_at=EARLIER - timedelta(days=1))
    assert next_step([react, vue], NOW, "vue") == NextStep("resume_practice", "vue")
    assert next_step([practiced(readiness=0.9), vue], NOW, "vue").kind == "take_exam"
    running = Standing("java", running_until=NOW + timedelta(minutes=10))
    assert next_step([react, running], NOW, "react").kind == "resume_attempt"


def test_practice_without_a_weakest_topic_has_no_topic():
    assert next_step([practiced(weakest_topic=None)], NOW) == NextStep("practice", "react")
