"""What the result says about a test that an operator looks at."""

from typing import Any

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.exams.sitting import RESULT_PAGE
from tests.unit.ui.states.records import NOW, attempt_result
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.exams.result import ExamResultState

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
    shown = await learner.load(ExamResultState, RESULT_PAGE)
    assert (shown.phase, shown.review_title, shown.review_words) == ("ready", title, words)
