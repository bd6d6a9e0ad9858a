"""What the API answers to a learner who practices."""

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.records import (
    practice_feedback,
    practice_report,
    practice_state,
    reviewed_item,
    technology,
)
from webdev_certs.schemas.payments import PaymentStatus
from webdev_certs.ui.client import Api, Page


@pytest.fixture(autouse=True)
def answers(fake: FakeApi) -> None:
    """Nothing was practiced so far, and access is not paid."""
    fake.answer(Api.technologies, [technology(), technology("java", "Java")])
    fake.answer(Api.unfinished_practice, None)
    for start in (Api.start_practice, Api.start_review, Api.start_mistakes, Api.retry_practice):
        fake.answer(start, practice_state())
    fake.answer(Api.answer_practice, practice_feedback())
    fake.answer(Api.practice_session, practice_state(2))
    fake.answer(Api.practice_report, practice_report())
    fake.answer(Api.practice_answers, [reviewed_item()])
    fake.answer(Api.mistakes, Page([], ""))
    fake.answer(Api.mistake_counts, [])
    fake.answer(Api.payment_status, PaymentStatus(has_paid=False))


@pytest.fixture
def paid(fake: FakeApi) -> None:
    """Access is paid."""
    fake.answer(Api.payment_status, PaymentStatus(has_paid=True))
