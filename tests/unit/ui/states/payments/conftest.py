"""A tab on the payment page, in front of a fake of the API."""

import pytest

from tests.fake_api import FakeApi
from tests.unit.ui.states.browser import Tab
from tests.unit.ui.states.payments.records import CONFIG, PLANS, STRIPE_PAGE, billing, payment
from tests.unit.ui.states.records import learner_standing
from webdev_certs.schemas.payments import CheckoutSession, PaymentStatus
from webdev_certs.ui.client import Api, Page


@pytest.fixture
def buyer(learner: Tab, fake: FakeApi) -> Tab:
    """A signed-in user on the payment page who has not paid for anything."""
    fake.answer(Api.payment_config, CONFIG)
    fake.answer(Api.plans, PLANS)
    fake.answer(Api.subscription, billing("none"))
    fake.answer(Api.payment_history, Page([payment()], ""))
    fake.answer(Api.payment_status, PaymentStatus(has_paid=False))
    fake.answer(Api.standing, learner_standing())
    fake.answer(Api.create_checkout_session, CheckoutSession(session_id="cs_test_1", url=STRIPE_PAGE))
    learner.open("/payment")
    return learner
