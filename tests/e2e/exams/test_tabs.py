"""The same test on two devices."""

from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered, expect_given, given
from tests.e2e.conftest import Visit
from tests.e2e.journeys import (
    Learner,
    expect_question,
    login_storage,
    next_question,
    submit,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product


def test_a_test_goes_on_from_one_device_to_another_and_back(
    member: Page, key: AnswerKey, visit: Visit, learner: Learner, product: Product, api_learner: ApiLearner
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    form = {"email": learner.email, "password": learner.password}
    phone = visit(login_storage(product.http.post("/api/auth/login", json=form).json()))
    phone.goto(member.url)
    expect_question(phone, number)
    key.answer(phone)
    next_question(phone)
    expect_question(phone, number + 1)
    key.answer(phone)
    expect_answered(phone)
    answer = given(phone)
    # The first device still shows the old question: its answer is refused, and it shows the current one.
    key.answer(member, right=False)
    expect_question(member, number + 1)
    expect_given(member, answer)
    next_question(member)
    expect_question(member, number + 2)
    # The other one still shows the question before, and then the result of the test that is submitted here.
    member.get_by_role("button", name="End the test now").click()
    submit(member)
    expect(member.get_by_role("heading", name="test result")).to_be_visible()
    phone.get_by_role("button", name="Next question").click()
    expect(phone.get_by_role("heading", name="test result")).to_be_visible()
