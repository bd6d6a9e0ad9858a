"""The timer of a running attempt: whatever happens to tab or server, the attempt ends with its result."""

from datetime import UTC, datetime, timedelta

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_given, given
from tests.e2e.journeys import expect_question, jump, let_the_clock_jump, start_exam
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product


def _clock(page: Page) -> Locator:
    return page.get_by_role("timer").get_by_role("button")


def _expect_result(page: Page) -> None:
    expect(page.get_by_role("heading", name="test result")).to_be_visible()
    expect(page.get_by_text("Time ran out at")).to_be_visible()


def test_at_zero_the_server_is_asked_until_it_answers(member: Page, product: Product) -> None:
    let_the_clock_jump(member)
    start_exam(member, "react")
    product.end_attempts_in(0)
    with product.without_table("attempts"):
        jump(member, minutes=46)
        expect(_clock(member)).to_have_text("0:00")
        expect(member.get_by_role("alert").filter(has_text="wrong")).to_be_visible()
    _expect_result(member)

    start_exam(member, "vue")
    product.end_attempts_in(0)
    with product.suspended():
        jump(member, minutes=46)
        expect(_clock(member)).to_have_text("0:00")
    _expect_result(member)


def test_after_the_timers_of_a_tab_were_stopped_the_clock_follows_the_server(
    member: Page, key: AnswerKey, product: Product, api_learner: ApiLearner
) -> None:
    member.clock.install()
    number = open_exam_at(member, api_learner, *CHOICES)
    key.answer(member)
    answer = given(member)
    # The timers fire once, all too late. By the server's clock there is time left.
    member.clock.fast_forward("50:00")
    expect(_clock(member)).not_to_have_text("0:00")
    expect_question(member, number)
    expect_given(member, answer)
    product.end_attempts_in(0)
    member.clock.fast_forward("50:00")
    _expect_result(member)


def test_after_the_computer_has_slept_the_clock_follows_the_server(member: Page, product: Product) -> None:
    start_exam(member, "react")
    product.end_attempts_in(0)
    # While a computer sleeps, its clock goes on and the browser's timers do not.
    member.clock.set_system_time(datetime.now(UTC) + timedelta(hours=1))
    _expect_result(member)
