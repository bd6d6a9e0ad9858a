"""The five views of the dashboard."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx
import pytest

from tests.answering import pass_exam
from tests.api.lists.filling import fill
from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import confirm
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.practice.taking import take_practice
from tests.unit.ui.states.practice.test_links import summary
from webdev_certs.schemas.exams import AttemptSummary
from webdev_certs.schemas.progress import TechnologyProgress
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.dashboard.dashboard import (
    DashboardState,
    attempt_row,
    practice_row,
    technology_card,
)
from webdev_certs.ui.states.session.session import SessionState

NOW = datetime.now(UTC)
LATER = NOW + timedelta(days=14)
REACT: Any = SimpleNamespace(
    technology="react",
    name="React",
    title="Certified React Developer",
    summary="",
    min_items=20,
    max_items=40,
    minutes=45,
    topics=[SimpleNamespace(id="state", title="State")],
)


def attempt(**changes: Any) -> AttemptSummary:
    fields = {"test_id": UUID(int=1), "technology": "react", "name": "React", "status": "submitted"}
    fields |= {"started_at": NOW, "deadline": NOW, "submitted_at": None, "score": None, "passed": None}
    return AttemptSummary.model_validate(fields | {"cut_score": 500, "retake_at": None} | changes)


def profile(extra_time: int = 0) -> Any:
    return SimpleNamespace(extra_time_percent=extra_time)


async def test_a_new_learner_sees_all_technologies(own_tab: Tab):
    assert own_tab.state(DashboardState).phase == "loading"
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert (shown.phase, shown.error) == ("ready", "")
    assert [(card.technology, card.state, card.outcome) for card in shown.cards] == [
        ("react", "new", ""),
        ("java", "new", ""),
    ]
    assert shown.cards[0].form == "20 to 40 questions in 45\u00a0minutes"
    assert (shown.attempts, shown.practice_sessions) == ([], [])
    assert own_tab.state(OwnCertificatesState).cards == []
    assert shown.passed_count == 0


@pytest.mark.parametrize(
    ("path", "view"),
    [
        ("/dashboard/practice/?a=b", "practice"),
        ("/dashboard", "overview"),
        ("/dashboard/other", "overview"),
    ],
)
async def test_the_path_chooses_the_view(own_tab: Tab, path: str, view: str):
    assert (await own_tab.load(DashboardState, path)).view == view


@pytest.mark.parametrize(
    ("latest", "passed", "state", "outcome"),
    [
        (None, False, "new", ""),
        ({"status": "open"}, False, "open", "running"),
        ({"passed": False}, False, "again", "failed"),
        ({"passed": False, "retake_at": LATER}, False, "waiting", "failed"),
        # The score says nothing: with too few answers, one above the cut score does not pass.
        ({"passed": False, "score": 510}, False, "again", "failed"),
        ({"passed": True}, True, "again", "passed"),
        # An attempt after the one that was passed.
        ({"status": "open"}, True, "open", "passed"),
        ({"passed": False, "retake_at": LATER}, True, "waiting", "passed"),
    ],
)
def test_a_technology_says_what_came_of_its_attempts(
    latest: dict[str, Any] | None, passed: bool, state: str, outcome: str
):
    own = None
    if latest is not None:
        own = TechnologyProgress(technology="react", best_score=None, passed=passed, latest=attempt(**latest))
    card = technology_card(REACT, profile(), own, "UTC")
    assert (card.state, card.outcome) == (state, outcome)
    assert card.retake == (date_time(LATER) if state == "waiting" else "")
    assert [(topic.title, topic.href) for topic in card.topics] == [
        ("State", "/practice-test/react?topic=state")
    ]


def test_learners_see_their_own_time():
    card = technology_card(REACT, profile(extra_time=100), None, "UTC")
    assert card.form == "20 to 40 questions in 90\u00a0minutes, with your extra time"


@pytest.mark.parametrize(("passed", "outcome"), [(True, "passed"), (False, "failed"), (None, "running")])
def test_a_row_of_an_attempt(passed: bool | None, outcome: str):
    row = attempt_row(attempt(passed=passed, score=None if passed is None else 612), "UTC")
    assert (row.name, row.score, row.outcome) == ("React", 0 if passed is None else 612, outcome)
    assert (row.test_id, row.technology, row.date) == (str(UUID(int=1)), "react", long_date(NOW, "UTC"))


def test_a_row_of_a_practice_session():
    row = practice_row(summary("difficulty", difficulty="advanced", answered=3, correct=2), "UTC")
    assert (row.name, row.level, row.result) == ("React", "Advanced", "3 of 10 done")
    assert (row.href, row.finished) == ("/practice-test/react/advanced", False)
    row = practice_row(summary("adaptive", answered=10, correct=5, finished_at=NOW), "UTC")
    assert (row.level, row.result, row.finished) == ("Adaptive", "5 of 10 correct", True)
    assert (row.href, row.date) == (f"/practice-results/{UUID(int=2)}", long_date(NOW, "UTC"))


async def test_the_dashboard_joins_attempts_certificates_and_practice(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(api, account)
    clock.now = datetime.now(UTC)
    result = await pass_exam(api, account)
    finished = await take_practice(api, account)
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert [(row.name, row.outcome, row.score) for row in shown.attempts] == [
        ("React", "passed", result["score"])
    ]
    assert [(card.state, card.outcome) for card in shown.cards] == [("waiting", "passed"), ("new", "")]
    assert [row.href for row in shown.practice_sessions] == [f"/practice-results/{finished}"]
    (certificate,) = own_tab.state(OwnCertificatesState).cards
    assert certificate.number == result["certificate_number"]
    assert f"certId={certificate.number}" in certificate.linkedin
    assert certificate.verify_path == f"/verify/{certificate.number}"
    assert (certificate.holder, certificate.score_public) == (account.user["full_name"], False)
    assert shown.passed_count == 1


async def test_a_name_and_an_email_that_changed_in_another_browser_are_shown(
    own_tab: Tab, api: httpx.AsyncClient, account: Account
):
    session = own_tab.state(SessionState)
    assert not session.email_confirmed
    await api.patch("/api/profile", json={"full_name": "Ada King"}, headers=account.headers)
    await confirm(api, account)
    assert session.user_name == account.user["full_name"]
    await own_tab.load(DashboardState, "/dashboard")
    assert (session.user_name, session.email_confirmed) == ("Ada King", True)


async def test_further_pages_are_appended_and_figures_count_all(
    own_tab: Tab, account: Account, resources: Resources, clock: FakeClock
):
    clock.now = datetime.now(UTC)
    await fill(resources, account, clock, 45)
    shown = await own_tab.load(DashboardState, "/dashboard")
    for which in ("attempts", "practice_sessions", "certificates"):
        assert await own_tab.fire(DashboardState.show_more, which) == []
        # The button disappears with the last page, so the focus moves to the heading.
        (effect,) = await own_tab.fire(DashboardState.show_more, which)
        assert effect.name == "set_focus"
        assert await own_tab.fire(DashboardState.show_more, which) == []
    assert len(shown.practice_sessions) == 45
    assert len({row.test_id for row in shown.attempts}) == 45
    assert len({card.number for card in own_tab.state(OwnCertificatesState).cards}) == 45
