"""The daily plan of the overview, in words."""

from datetime import timedelta
from typing import Any

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import NOW
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import ACCOUNT, learner_standing, technology_standing
from webdev_certs.schemas.progress import DailyPlan, DaysUntil, PlanTask
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.dashboard.plan import PlanCalendarState, PlanView, TaskView, plan_view
from webdev_certs.ui.states.dashboard.standing import StandingState

REVIEWS = PlanTask(topic=None, topic_title=None, questions=5)
EFFECTS = PlanTask(topic="effects", topic_title="Effects", questions=8)


def daily_plan(**changes: Any) -> DailyPlan:
    fields: dict[str, Any] = {"technology": "react", "name": "React", "kind": "on_the_way", "minutes": 15}
    fields |= {"goal": 80, "horizon": 365, "chance": 42, "days": DaysUntil(low=12, expected=30, high=90)}
    fields |= {"retake_at": None, "chance_then": None, "paused_days": 0, "tasks": [REVIEWS, EFFECTS]}
    return DailyPlan.model_validate(fields | changes)


def view(*plans: DailyPlan) -> PlanView:
    rows = [technology_standing(technology=plan.technology, name=plan.name) for plan in plans]
    return plan_view(learner_standing(*rows, plans=plans))


def plain(text: str) -> str:
    return text.replace("\u00a0", " ")


def test_today_has_tasks_with_their_reason():
    shown = view(daily_plan())
    assert plain(shown.title) == "React: 15 minutes for today"
    assert shown.tasks == [
        TaskView("Review 5\u00a0questions", "/practice-test/react?round=review&questions=5"),
        TaskView("8\u00a0questions", "/practice-test/react?topic=effects&questions=8", "Effects"),
    ]
    assert shown.why.startswith("Reviews come first")
    assert "Effects" in shown.why
    assert view(daily_plan(tasks=[EFFECTS])).why.startswith("Start with Effects")
    assert "wrong before" in view(daily_plan(tasks=[REVIEWS])).why


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ["80% in about 30 days (April 1, 2026)", "take 12 to 90 days."]),
        ({"days": DaysUntil(low=12, expected=30, high=None)}, ["take 12 to 365 days, maybe longer."]),
        ({"days": DaysUntil(low=1, expected=1, high=2)}, ["in about 1 day (", "take 1 to 2 days"]),
        (
            {"kind": "far", "days": DaysUntil(low=90, expected=None, high=None)},
            ["more than 365 days", "more practice"],
        ),
        ({"kind": "ready", "chance": 84, "days": None}, ["at least 80%", "ready"]),
        ({"kind": "few_answers", "chance": None, "days": None}, ["Answer 1 more question"]),
        ({"kind": "running", "tasks": []}, ["continues when it ends"]),
    ],
)
def test_each_outlook_says_what_lies_ahead(changes: dict[str, Any], words: list[str]):
    shown = view(daily_plan(**changes))
    assert all(part in plain(shown.outlook) for part in words), shown.outlook


def test_a_wait_for_a_retake_and_a_pause_are_named():
    shown = view(daily_plan(retake_at=NOW + timedelta(days=9), chance_then=55, paused_days=12))
    assert "starting March 11, 2026" in plain(shown.retake)
    assert "about 55%" in plain(shown.retake)
    assert "12 days ago" in plain(shown.pause)
    assert (view(daily_plan(paused_days=6)).pause, view(daily_plan()).retake) == ("", "")


def test_other_technologies_have_only_their_outlook():
    shown = view(daily_plan(), daily_plan(technology="java", name="Java", kind="ready", chance=90, days=None))
    assert shown.technology == "react"
    assert shown.others == ["Java: Your chance of passing is at least 80%. You’re ready for the test."]


def test_without_a_plan_it_says_how_to_get_one_or_that_all_is_passed():
    assert "Answer 10 questions" in plan_view(learner_standing()).outlook
    passed = plan_view(learner_standing(technology_standing()))
    assert "passed everything" in passed.outlook
    assert (passed.tasks, passed.why) == ([], "")


async def test_the_calendar_has_the_days_of_the_browsers_zone(learner: Tab, fake: FakeApi):
    fake.answer(Api.plan_calendar, b"BEGIN:VCALENDAR")
    await learner.fire(PlanCalendarState.download)
    assert fake.calls(Api.plan_calendar) == [{"time_zone": "UTC"}]


async def test_a_download_that_failed_at_an_earlier_visit_is_not_reported_again(learner: Tab, fake: FakeApi):
    fake.answer(Api.plan_calendar, refusal("invalid_refresh_token", 401))
    await learner.fire(PlanCalendarState.download)
    assert learner.state(PlanCalendarState).error
    learner.sign_in(ACCOUNT)
    fake.answer(Api.standing, learner_standing())
    await learner.load(StandingState, "/dashboard")
    assert learner.state(PlanCalendarState).error == ""
