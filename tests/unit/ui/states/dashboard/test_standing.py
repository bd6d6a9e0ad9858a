"""The learner's progress on the dashboard."""

from datetime import UTC, date, datetime

import httpx
import pytest

from tests.conftest import FakeClock
from tests.factories import Account
from tests.practicing import finish, give, read, start
from tests.unit.ui.states.browser import Tab
from webdev_certs.schemas.progress import ActiveDay, NextStep
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.dashboard.chance_of_passing import chance_range
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.dashboard.next_step import step_view
from webdev_certs.ui.states.dashboard.standing import StandingState, time_practiced
from webdev_certs.ui.states.session.locale import ZoneState


async def test_practice_leads_to_the_weakest_topic_and_reviews_and_then_to_scores(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await finish(api, account)
    clock.advance(days=1)
    shown = await own_tab.load(StandingState, "/dashboard")
    (react,) = shown.technologies
    assert (react.name, react.due, react.review_href) == ("React", 5, "/practice-test/react?round=review")
    assert (shown.due, shown.due_text) == (5, "5\u00a0questions")
    assert shown.review_href == "/practice-test/all?round=review"
    assert (shown.review_label, shown.review_labels) == ("Review 5 due", {"react": "Review 5 due"})
    weakest = min(react.unscored, key=lambda topic: topic.score)
    assert shown.step.title == "Continue: React"
    assert shown.step.label == f"Practice {weakest.title}"
    assert shown.step.href == weakest.href == f"/practice-test/react?topic={weakest.title.lower()}"
    chance = react.chance
    assert chance.low < chance.percent < chance.high
    assert chance.text == f"{chance.percent}%"
    assert chance.likely == f"likely between {chance.low}% and {chance.high}%"
    assert chance.label == f"Chance of passing the React test: {chance.text}, {chance.likely}"
    assert chance.note == "From your answers to 10\u00a0questions."
    assert "A chart appears when you practice or take a test on a second day." in react.chart
    assert react.scored == []
    assert react.unscored_title == f"{len(react.unscored)}\u00a0topics with too few answers"
    assert [row.name for row in react.difficulties]
    # With more answers, topics have scores.
    await finish(api, account)
    (react,) = (await own_tab.load(StandingState, "/dashboard")).technologies
    assert react.scored
    assert not {row.title for row in react.scored} & {row.title for row in react.unscored}
    assert "<svg" in react.chart


def test_the_time_practiced_is_in_words():
    day = ActiveDay(day=date(2026, 3, 2), answers=3)
    assert time_practiced(0, []) == ""
    assert time_practiced(0, [day]) == "Under 1 min"
    assert time_practiced(75, [day]) == "1\u00a0h\u00a015\u00a0min"


def test_the_next_step_is_in_words_of_the_language_of_the_screen():
    deadline = datetime(2026, 3, 2, 13, 5, tzinfo=UTC)
    running = NextStep(kind="resume_attempt", technology="vue", name="Vue", deadline=deadline)
    step = step_view(running, "Europe/Berlin")
    assert (step.title, step.href) == ("Your Vue test is running", "/test/vue?resume")
    assert step.text == "The timer keeps running until 2:05\u00a0PM. Every saved answer counts."
    likely = NextStep(
        kind="take_exam", technology="vue", name="Vue", readiness=72, readiness_low=55, readiness_high=84
    )
    step = step_view(likely, "UTC")
    assert (step.title, step.href) == ("You are likely to pass Vue", "/test/vue")
    assert "chance of passing at 72%, likely between 55% and 84%. Only the test decides." in step.text
    with in_language("de"):
        assert step_view(running, "UTC").text.startswith("Die Zeit läuft bis 13:05\u00a0UTC weiter.")
        step = step_view(likely, "UTC")
    assert step.label == "Vue-Prüfung ablegen"
    assert (
        "72\N{NO-BREAK SPACE}%, wahrscheinlich zwischen 55\N{NO-BREAK SPACE}% und 84\N{NO-BREAK SPACE}%"
        in step.text
    )


def test_a_chance_at_the_end_of_the_scale_has_a_range_too():
    certain = NextStep(
        kind="take_exam", technology="vue", name="Vue", readiness=99, readiness_low=99, readiness_high=99
    )
    assert "your chance of passing at 99%, likely 99% or more. Only" in step_view(certain, "UTC").text
    assert chance_range(1, 1) == "likely 1% or less"
    assert chance_range(97, 99) == "likely between 97% and 99%"


async def test_days_follow_the_browsers_zone(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    clock.advance(hours=10)
    state = await start(api, account, length=1)
    await give(api, account, state)
    assert (await read(api, account, state)).json()["finished"]
    await own_tab.fire(ZoneState.note, "Asia/Tokyo")
    shown = await own_tab.load(StandingState, "/dashboard")
    assert "March\u00a03,\u00a02026" in shown.technologies[0].chart


async def test_a_new_zone_loads_the_screens_that_show_times(own_tab: Tab):
    shown = await own_tab.load(StandingState, "/dashboard")
    await own_tab.fire(DashboardState.load)
    assert shown.phase == "ready"
    effects = await own_tab.fire(ZoneState.note, "Europe/Berlin")
    assert len(effects) == 2
    assert own_tab.state(ZoneState).zone == "Europe/Berlin"
    assert await own_tab.fire(ZoneState.note, "Europe/Berlin") == []


@pytest.mark.parametrize("zone", ["", "Mars/Base", "../etc/passwd", "x" * 300])
async def test_an_unknown_zone_is_ignored(own_tab: Tab, zone: str):
    await own_tab.fire(ZoneState.note, zone)
    assert own_tab.state(ZoneState).zone == ""
