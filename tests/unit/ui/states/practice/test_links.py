"""The kinds of practice sessions, as labels and links."""

from uuid import UUID

import pytest

from tests.unit.ui.states.records import practice_summary
from webdev_certs.schemas.practice import PracticeSummary
from webdev_certs.shared.translation import in_language
from webdev_certs.ui.states.practice.links import practice_href, practice_label, review_label

FIRST = UUID(int=1)
STATE = {"topic": "state", "topic_title": "State"}


@pytest.mark.parametrize(
    ("practice", "label", "href"),
    [
        (practice_summary("adaptive"), "Adaptive", "react"),
        (practice_summary("difficulty", difficulty="advanced"), "Advanced", "react/advanced"),
        (practice_summary("topic", **STATE), "State", "react?topic=state"),
        (
            practice_summary("topic", difficulty="beginner", **STATE),
            "State, Beginner",
            "react/beginner?topic=state",
        ),
        (practice_summary("review", "all"), "Review", "all?round=review"),
        (practice_summary("review", "java"), "Review", "java?round=review"),
        (practice_summary("retry", retry_of=FIRST), "Retry", f"react?retry={FIRST}"),
        (
            practice_summary("question", practice_session_id=FIRST),
            "One question",
            f"react?reopen={FIRST}",
        ),
        (practice_summary("mistakes"), "Mistakes", "react?round=mistakes"),
        (practice_summary("mistakes", **STATE), "State, Mistakes", "react?topic=state&round=mistakes"),
    ],
)
def test_each_kind_has_a_label_and_a_path_that_resumes_it(practice: PracticeSummary, label: str, href: str):
    assert (practice_label(practice), practice_href(practice)) == (label, f"/practice-test/{href}")


@pytest.mark.parametrize(
    ("due", "language", "label"),
    [
        (5, "en", "Review 5 due"),
        (10, "en", "Review 10 due"),
        (15, "en", "Review 10 of 15 due"),
        (23, "de", "10\u00a0von\u00a023 wiederholen"),
    ],
)
def test_a_review_says_how_many_of_the_due_questions_it_asks(due: int, language: str, label: str):
    with in_language(language):
        assert review_label(due) == label
