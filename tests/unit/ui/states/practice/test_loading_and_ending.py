"""Practice sessions: loading, what a path asks for, and the end."""

from typing import Any
from uuid import UUID

import pytest

from tests.fake_api import FakeApi, refusal
from tests.unit.ui.states.browser import Tab, redirect
from tests.unit.ui.states.records import (
    PRACTICE,
    practice_report,
    practice_state,
    practice_summary,
    reviewed_item,
)
from webdev_certs.schemas.practice import Estimate, EstimateChange, MissedItem, PracticeTopic
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.items.annotations import AnnotationState, place_of
from webdev_certs.ui.states.practice.mistakes import MistakesState
from webdev_certs.ui.states.practice.practice import PracticeState
from webdev_certs.ui.states.practice.result import PracticeResultState, report_view
from webdev_certs.ui.states.session.guards import GuardState
from webdev_certs.ui.states.shared.tickets import new_ticket, same_question

PATH = "/practice-test/react"
MISTAKES = "/practice-mistakes/react"
RESULT = f"/practice-results/{PRACTICE}"


async def open_guarded(tab: Tab, screen: Any, path: str) -> Any:
    """Load a screen after the guard that checks paid access."""
    tab.open(path)
    await tab.fire(GuardState.require_payment)
    return await tab.load(screen)


async def test_loading_starts_a_practice_session(learner: Tab, fake: FakeApi):
    practice = await learner.load(PracticeState, PATH)
    assert (practice.phase, practice.name, practice.level) == ("answering", "React", "Adaptive")
    assert (practice.position, practice.length, practice.correct) == (1, 10, 0)
    assert "Question 1?" in practice.item.stem
    assert practice.error == ""
    asked = {"technology": "react", "difficulty": None, "topic": None}
    assert fake.calls(Api.unfinished_practice) == [asked | {"kind": "adaptive"}]
    assert fake.calls(Api.start_practice) == [asked | {"length": 10}]


@pytest.mark.parametrize(
    "code", ["unknown_technology", "unknown_difficulty", "unknown_topic", "invalid_request"]
)
@pytest.mark.parametrize("screen", [PracticeState, MistakesState])
@pytest.mark.usefixtures("paid")
async def test_an_unknown_path_shows_the_list_of_technologies(
    learner: Tab, fake: FakeApi, screen: Any, code: str
):
    refused = refusal(code, 422 if code == "invalid_request" else 404, "There is no such thing.")
    fake.answer(Api.unfinished_practice, refused)
    fake.answer(Api.mistakes, refused)
    shown = await open_guarded(learner, screen, MISTAKES if screen is MistakesState else PATH)
    assert (shown.phase, shown.error) == ("unknown", "There is no such thing.")
    assert [entry.technology for entry in shown.known] == ["react", "java"]


def started(difficulty: str | None = None, topic: str | None = None, length: int = 10) -> dict[str, Any]:
    return {"technology": "react", "difficulty": difficulty, "topic": topic, "length": length}


@pytest.mark.parametrize(
    ("path", "call", "arguments"),
    [
        ("react?retry=x", Api.retry_practice, {"practice_session_id": "x"}),
        ("react?round=mistakes", Api.start_mistakes, {"technology": "react", "topic": None}),
        ("react?topic=state&round=mistakes", Api.start_mistakes, {"technology": "react", "topic": "state"}),
        ("all?round=review", Api.start_review, {"technology": "all", "time_zone": "UTC", "length": 10}),
        ("react/beginner/", Api.start_practice, started("beginner")),
        ("react/beginner?topic=state&questions=3", Api.start_practice, started("beginner", "state", 3)),
        ("react?questions=99", Api.start_practice, started()),
        ("react?questions=0", Api.start_practice, started(length=1)),
        ("react?questions=-1", Api.start_practice, started()),
    ],
)
async def test_the_practice_session_of_the_path_is_started(
    learner: Tab, fake: FakeApi, path: str, call: Any, arguments: dict[str, Any]
):
    assert (await learner.load(PracticeState, f"/practice-test/{path}")).phase == "answering"
    assert fake.calls(call) == [arguments]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (PATH, "adaptive"),
        (f"{PATH}/beginner", "difficulty"),
        (f"{PATH}?topic=effects", "topic"),
        (f"{PATH}/beginner?topic=effects", "topic"),
        ("/practice-test/all?round=review", "review"),
    ],
)
async def test_an_unfinished_practice_session_is_resumed(learner: Tab, fake: FakeApi, path: str, kind: str):
    fake.answer(Api.unfinished_practice, practice_summary())
    practice = await learner.load(PracticeState, path)
    assert (practice.practice_session_id, practice.position) == (str(PRACTICE), 2)
    assert fake.names() == ["unfinished_practice", "practice_session"]
    assert fake.calls(Api.unfinished_practice)[0]["kind"] == kind


