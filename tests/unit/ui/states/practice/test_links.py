"""The kinds of practice sessions, as labels and links."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.practice.links import practice_href, practice_label, review_label

FIRST = UUID(int=1)


def summary(kind: str, technology: str = "react", **changes: Any) -> PracticeSummary:
    fields: dict[str, Any] = dict.fromkeys(("difficulty", "topic", "topic_title", "retry_of", "finished_at"))
    fields |= {"practice_session_id": UUID(int=2), "name": "React", "answered": 0, "correct": 0, "length": 10}
    fields |= {"started_at": datetime(2026, 3, 2, tzinfo=UTC), "kind": kind, "technology": technology}
    return PracticeSummary.model_validate(fields | changes)


@pytest.mark.parametrize(
    ("practice", "label", "href"),
    [
        (summary("adaptive"), "Adaptive", "react"),
        (summary("difficulty", difficulty="advanced"), "Advanced", "react/advanced"),
        (summary("topic", topic="state", topic_title="State"), "State", "react?topic=state"),
        (
            summary("topic", topic="state", topic_title="State", difficulty="beginner"),
            "State, Beginner",
            "react/beginner?topic=state",
        ),
        (summary("review", "all"), "Review", "all?round=review"),
        (summary("review", "java"), "Review", "java?round=review"),
        (summary("retry", retry_of=FIRST), "Retry", f"react?retry={FIRST}"),
        (summary("mistakes"), "Mistakes", "react?round=mistakes"),
        (
            summary("mistakes", topic="state", topic_title="State"),
            "State, Mistakes",
            "react?topic=state&round=mistakes",
        ),
    ],
)
def test_each_kind_has_a_label_and_a_path_that_resumes_it(practice: PracticeSummary, label: str, href: str):
    assert (practice_label(practice), practice_href(practice)) == (label, f"/practice-test/{href}")


@pytest.mark.parametrize(
    ("due", "label"), [(5, "Review 5 due"), (10, "Review 10 due"), (15, "Review 10 of 15 due")]
)
def test_a_review_says_how_many_of_the_due_questions_it_asks(due: int, label: str):
    assert review_label(due) == label


def test_a_review_says_so_in_german():
    with in_language("de"):
        assert review_label(23) == "Wiederholen (10 von 23 fälligen)"
