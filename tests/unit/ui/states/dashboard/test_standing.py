"""The learner's progress on the dashboard."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from tests.fake_api import FakeApi
from tests.records import ATTEMPT, NOW
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import learner_standing, practice_summary, technology_standing
from webdev_certs.schemas.progress import (
    AbilityEstimate,
    AbilityOnDay,
    ActiveDay,
    DifficultyMastery,
    ExamReadiness,
    ExamScore,
    HeldCertificate,
    LastExam,
    NextStep,
    TopicMastery,
)
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.dashboard.standing import (
    StandingState,
    chance_view,
    standing_card,
    technology_view,
    time_practiced,
)
from webdev_certs.ui.states.dashboard.steps import chance_in_words, step_view, whole_chance
from webdev_certs.ui.states.session.locale import ZoneState

READY = ExamReadiness(probability=70, low=55, high=82)
ESTIMATE: dict[str, Any] = {"score": 544, "low": 426, "high": 662}


@pytest.fixture(autouse=True)
def standing(fake: FakeApi) -> None:
    fake.answer(Api.standing, learner_standing(technology_standing(), due=5))


async def test_due_reviews_are_offered(learner: Tab):
    shown = await learner.load(StandingState, "/dashboard")
    (react,) = shown.technologies
    assert (react.name, react.due, react.review_href) == ("React", 5, "/practice-test/react?round=review")
    assert (shown.due, shown.due_text) == (5, "5\u00a0questions")
    assert shown.review_href == "/practice-test/all?round=review"
    assert (shown.review_label, shown.review_labels) == ("Review 5 due", {"react": "Review 5 due"})


def test_a_technology_has_scores_of_the_topics_with_enough_answers():
    few = TopicMastery(topic="state", title="State", answers=4, correct=2, enough=False, **ESTIMATE)
    enough = few.model_copy(update={"topic": "forms", "title": "Forms", "answers": 5, "enough": True})
    hard = DifficultyMastery(difficulty="advanced", answers=3, correct=1, enough=False)
    view = technology_view(technology_standing(topics=[few, enough], difficulties=[hard]), "UTC")
    assert [(row.title, row.note, row.href) for row in view.unscored] == [
        ("State", "2 of 4 correct", "/practice-test/react?topic=state")
    ]
    assert [(row.title, row.score, row.low, row.high) for row in view.scored] == [("Forms", 544, 426, 662)]
    assert view.unscored_title == "1\u00a0topic with too few answers"
    assert [(row.name, row.note, row.enough, row.href) for row in view.difficulties] == [
        ("Advanced", "1 of 3 correct", False, "/practice-test/react/advanced")
    ]


def test_a_chart_appears_on_the_second_day():
    days = [AbilityOnDay(day=date(2026, 3, day), answers=10, **ESTIMATE) for day in (1, 2)]
    words = "You’ll see a chart once you’ve practiced or taken a test on two days."
    view = technology_view(technology_standing(history=days[:1]), "UTC")
    assert words in view.chart
    assert view.beside == "chance"
    assert technology_view(technology_standing(answers=0), "UTC").beside == "nothing"
    view = technology_view(technology_standing(history=days), "UTC")
    assert "<svg" in view.chart
    assert words not in view.chart
    assert (view.beside, view.passed) == ("all", False)


def test_an_exam_is_drawn_on_the_day_of_the_browsers_zone():
    late = NOW.replace(hour=19)
    exam = ExamScore(test_id=ATTEMPT, submitted_at=late, passed=True, **ESTIMATE)
    view = technology_view(technology_standing(exams=[exam]), "Asia/Tokyo")
    assert "March\u00a03,\u00a02026" in view.chart
    assert (view.passed, view.beside) == (True, "nothing")


def test_the_chance_of_passing_is_in_words():
    chance = chance_view(technology_standing(readiness=READY))
    assert (chance.low, chance.percent, chance.high) == (55, 70, 82)
    assert (chance.text, chance.likely) == ("70%", "likely between 55% and 82%")
    assert chance.label == "Chance of passing the React test: 70%, likely between 55% and 82%"
    assert chance.note == "From your answers to 10\u00a0questions."
    few = chance_view(technology_standing(answers=9))
    assert (few.note, few.text) == ("Answer 1\u00a0more question to see your chance of passing.", "")


@pytest.mark.parametrize(
    ("minutes", "days", "words"),
    [(0, [], ""), (0, [1], "Under 1 min"), (75, [1], "1\u00a0h\u00a015\u00a0min")],
)
def test_the_time_practiced_is_in_words(minutes: int, days: list[int], words: str):
    assert time_practiced(minutes, [ActiveDay(day=date(2026, 3, day), answers=3) for day in days]) == words


RUNNING = NextStep(
    kind="resume_attempt", technology="vue", name="Vue", deadline=datetime(2026, 3, 2, 13, 5, tzinfo=UTC)
)
LIKELY = NextStep(
    kind="take_exam", technology="vue", name="Vue", readiness=72, readiness_low=55, readiness_high=84
)


@pytest.mark.parametrize(
    ("step", "title", "href", "label", "text"),
    [
        (
            RUNNING,
            "Your Vue test is running",
            "/test/vue?resume",
            "Resume the Vue test",
            "The timer keeps running until 2:05\u00a0PM. Every saved answer counts.",
        ),
        (
            RUNNING.model_copy(update={"kind": "resume_mock_exam"}),
            "Your Vue mock exam is running",
            "/mock-exam/vue?resume",
            "Resume the mock exam",
            "The timer keeps running until 2:05\u00a0PM.",
        ),
        (
            LIKELY,
            "You’re likely to pass Vue",
            "/test/vue",
            "Take the Vue test",
            "Based on your practice, your chance of passing is 72%, likely between 55% and 84%. "
            "Only the test decides.",
        ),
        (
            NextStep(kind="practice_topic", technology="vue", name="Vue", topic="state", topic_title="State"),
            "Continue: Vue",
            "/practice-test/vue?topic=state",
            "Practice State",
            "Your weakest topic is State. One round takes about ten minutes.",
        ),
        (
            NextStep(kind="resume_practice", name="React", practice=practice_summary(answered=3)),
            "Continue: React",
            "/practice-test/react",
            "Continue with question 4",
            "You’ve answered 3 of the 10 questions in this round.",
        ),
    ],
)
def test_the_next_step_is_in_words(step: NextStep, title: str, href: str, label: str, text: str):
    view = step_view(learner_standing(next_step=step), "Europe/Berlin")
    assert (view.title, view.href, view.label, view.text) == (title, href, label, text)


def last_exam(**changes: Any) -> LastExam:
    fields = {"test_id": ATTEMPT, "submitted_at": NOW, "passed": False, "score": 478, "under_review": False}
    return LastExam.model_validate(fields | {"weak_topics": []} | changes)


HELD = HeldCertificate(number="WDC-RE-7K3M-92QF-Z", status="valid", expires_at=NOW.replace(year=2028))
SHARE = NextStep(kind="share", technology="react", name="React", following="vue", following_name="Vue")


def test_after_a_pass_the_certificate_is_shared_and_the_next_technology_offered():
    row = technology_standing(last_exam=last_exam(passed=True), certificate=HELD)
    view = step_view(learner_standing(row, next_step=SHARE), "UTC")
    assert (view.title, view.text) == ("You passed React!", "Share your certificate, then take on Vue.")
    assert (view.label, view.href) == ("Share your certificate", "/dashboard/my-certificates")
    assert view.second_label == "Try 3 questions about Vue"
    assert view.second_href == "/practice-test/vue?questions=3"
    begun = technology_standing(technology="vue", name="Vue")
    view = step_view(learner_standing(row, begun, next_step=SHARE), "UTC")
    assert (view.second_label, view.second_href) == ("Practice Vue", "/practice-test/vue")
    last = NextStep(kind="share", technology="react", name="React")
    view = step_view(learner_standing(row, next_step=last), "UTC")
    assert (view.text, view.second_label) == ("Share your certificate. You’ve passed every test.", "")


@pytest.mark.parametrize(
    ("under_review", "words"), [(True, "One of us will look at your test"), (False, "Confirm your email")]
)
def test_a_pass_without_a_certificate_says_what_it_waits_for(under_review: bool, words: str):
    row = technology_standing(last_exam=last_exam(passed=True, under_review=under_review))
    view = step_view(learner_standing(row, next_step=SHARE), "UTC")
    assert view.text.startswith(words)
    assert view.href == f"/test-results/{ATTEMPT}"


@pytest.mark.parametrize(
    ("wait", "title"),
    [
        (timedelta(days=12), "12\u00a0days until you can retake React"),
        (timedelta(days=1), "1\u00a0day until you can retake React"),
        (timedelta(hours=2), "You can retake React at 12:00\u00a0PM"),
    ],
)
def test_after_a_fail_there_is_a_countdown_with_the_weakest_topics(wait: timedelta, title: str):
    step = NextStep(
        kind="prepare_retake", technology="react", name="React", topic="state", topic_title="State"
    )
    last = last_exam(weak_topics=["State", "Forms"])
    row = technology_standing(last_exam=last, retake_at=NOW + wait)
    view = step_view(learner_standing(row, next_step=step), "Europe/Berlin")
    assert view.title == title
    assert view.text.endswith("Your weakest topics were State and Forms.")
    assert (view.label, view.href) == ("Practice State", "/practice-test/react?topic=state")
    row = technology_standing(last_exam=last_exam(), retake_at=NOW + wait)
    assert "weakest" not in step_view(learner_standing(row, next_step=step), "UTC").text


@pytest.mark.parametrize(
    ("step", "title", "href"),
    [
        (
            NextStep(kind="next_technology", following="vue", following_name="Vue"),
            "Next up: Vue",
            "/practice-test/vue?questions=3",
        ),
        (NextStep(kind="all_passed"), "You’ve passed every test", "/dashboard/my-certificates"),
    ],
)
def test_after_all_that_was_begun_there_is_something_else(step: NextStep, title: str, href: str):
    view = step_view(learner_standing(next_step=step), "UTC")
    assert (view.title, view.href) == (title, href)


def test_the_overview_says_where_a_learner_stands():
    row = technology_standing(ability=AbilityEstimate(**ESTIMATE), readiness=READY)
    card = standing_card(row, NOW.date(), "UTC")
    assert card.estimate == "From your practice, you’re at about 544 (likely 426–662). You need 500 to pass."
    assert (card.outcome, card.chance.text, card.review_label) == ("", "70%", "Review 5 due")
    assert (card.last_exam, card.certificate, card.retake) == ("", "", "")
    failed = row.model_copy(update={"last_exam": last_exam(), "retake_at": NOW + timedelta(days=3)})
    card = standing_card(failed, NOW.date(), "UTC")
    assert (card.outcome, card.last_exam) == ("failed", "March\u00a02,\u00a02026: 478, not passed")
    assert card.last_exam_href == f"/test-results/{ATTEMPT}"
    assert card.retake == "3\u00a0days until you can retake React"
    unscored = failed.model_copy(update={"last_exam": last_exam(score=None)})
    assert "too few answers" in standing_card(unscored, NOW.date(), "UTC").last_exam


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("valid", "Valid until March\u00a02,\u00a02028"),
        ("expired", "Expired on March\u00a02,\u00a02028. Pass again to renew it."),
        ("suspended", "Suspended for now"),
        ("revoked", "Revoked"),
    ],
)
def test_after_a_pass_the_overview_shows_the_certificate_and_no_chance(status: str, words: str):
    certificate = HELD.model_copy(update={"status": status})
    passed = last_exam(passed=True, score=612)
    row = technology_standing(
        readiness=READY, last_exam=passed, certificate=certificate, retake_at=NOW + timedelta(days=14)
    )
    card = standing_card(row, NOW.date(), "UTC")
    assert (card.outcome, card.certificate) == ("passed", words)
    assert (card.chance.text, card.chance.note, card.retake) == ("", "", "")


def test_the_next_step_is_in_the_language_of_the_screen():
    with in_language("de"):
        running, likely = (step_view(learner_standing(next_step=step), "UTC") for step in (RUNNING, LIKELY))
    assert running.text.startswith("Die Zeit läuft bis 13:05\u00a0UTC weiter.")
    assert likely.label == "Vue-Prüfung ablegen"
    assert "72\u00a0%, wahrscheinlich zwischen 55\u00a0% und 84\u00a0%" in likely.text


@pytest.mark.parametrize(
    ("percent", "low", "high", "words"),
    [
        (99, 99, 99, "99% or more"),
        (1, 1, 1, "1% or less"),
        (98, 97, 99, "98%, likely between 97% and 99%"),
    ],
)
def test_only_a_chance_at_the_end_of_the_scale_names_no_range(percent: int, low: int, high: int, words: str):
    assert whole_chance(*chance_in_words(percent, low, high)) == words


@pytest.mark.parametrize(
    ("mistakes", "label", "text", "href"),
    [
        ({}, "Review your 0\u00a0mistakes", "You have 0\u00a0mistakes to review.", ""),
        ({"java": 1}, "Review your mistake", "You have 1\u00a0mistake to review.", "/practice-mistakes/java"),
        (
            {"java": 1, "react": 5},
            "Review your 6\u00a0mistakes",
            "You have 6\u00a0mistakes to review.",
            "/practice-mistakes/react",
        ),
    ],
)
async def test_the_dashboard_says_how_many_mistakes_there_are(
    learner: Tab, fake: FakeApi, mistakes: dict[str, int], label: str, text: str, href: str
):
    rows = [technology_standing(technology=name, mistakes=number) for name, number in mistakes.items()]
    fake.answer(Api.standing, learner_standing(*rows))
    shown = await learner.load(StandingState, "/dashboard")
    assert shown.mistakes == sum(mistakes.values())
    assert (shown.mistakes_label, shown.mistakes_text, shown.mistakes_href) == (label, text, href)


async def test_a_new_zone_loads_again_the_screens_that_show_times_and_is_sent(learner: Tab, fake: FakeApi):
    shown = await learner.load(StandingState, "/dashboard")
    assert shown.phase == "ready"
    assert len(await learner.fire(ZoneState.note, "Europe/Berlin")) == 1
    assert learner.state(ZoneState).zone == "Europe/Berlin"
    assert await learner.fire(ZoneState.note, "Europe/Berlin") == []
    await learner.load(StandingState)
    assert fake.calls(Api.standing) == [{"time_zone": "UTC"}, {"time_zone": "Europe/Berlin"}]


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "x" * 300])
async def test_an_unknown_zone_is_ignored(learner: Tab, zone: str):
    await learner.fire(ZoneState.note, zone)
    assert learner.state(ZoneState).zone == ""
