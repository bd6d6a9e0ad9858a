"""The five views of the dashboard."""

from datetime import UTC, datetime, timedelta
from typing import Any, TypeVar
from uuid import UUID

import pytest

from tests.fake_api import FakeApi
from tests.records import ATTEMPT, NUMBER, USER, certificate
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.records import (
    PRACTICE,
    attempt_summary,
    practice_summary,
    profile,
    progress,
    technology,
)
from webdev_certs.schemas.progress import TechnologyProgress
from webdev_certs.shared.formatting import date_time, long_date
from webdev_certs.ui.client import Api, Page
from webdev_certs.ui.states.accounts.confirmation import EmailNoticeState
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
T = TypeVar("T")


@pytest.fixture(autouse=True)
def answers(fake: FakeApi) -> None:
    """A learner without records."""
    fake.answer(Api.verify, USER)
    fake.answer(Api.profile, profile())
    fake.answer(Api.technologies, [technology(), technology("java", "Java")])
    fake.answer(Api.progress, progress())
    fake.answer(Api.attempts, Page([], ""))
    fake.answer(Api.practice_sessions, Page([], ""))
    fake.answer(Api.certificates, Page([], ""))


async def test_a_new_learner_sees_all_technologies(learner: Tab):
    assert learner.state(DashboardState).phase == "loading"
    shown = await learner.load(DashboardState, "/dashboard")
    assert (shown.phase, shown.error) == ("ready", "")
    assert [(card.technology, card.state, card.outcome) for card in shown.cards] == [
        ("react", "new", ""),
        ("java", "new", ""),
    ]
    assert (shown.attempts, shown.practice_sessions) == ([], [])
    assert learner.state(OwnCertificatesState).cards == []
    assert shown.passed_count == 0


@pytest.mark.parametrize(
    ("path", "view"),
    [
        ("/dashboard/practice/?a=b", "practice"),
        ("/dashboard", "overview"),
        ("/dashboard/other", "overview"),
    ],
)
async def test_the_path_chooses_the_view(learner: Tab, path: str, view: str):
    assert (await learner.load(DashboardState, path)).view == view


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
        # An attempt after a passed one.
        ({"status": "open"}, True, "open", "passed"),
        ({"passed": False, "retake_at": LATER}, True, "waiting", "passed"),
    ],
)
def test_a_technology_says_what_came_of_its_attempts(
    latest: dict[str, Any] | None, passed: bool, state: str, outcome: str
):
    own = None
    if latest is not None:
        summary = attempt_summary(**latest)
        own = TechnologyProgress(technology="react", best_score=None, passed=passed, latest=summary)
    card = technology_card(technology(), profile(extra_time_percent=100), own, "UTC")
    assert (card.state, card.outcome) == (state, outcome)
    assert card.retake == (date_time(LATER) if state == "waiting" else "")
    assert card.form == "20 to 40 questions in 90\u00a0minutes, with your extra time"
    assert [(topic.title, topic.href) for topic in card.topics] == [
        ("Basics", "/practice-test/react?topic=basics"),
        ("State", "/practice-test/react?topic=state"),
    ]


@pytest.mark.parametrize(
    ("passed", "mock", "outcome", "href"),
    [
        (True, False, "passed", f"/test-results/{ATTEMPT}"),
        (False, False, "failed", f"/test-results/{ATTEMPT}"),
        (None, False, "running", "/test/react?resume"),
        (True, True, "would_pass", f"/test-results/{ATTEMPT}"),
        (False, True, "not_yet", f"/test-results/{ATTEMPT}"),
        (None, True, "running", "/mock-exam/react?resume"),
    ],
)
def test_a_row_of_an_attempt(passed: bool | None, mock: bool, outcome: str, href: str):
    score = None if passed is None else 612
    row = attempt_row(attempt_summary(passed=passed, score=score, started_at=NOW, mock=mock), "UTC")
    assert (row.name, row.score, row.outcome) == ("React", score or 0, outcome)
    assert (row.href, row.date) == (href, long_date(NOW, "UTC"))


def test_a_row_of_a_practice_session():
    row = practice_row(practice_summary("difficulty", difficulty="advanced", answered=3, correct=2), "UTC")
    assert (row.name, row.level, row.result) == ("React", "Advanced", "3 of 10 done")
    assert (row.href, row.finished) == ("/practice-test/react/advanced", False)
    row = practice_row(practice_summary(answered=10, correct=5, finished_at=NOW), "UTC")
    assert (row.level, row.result, row.finished) == ("Adaptive", "5 of 10 correct", True)
    assert (row.href, row.date) == (f"/practice-results/{PRACTICE}", long_date(NOW, "UTC"))