async def test_an_explanation_is_shown_again_after_a_reload_and_by_another_process(
    learner: Tab, fake: FakeApi
):
    practice = await learner.load(PracticeState, PATH)
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    shown = practice.feedback
    fake.answer(Api.practice_session, practice_state(2, correct=1))
    fake.answer(Api.practice_answers, [reviewed_item(), reviewed_item(2)])
    other = learner.in_another_process()
    assert [step async for step in other.stream(PracticeState.load)] == [[]], (
        "a placeholder, and what was shown"
    )
    learner.open(PATH, connection="reloaded")
    assert [step async for step in learner.stream(PracticeState.load)] == []
    for tab in (learner, other):
        practice = tab.state(PracticeState)
        assert (practice.phase, practice.position, practice.correct) == ("explained", 1, 1)
        assert practice.feedback == shown
        assert same_question(practice.ticket, new_ticket(PRACTICE, 1))
        assert list(tab.state(AnnotationState).shown) == [place_of(PRACTICE, 1)]
        await tab.fire(PracticeState.next_question)
        assert (practice.phase, practice.position, practice.reviewed) == ("answering", 2, "")


async def test_a_link_to_the_page_of_an_explanation_leads_to_the_next_question(learner: Tab, fake: FakeApi):
    practice = await learner.load(PracticeState, PATH)
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    fake.answer(Api.unfinished_practice, practice_summary())
    await learner.load(PracticeState)
    assert (practice.phase, practice.position) == ("answering", 2)


async def test_the_end_is_shown_again_by_another_process(learner: Tab, fake: FakeApi):
    practice = await learner.load(PracticeState, PATH)
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    fake.answer(Api.practice_session, practice_state(10, finished=True, correct=1))
    await learner.fire(PracticeState.next_question)
    assert practice.phase == "finished"
    fake.called.clear()
    other = await learner.in_another_process().load(PracticeState)
    assert (other.phase, other.report, other.seen) == ("finished", practice.report, practice.seen)
    assert not fake.calls(Api.start_practice)


def topic(name: str, correct: int) -> PracticeTopic:
    return PracticeTopic(technology="react", topic=name, title=name.title(), items=1, correct=correct)


async def test_a_short_practice_session_ends_with_its_report(learner: Tab, fake: FakeApi):
    fake.answer(Api.practice_session, practice_state(3, finished=True, correct=1, length=3))
    missed = [
        MissedItem(position=position, technology="react", topic="State", stem="Use `x`?")
        for position in (2, 3)
    ]
    topics = [topic("basics", 1), topic("state", 0), topic("effects", 0)]
    fake.answer(Api.practice_report, practice_report(correct=1, length=3, topics=topics, missed=missed))
    practice = await learner.load(PracticeState, f"{PATH}?questions=3")
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    await learner.fire(PracticeState.next_question)
    assert (practice.phase, practice.correct, practice.length) == ("finished", 1, 3)
    report = practice.report
    assert [(row.position, row.topic, row.stem) for row in report.missed] == [
        (2, "State", "Use <code>x</code>?"),
        (3, "State", "Use <code>x</code>?"),
    ]
    assert [(row.title, row.correct, row.total) for row in report.topics] == [
        ("Basics", 1, 1),
        ("State", 0, 1),
        ("Effects", 0, 1),
    ]
    assert report.retry_label == "Retry the 2\u00a0you missed"
    assert report.retry_href == f"{PATH}?retry={PRACTICE}"
    # The plan has the topics with mistakes.
    expected = "For this round, that’s 3\u00a0questions to review and a study plan with 2\u00a0topics."
    assert report.preview == expected
    assert practice.repeatable
    await learner.fire(PracticeState.restart)
    assert (practice.phase, practice.position, practice.correct) == ("answering", 1, 0)


