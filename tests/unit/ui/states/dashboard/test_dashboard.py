"""The five views of the dashboard."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from sqlmodel import update

from tests.answering import pass_exam, start_exam, submit
from tests.api.lists.filling import fill
from tests.conftest import FakeClock
from tests.factories import Account
from tests.mailbox import confirm
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.practice.taking import take_practice
from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import User
from webdev_certs.shared.formatting import date_time
from webdev_certs.ui.states.certificates.own import OwnCertificatesState
from webdev_certs.ui.states.dashboard.dashboard import DashboardState
from webdev_certs.ui.states.session.session import SessionState


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
    ("percent", "time"),
    [(100, "90\u00a0minutes"), (25, "56\u00a0minutes and 15\u00a0seconds")],
)
async def test_learners_with_extra_time_see_their_own_time(
    own_tab: Tab, account: Account, resources: Resources, percent: int, time: str
):
    async with resources.database.transaction() as db:
        await db.exec(update(User).values(extra_time_percent=percent))
    shown = await own_tab.load(DashboardState, "/dashboard/certifications")
    assert [card.form for card in shown.cards] == [f"20 to 40 questions in {time}, with your extra time"] * 2


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


async def test_attempts_and_certificates_are_shown(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    await confirm(api, account)
    clock.now = datetime.now(UTC)
    result = await pass_exam(api, account)
    clock.advance(seconds=60)
    failed = await start_exam(api, account, "java")
    await submit(api, account, failed["test_id"])
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert [row.name for row in shown.attempts] == ["Java", "React"]
    assert [row.outcome for row in shown.attempts] == ["failed", "passed"]
    assert shown.attempts[1].score == result["score"]
    react, java = shown.cards
    assert [(card.state, card.outcome) for card in (react, java)] == [
        ("waiting", "passed"),
        ("waiting", "failed"),
    ]
    retake = clock.now - timedelta(seconds=60) + timedelta(days=14)
    assert react.retake == date_time(retake)
    (certificate,) = own_tab.state(OwnCertificatesState).cards
    assert certificate.number == result["certificate_number"]
    assert f"certId={certificate.number}" in certificate.linkedin
    assert certificate.verify_path == f"/verify/{certificate.number}"
    assert (certificate.holder, certificate.score_public) == (account.user["full_name"], False)
    assert shown.passed_count == 1


async def test_an_open_test_and_one_that_can_be_taken_again(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    clock.now = datetime.now(UTC) - timedelta(days=15)
    await submit(api, account, (await start_exam(api, account))["test_id"])
    clock.now = datetime.now(UTC)
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert [(card.state, card.outcome) for card in shown.cards] == [("again", "failed"), ("new", "")]
    await start_exam(api, account)
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert [(card.state, card.outcome) for card in shown.cards] == [("open", "running"), ("new", "")]


async def test_a_score_above_the_cut_with_too_few_answers_is_not_passed(
    own_tab: Tab, account: Account, resources: Resources, clock: FakeClock
):
    clock.now = datetime.now(UTC)
    # The last ones have 500 points and more.
    await fill(resources, account, clock, 110)
    shown = await own_tab.load(DashboardState, "/dashboard")
    assert shown.cards[0].outcome == "failed"
    assert {row.outcome for row in shown.attempts} == {"failed"}


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


async def test_practice_answers_are_counted(
    own_tab: Tab, api: httpx.AsyncClient, account: Account, clock: FakeClock
):
    finished = await take_practice(api, account)
    clock.advance(seconds=1)
    body = {"technology": "java", "difficulty": "advanced"}
    await api.post("/api/practice", json=body, headers=account.headers)
    shown = await own_tab.load(DashboardState, "/dashboard/practice")
    assert [(row.name, row.level, row.result, row.href, row.finished) for row in shown.practice_sessions] == [
        ("Java", "Advanced", "0 of 10 done", "/practice-test/java/advanced", False),
        ("React", "Adaptive", "5 of 10 correct", f"/practice-results/{finished}", True),
    ]


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