async def test_the_dashboard_joins_attempts_certificates_and_practice(learner: Tab, fake: FakeApi):
    latest = attempt_summary(passed=True, score=612, retake_at=LATER)
    own = TechnologyProgress(technology="react", best_score=612, passed=True, latest=latest)
    fake.answer(Api.progress, progress(own, exams_passed=1, certificates=1))
    fake.answer(Api.attempts, Page([latest], ""))
    fake.answer(Api.practice_sessions, Page([practice_summary(finished_at=NOW)], ""))
    revoked = certificate("WDC-RE-0000-0000-0", status="revoked")
    fake.answer(Api.certificates, Page([revoked, certificate()], ""))
    shown = await learner.load(DashboardState, "/dashboard")
    assert [(row.name, row.outcome, row.score) for row in shown.attempts] == [("React", "passed", 612)]
    assert [(card.state, card.outcome) for card in shown.cards] == [("waiting", "passed"), ("new", "")]
    assert [row.href for row in shown.practice_sessions] == [f"/practice-results/{PRACTICE}"]
    assert shown.passed_count == 1
    # Those first that can be used.
    card, other = learner.state(OwnCertificatesState).cards
    assert (card.number, other.status) == (NUMBER, "revoked")
    assert f"certId={NUMBER}" in card.linkedin
    assert (card.verify_path, card.holder, card.score_public) == (f"/verify/{NUMBER}", USER.full_name, False)


async def test_a_name_and_an_email_that_changed_in_another_browser_are_shown(learner: Tab, fake: FakeApi):
    changed = {"full_name": "Ada King", "email_confirmed": True}
    fake.answer(Api.verify, USER.model_copy(update=changed))
    session = learner.state(SessionState)
    assert (session.user_name, session.email_confirmed) == (USER.full_name, False)
    # The lists are shown before.
    effects = [step async for step in learner.stream(DashboardState.load)]
    assert learner.state(DashboardState).phase == "ready"
    assert "verify" not in fake.names()
    assert [effect.name for effect in effects[-1]] == ["EmailNoticeState.refresh"]
    await learner.fire(EmailNoticeState.refresh)
    assert (session.user_name, session.email_confirmed) == ("Ada King", True)


def pages(rows: list[T]) -> list[Page[T]]:
    """Return three pages of one row each."""
    return [Page([row], after) for row, after in zip(rows, ("1", "2", ""), strict=True)]


async def test_further_pages_are_appended(learner: Tab, fake: FakeApi):
    attempts = [attempt_summary(test_id=UUID(int=n), passed=False) for n in range(3)]
    practices = [practice_summary(practice_session_id=UUID(int=n)) for n in range(3)]
    certificates = [certificate(f"WDC-RE-{n:04}-0000-0") for n in range(3)]
    mocks = [attempt_summary(test_id=UUID(int=n), passed=False, mock=True) for n in range(3, 6)]
    lists = {False: pages(attempts), True: pages(mocks)}
    fake.answer_by(Api.attempts, lambda after="", *, mock=False: lists[mock][int(after or 0)])
    fake.answer(Api.practice_sessions, *pages(practices))
    fake.answer(Api.certificates, *pages(certificates))
    shown = await learner.load(DashboardState, "/dashboard")
    for which, call in (
        ("attempts", None),
        ("mock_exams", None),
        ("practice_sessions", Api.practice_sessions),
        ("certificates", Api.certificates),
    ):
        assert await learner.fire(DashboardState.show_more, which) == []
        # The button disappears with the last page, so the focus moves to the heading.
        (effect,) = await learner.fire(DashboardState.show_more, which)
        assert effect.name == "set_focus"
        assert await learner.fire(DashboardState.show_more, which) == []
        if call:
            assert [one["after"] for one in fake.calls(call)] == ["", "1", "2"]
    assert [row.href for row in shown.attempts] == [f"/test-results/{UUID(int=n)}" for n in range(3)]
    assert [row.href for row in shown.mock_exams] == [f"/test-results/{UUID(int=n)}" for n in range(3, 6)]
    assert len(shown.practice_sessions) == 3
    cards = learner.state(OwnCertificatesState).cards
    assert [card.number for card in cards] == [row.number for row in certificates]
