"""Results of certification tests."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.fake_api import FakeApi, refusal
from tests.records import ATTEMPT, NOW, NUMBER, attempt_result, certificate, topic_result
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.exams.sitting import RESULT_PAGE
from tests.unit.ui.states.records import practice_result
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.exams.result import ExamResultState
from webdev_certs.ui.states.session.locale import ZoneState


@pytest.fixture(autouse=True)
def passed(fake: FakeApi) -> None:
    """A passed test with its certificate."""
    fake.answer(Api.attempt_result, attempt_result())
    fake.answer(Api.certificate, certificate())


async def load(tab: Tab) -> ExamResultState:
    return await tab.load(ExamResultState, RESULT_PAGE)


async def test_the_result_of_an_attempt_is_shown(learner: Tab, fake: FakeApi):
    shown = await learner.load(ExamResultState, f"{RESULT_PAGE}/")
    assert fake.calls(Api.attempt_result) == [{"test_id": str(ATTEMPT)}]
    assert fake.calls(Api.certificate) == [{"number": NUMBER}]
    assert (shown.phase, shown.error) == ("ready", "")
    assert (shown.technology_id, shown.technology_name) == ("react", "React")
    assert (shown.title, shown.passed, shown.timed_out) == ("Certified React Developer", True, False)
    assert (shown.score, shown.low, shown.high) == (612, 534, 690)
    assert (shown.answered, shown.unscored) == ("20\u00a0questions answered", "")
    assert shown.submitted == "March\u00a02,\u00a02026, 9:31\u00a0AM\u00a0UTC"
    assert shown.retake == "March\u00a016,\u00a02026, 9:00\u00a0AM\u00a0UTC"
    (row,) = shown.topics
    assert (row.title, row.band, row.href) == ("Basics", "above", "/practice-test/react?topic=basics")
    assert shown.time_used == "31\u00a0minutes"
    assert shown.verdict == "You’re 112\u00a0points above the 500 you need."
    assert shown.explanation == ""
    assert (shown.certificate_number_shown, shown.holder) == (NUMBER, "Ada Lovelace")
    assert shown.verify_url == f"http://certs.test/verify/{NUMBER}"
    assert (shown.issued, shown.expires) == ("March\u00a02,\u00a02026", "March\u00a02,\u00a02028")


async def test_a_certificate_that_is_not_valid_right_now_is_not_offered(learner: Tab, fake: FakeApi):
    for status, failed in (("suspended", False), ("revoked", False), ("revoked", True)):
        fake.answer(Api.attempt_result, attempt_result(passed=not failed))
        fake.answer(Api.certificate, certificate(status=status))
        shown = await load(learner)
        assert (shown.certificate_number_shown, shown.linkedin_url, shown.verify_url) == ("", "", "")
        assert (shown.refused_path, shown.certificate_status) == (f"/verify/{NUMBER}", status)
    fake.answer(Api.certificate, certificate(status="expired"))
    shown = await load(learner)
    assert (shown.certificate_number_shown, shown.refused_path) == (NUMBER, "")
    assert shown.certificate_status == "expired"


async def test_linkedin_gets_the_dates_of_a_certificate_that_waited_for_the_email(
    learner: Tab, fake: FakeApi
):
    waiting = attempt_result(certificate_number=None, certificate_pending="confirm_email")
    fake.answer(Api.attempt_result, waiting, attempt_result())
    issued = NOW.replace(month=4, day=1)
    fake.answer(Api.certificate, certificate(issued_at=issued, expires_at=issued.replace(year=2028)))
    shown = await load(learner)
    assert shown.awaits_email
    assert (shown.certificate_number_shown, shown.verify_url, shown.linkedin_url) == ("", "", "")
    assert (shown.issued, shown.expires) == ("", "")
    await load(learner)
    assert (shown.certificate_number_shown, shown.issued) == (NUMBER, "April\u00a01,\u00a02026")
    assert parse_qs(urlsplit(shown.linkedin_url).query) == {
        "startTask": ["CERTIFICATION_NAME"],
        "name": ["Certified React Developer"],
        "organizationName": ["WebDev Certs"],
        "issueYear": ["2026"],
        "issueMonth": ["4"],
        "expirationYear": ["2028"],
        "expirationMonth": ["4"],
        "certUrl": [shown.verify_url],
        "certId": [NUMBER],
    }


async def test_a_running_attempt_has_no_result_but_can_be_resumed(learner: Tab, fake: FakeApi):
    fake.answer(Api.attempt_result, refusal("test_not_submitted", name="React", technology="react"))
    shown = await load(learner)
    assert (shown.phase, shown.attempt_name) == ("unfinished", "React")
    assert shown.attempt_href == "/test/react?resume"


FAILED: dict[str, Any] = {"passed": False, "certificate_number": None}
NO_SCORE: dict[str, Any] = dict.fromkeys(("score", "standard_error", "low", "high")) | FAILED
NO_SCORE |= {"decided": False, "topics": []}


@pytest.mark.parametrize(
    ("answered", "verdict", "explanation"),
    [
        (
            7,
            "You answered 7 of the 20 questions you need for a score.",
            "With fewer answers, a score would say too little about your ability.",
        ),
        (0, "You didn’t answer any questions that count, so there’s no score.", ""),
    ],
)
async def test_with_few_answers_there_is_no_score(
    learner: Tab, fake: FakeApi, answered: int, verdict: str, explanation: str
):
    few = attempt_result(ended_by="submitted", answered=answered, pretest_answered=2, **NO_SCORE)
    fake.answer(Api.attempt_result, attempt_result(), few)
    await load(learner)
    shown = await load(learner)
    assert (shown.phase, shown.passed, shown.score, shown.topics) == ("ready", False, 0, [])
    assert (shown.verdict, shown.explanation) == (verdict, explanation)
    assert shown.certificate_number_shown == ""
    assert shown.answered == f"{answered + 2}\u00a0questions answered"


@pytest.mark.parametrize(
    ("ended_by", "why"), [("submitted", "You ended the test before"), ("time_up", "Time ran out before")]
)
async def test_a_score_above_the_pass_mark_without_a_decision_is_not_passed(
    learner: Tab, fake: FakeApi, ended_by: str, why: str
):
    undecided = attempt_result(ended_by=ended_by, score=540, decided=False, **FAILED)
    fake.answer(Api.attempt_result, undecided)
    shown = await load(learner)
    assert (shown.phase, shown.passed, shown.score) == ("ready", False, 540)
    assert shown.timed_out is (ended_by == "time_up")
    assert shown.verdict.startswith("You reached the 500 you need, but the test ended too early to be sure")
    assert shown.explanation.startswith(why)


@pytest.mark.parametrize(
    ("high", "words"),
    [(500, "That’s close: your range reaches the pass mark."), (499, "Start with your weakest topics")],
)
async def test_a_failed_attempt_says_how_far_and_its_weakest_topics_first(
    learner: Tab, fake: FakeApi, high: int, words: str
):
    topics = [
        topic_result("basics", "near"),
        topic_result("state", "above"),
        topic_result("effects", "below"),
        topic_result("testing", "near"),
        topic_result("forms", "below"),
    ]
    fake.answer(Api.attempt_result, attempt_result(score=430, high=high, topics=topics, **FAILED))
    shown = await load(learner)
    assert shown.verdict.startswith("You’re 70\u00a0points short of 500.")
    assert words in shown.verdict
    assert [row.title for row in shown.topics] == ["Effects", "Forms", "Basics", "Testing", "State"]


async def test_a_result_is_in_the_language_and_the_zone_of_its_browser(learner: Tab):
    await learner.fire(ZoneState.note, "America/New_York")
    assert (await load(learner)).submitted == "March\u00a02,\u00a02026, 4:31\u00a0AM"
    with in_language("de"):
        shown = await load(learner)
    assert (shown.answered, shown.time_used) == ("20\u00a0Fragen beantwortet", "31\u00a0Minuten")
    assert shown.verdict.endswith("Punkte über den nötigen 500.")
    assert shown.submitted.startswith("2.\u00a0März\u00a02026")
    # The same zone again loads nothing again, and a stored name that is no zone is not used.
    assert await learner.fire(ZoneState.note, "America/New_York") == []
    learner.state(ZoneState).zone = "Mars/Olympus"
    assert (await load(learner)).submitted == "March\u00a02,\u00a02026, 9:31\u00a0AM\u00a0UTC"


MOCK = attempt_result(
    mock=True, certificate_number=None, retake_at=None, practice_session_id=ATTEMPT, topics=[]
)


async def test_a_mock_exam_shows_the_full_review(learner: Tab, fake: FakeApi):
    fake.answer(Api.attempt_result, MOCK)
    fake.answer(Api.practice_result, practice_result(ATTEMPT, right=(True, False)))
    shown = await load(learner)
    assert fake.calls(Api.practice_result) == [{"result_id": str(ATTEMPT)}]
    assert (shown.phase, shown.mock, shown.retake, shown.may_retake) == ("ready", True, "", False)
    assert (shown.review_state, shown.missed) == ("ready", 1)
    assert [question.correct for question in shown.questions] == [True, False]
    assert shown.retry_label == "Retry the one you missed"
    assert shown.retry_href == f"/practice-test/react?retry={ATTEMPT}"


@pytest.mark.parametrize(
    ("code", "status", "state"), [("payment_required", 402, "locked"), ("test_running", 409, "waiting")]
)
async def test_the_score_of_a_mock_exam_is_shown_without_its_review(
    learner: Tab, fake: FakeApi, code: str, status: int, state: str
):
    fake.answer(Api.attempt_result, MOCK)
    fake.answer(Api.practice_result, refusal(code, status, technology="react", name="React", mock=False))
    shown = await load(learner)
    assert (shown.phase, shown.score, shown.review_state, shown.questions) == ("ready", 612, state, [])
    if state == "waiting":
        assert (shown.attempt_name, shown.attempt_href) == ("React", "/test/react?resume")


async def test_a_mock_exam_without_answers_has_no_review(learner: Tab, fake: FakeApi):
    fake.answer(Api.attempt_result, MOCK.model_copy(update={"practice_session_id": None}))
    shown = await load(learner)
    assert (shown.phase, shown.review_state, fake.calls(Api.practice_result)) == ("ready", "", [])


HELD: dict[str, Any] = {"reasons": ["misfit", "retake"], "held_at": NOW}
WHY = (
    "You missed some easy questions but got hard ones right. "
    "Another account with the same mailbox started this test shortly before you did. "
)


@pytest.mark.parametrize(
    ("changes", "title", "words"),
    [
        ({}, "", ""),
        (
            {"certificate_pending": "under_review", "review": HELD},
            "We’re checking your test before we issue your certificate",
            WHY
            + (
                "One of us will look at it, usually within five days, and email you. You don’t have "
                "to do anything."
            ),
        ),
        (
            {"passed": False, "review": HELD | {"decision": "refused", "decided_at": NOW, "note": "Sorry."}},
            "We couldn’t confirm this test, so you haven’t passed",
            WHY + "Sorry. If you think we got it wrong, please write to us.",
        ),
        ({"review": HELD | {"decision": "released", "decided_at": NOW}}, "", ""),
        # A regrade took the pass away.
        ({"passed": False, "review": HELD}, "", ""),
    ],
)
async def test_the_result_says_why_a_test_is_under_review_or_was_refused(
    learner: Tab, fake: FakeApi, changes: dict[str, Any], title: str, words: str
):
    fake.answer(Api.attempt_result, attempt_result(certificate_number=None, **changes))
    shown = await load(learner)
    assert (shown.phase, shown.review_title, shown.review_words) == ("ready", title, words)
