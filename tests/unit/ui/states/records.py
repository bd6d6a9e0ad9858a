"""Records as the API returns them, for tests with `FakeApi`; arguments replace fields."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from tests.factories import Account
from tests.records import ATTEMPT, NOW, USER
from webdev_certs.schemas.exams import AttemptState, AttemptSummary, SavedAnswer
from webdev_certs.schemas.items import ItemResponse, ShownItem
from webdev_certs.schemas.practice import (
    Annotation,
    Fragment,
    HistoryEntry,
    ItemFeedback,
    Mistake,
    PracticeFeedback,
    PracticeReport,
    PracticeResult,
    PracticeState,
    PracticeSummary,
    Reference,
    ReviewedItem,
)
from webdev_certs.schemas.profile import Profile
from webdev_certs.schemas.progress import (
    LearnerStanding,
    NextStep,
    Progress,
    TechnologyProgress,
    TechnologyStanding,
    TopicMastery,
)
from webdev_certs.schemas.technologies import TechnologySummary, TopicSummary
from webdev_certs.ui.states.shared.tickets import new_ticket

ACCOUNT = Account(USER.model_dump(), "access", "refresh", "")
PRACTICE = UUID(int=2)
RIGHT = ItemResponse(choices=["1"])
"""The right answer to an item of `shown_item` in its first format."""


def technology(technology: str = "react", name: str = "React", **changes: Any) -> TechnologySummary:
    fields = {"technology": technology, "name": name, "title": f"Certified {name} Developer", "summary": ""}
    fields |= {"min_items": 20, "max_items": 40, "pretest_items": 0, "minutes": 45, "cut_score": 500}
    topics = [TopicSummary(id=id_, title=id_.title(), quota=5) for id_ in ("basics", "state")]
    return TechnologySummary.model_validate(fields | {"topics": topics} | changes)


def profile(**changes: Any) -> Profile:
    fields = USER.model_dump() | {"pending_email": None, "extra_time_percent": 0, "has_password": True}
    return Profile.model_validate(fields | {"created_at": NOW} | changes)


def shown_item(position: int = 1, item_format: str = "single_choice", **changes: Any) -> ShownItem:
    """Return an item with the options `a` to `d`."""
    fields = {"format": item_format, "topic": "State", "difficulty": "beginner"}
    options = [{"id": str(number), "text": f"Option {name}"} for number, name in enumerate("abcd", 1)]
    return ShownItem.model_validate(fields | {"stem": f"Question {position}?", "options": options} | changes)


def attempt_state(position: int = 1, **changes: Any) -> AttemptState:
    """Return a running attempt; without an item once its `status` is `submitted`."""
    fields = {"test_id": ATTEMPT, "technology": "react", "name": "React", "status": "open"}
    fields |= {"position": position, "min_items": 20, "max_items": 40, "pretest_items": 0}
    fields |= {"started_at": NOW, "deadline": NOW + timedelta(minutes=45)}
    fields |= {"seconds_left": 2700, "seconds_total": 2700}
    if changes.get("status") != "submitted":
        fields["item"] = shown_item(position)
    return AttemptState.model_validate(fields | changes)


def attempt_summary(**changes: Any) -> AttemptSummary:
    fields = {"test_id": ATTEMPT, "technology": "react", "name": "React", "status": "submitted"}
    fields |= {"started_at": NOW, "deadline": NOW, "submitted_at": None, "score": None, "passed": None}
    return AttemptSummary.model_validate(fields | {"cut_score": 500, "retake_at": None} | changes)


def saved_answer(position: int = 1, seconds_left: int = 2700) -> SavedAnswer:
    return SavedAnswer(position=position, saved_at=NOW, seconds_left=seconds_left)


def report(source: str = "exam", kind: str = "wrong_key", text: str = "") -> dict[str, str]:
    """Return the form that reports a question."""
    ticket = new_ticket(ATTEMPT, 3)
    return {"report_source": source, "report_ticket": ticket, "report_kind": kind, "report_text": text}


def practice_state(position: int = 1, **changes: Any) -> PracticeState:
    """Return a running practice session; without an item once it is `finished`."""
    fields = dict.fromkeys(("difficulty", "topic", "topic_title"))
    fields |= {"practice_session_id": PRACTICE, "technology": "react", "name": "React", "kind": "adaptive"}
    fields |= {"position": position, "length": 10, "correct": 0, "finished": False}
    if not changes.get("finished"):
        fields["item"] = shown_item(position)
    return PracticeState.model_validate(fields | changes)


def practice_summary(kind: str = "adaptive", technology: str = "react", **changes: Any) -> PracticeSummary:
    fields = dict.fromkeys(("difficulty", "topic", "topic_title", "retry_of", "finished_at"))
    fields |= {"practice_session_id": PRACTICE, "name": "React", "answered": 0, "correct": 0, "length": 10}
    fields |= {"started_at": NOW, "kind": kind, "technology": technology}
    return PracticeSummary.model_validate(fields | changes)


def item_feedback(*, correct: bool = True) -> ItemFeedback:
    reference = Reference(title="State", url="https://example.com/state")
    return ItemFeedback(correct=correct, key=RIGHT, explanation="It is so.", options=[], reference=reference)


def practice_result(practice_session_id: UUID = PRACTICE, *, right: Sequence[bool]) -> PracticeResult:
    """Return the full review of a practice session whose answers were right or wrong."""
    items = [reviewed_item(position, correct=correct) for position, correct in enumerate(right, start=1)]
    fields = dict.fromkeys(PracticeResult.model_fields) | {"practice_session_id": practice_session_id}
    fields |= {"technology": "react", "name": "React", "kind": "mock", "length": len(right)}
    fields |= {"correct": sum(right), "started_at": NOW, "finished_at": NOW}
    return PracticeResult.model_validate(fields | {"topics": [], "study_plan": [], "items": items})


def practice_feedback(position: int = 1, *, correct: bool = True) -> PracticeFeedback:
    return PracticeFeedback(
        practice_session_id=PRACTICE,
        position=position,
        response=RIGHT if correct else ItemResponse(choices=["2"]),
        feedback=item_feedback(correct=correct),
        correct_count=int(correct),
        finished=False,
    )


def reviewed_item(position: int = 1, *, correct: bool = True, note: str = "") -> ReviewedItem:
    return ReviewedItem(
        position=position,
        item=shown_item(position),
        response=RIGHT if correct else ItemResponse(choices=["2"]),
        feedback=item_feedback(correct=correct),
        annotation=Annotation(note=note),
    )


def history_entry(position: int = 1, **changes: Any) -> HistoryEntry:
    fields = {"practice_session_id": PRACTICE, "technology": "react", "name": "React", "topic": "state"}
    fields |= {"answered_at": NOW, "question": [Fragment(text="Which?", found=False)]}
    fields |= {"excerpt": [], "excerpt_of": None}
    return HistoryEntry.model_validate({**dict(reviewed_item(position)), **fields, **changes})


def practice_report(**changes: Any) -> PracticeReport:
    fields = {"practice_session_id": PRACTICE, "technology": "react", "name": "React", "kind": "adaptive"}
    fields |= {"correct": 10, "length": 10, "topics": [], "missed": []}
    return PracticeReport.model_validate(fields | changes)


def mistake(position: int, topic: str = "state") -> Mistake:
    return Mistake(
        position=position,
        item=shown_item(position, topic=topic.title()),
        response=ItemResponse(choices=["2"]),
        feedback=item_feedback(correct=False),
        practice_session_id=PRACTICE,
        topic=topic,
        answered_at=NOW,
    )


def technology_standing(**changes: Any) -> TechnologyStanding:
    """Return what ten answers to practice items say, of which no topic has enough."""
    topic = TopicMastery(
        topic="state", title="State", answers=4, correct=2, enough=False, score=450, low=350, high=550
    )
    fields = {"technology": "react", "name": "React", "cut_score": 500, "answers": 10, "due": 5}
    fields |= {"mistakes": 0, "ability": None, "readiness": None, "history": [], "exams": []}
    fields |= dict.fromkeys(("last_exam", "certificate", "retake_at"))
    return TechnologyStanding.model_validate(fields | {"topics": [topic], "difficulties": []} | changes)


def progress(*technologies: TechnologyProgress, **figures: int) -> Progress:
    numbers = dict.fromkeys(("certificates", "exams_passed", "practice_answered", "practice_correct"), 0)
    return Progress.model_validate({"technologies": technologies} | numbers | figures)


def learner_standing(*technologies: TechnologyStanding, **changes: Any) -> LearnerStanding:
    fields = {"time_zone": "UTC", "today": NOW.date(), "next_step": NextStep(kind="try_practice"), "due": 0}
    fields |= {"streak": 0, "longest_streak": 0, "minutes": 0, "days": [], "plans": []}
    return LearnerStanding.model_validate(fields | {"technologies": technologies} | changes)