def estimate(score: int, margin: int = 90) -> Estimate:
    return Estimate(score=score, low=score - margin, high=score + margin)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (None, "Your first estimate: about 540 (likely 450–630)."),
        (540, "You’re still at about 540 (likely 450–630, 380–700 before)."),
        (511, "Up 29: from about 511 (likely 351–671) to 540 (likely 450–630)."),
        (580, "Down 40: from about 580 (likely 420–740) to 540 (likely 450–630)."),
    ],
)
def test_the_end_says_what_the_practice_session_did_to_the_estimate(before: int | None, words: str):
    change = EstimateChange(
        cut_score=500, counted=10, before=estimate(before, 160) if before else None, after=estimate(540)
    )
    view = report_view(practice_report(estimate=change))
    assert view.change == words
    assert (view.score, view.low, view.high, view.cut_score) == (540, 450, 630, 500)
    assert report_view(practice_report()).change == ""


async def test_all_explanations_of_a_round_can_be_opened_at_its_end(learner: Tab, fake: FakeApi):
    answered = [reviewed_item(correct=False, note="Mine."), reviewed_item(2)]
    fake.answer(Api.practice_session, practice_state(2, finished=True))
    fake.answer(Api.practice_answers, answered)
    practice = await learner.load(PracticeState, PATH)
    assert practice.seen == []
    await learner.fire(PracticeState.check, practice.ticket, [["choice", "1"]])
    await learner.fire(PracticeState.next_question)
    assert [(view.position, view.correct) for view in practice.seen] == [(1, False), (2, True)]
    assert "It is so." in practice.seen[0].explanation
    assert learner.state(AnnotationState).shown[practice.seen[0].place].note == "Mine."
    fake.answer(Api.start_practice, practice_state(practice_session_id=UUID(int=7)))
    await learner.fire(PracticeState.restart)
    assert practice.seen == []


async def test_a_finished_round_is_reopened_and_another_one_starts_at_its_own_path(
    learner: Tab, fake: FakeApi
):
    fake.answer(Api.practice_session, practice_state(finished=True))
    practice = await learner.load(PracticeState, f"/practice-test/react/beginner?reopen={PRACTICE}")
    assert (practice.phase, len(practice.seen)) == ("finished", 1)
    assert fake.calls(Api.start_practice) == []
    effects = await learner.fire(PracticeState.restart)
    assert redirect(effects) == "/practice-test/react/beginner"
    fake.answer(Api.practice_session, refusal("practice_not_found", 404))
    practice = await learner.load(PracticeState, "/practice-test/react?reopen=nonsense")
    assert practice.phase == "unknown"


@pytest.mark.parametrize("kind", ["review", "retry", "mistakes"])
async def test_repeated_questions_are_not_offered_again(learner: Tab, fake: FakeApi, kind: str):
    fake.answer(Api.start_practice, practice_state(kind=kind, finished=True))
    practice = await learner.load(PracticeState, PATH)
    assert (practice.phase, practice.repeatable) == ("finished", False)


@pytest.mark.parametrize(
    ("code", "phase"),
    [
        ("nothing_due", "done"),
        ("nothing_missed", "done"),
        ("no_mistakes", "done"),
        ("payment_required", "unpaid"),
    ],
)
async def test_the_screen_says_why_nothing_can_be_practiced(
    learner: Tab, fake: FakeApi, code: str, phase: str
):
    fake.answer(Api.start_practice, refusal(code, message="Nothing is due."))
    nothing = await learner.load(PracticeState, PATH)
    assert (nothing.phase, nothing.error) == (phase, "Nothing is due.")


@pytest.mark.parametrize(("screen", "path"), [(PracticeResultState, RESULT), (MistakesState, MISTAKES)])
async def test_nothing_is_requested_without_paid_access(learner: Tab, fake: FakeApi, screen: Any, path: str):
    """The guard's redirect does not stop the handler that loads the screen."""
    shown = await open_guarded(learner, screen, path)
    assert (shown.phase, shown.items) == ("loading", [])
    assert fake.names() == ["payment_status"]


@pytest.mark.parametrize(
    ("code", "status", "phase"), [("practice_not_finished", 409, "unfinished"), ("not_found", 404, "missing")]
)
@pytest.mark.usefixtures("paid")
async def test_an_unfinished_practice_session_has_no_review(
    learner: Tab, fake: FakeApi, code: str, status: int, phase: str
):
    fake.answer(Api.practice_result, refusal(code, status))
    assert (await open_guarded(learner, PracticeResultState, RESULT)).phase == phase
