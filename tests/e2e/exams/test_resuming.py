"""An open test resumes after a reload, a network error or a restart of the server."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered, expect_given, expect_item, given, shown
from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.exams.test_saving_again import open_attempt
from tests.e2e.journeys import Learner, expect_question, login_storage, next_question, start_exam
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product


def _second_question_answered(page: Page, key: AnswerKey) -> None:
    start_exam(page, "react")
    key.answer(page)
    next_question(page)
    expect_question(page, 2)
    key.answer(page)
    expect_answered(page)


def test_the_dashboard_leads_back_to_a_running_attempt(member: Page, key: AnswerKey) -> None:
    _second_question_answered(member, key)
    item = shown(member)
    # In another tab, because this one asks before the test is left.
    dashboard = member.context.new_page()
    dashboard.goto("/dashboard")
    expect(dashboard.get_by_role("heading", name="Your React test is running")).to_be_visible()
    expect(
        dashboard.get_by_text(re.compile(r"The timer keeps running until \d+:\d\d\s[AP]M"))
    ).to_be_visible()
    for view in ("overview", "certifications", "practice"):
        dashboard.goto(f"/dashboard/{view}")
        dashboard.get_by_role("link", name="Resume the React test").click()
        expect_question(dashboard, 2)
        expect_item(dashboard, item)


def test_what_learners_do_while_the_server_is_down_is_saved(
    member: Page,
    visit: Visit,
    key: AnswerKey,
    product: Product,
    console: Console,
    learner: Learner,
    api_learner: ApiLearner,
) -> None:
    """Four learners look at one outage.

    They have a choice, a typed text, an answer that is not complete yet, and one with which they go on.
    """
    number = open_exam_at(member, api_learner, *CHOICES)
    typist, pairing, hurried = (
        ApiLearner.register(product, learner.name, f"{name}.{learner.email}")
        for name in ("typist", "pairing", "hurried")
    )
    typing, pairs, going_on = (visit(login_storage(one.tokens)) for one in (typist, pairing, hurried))
    typed_at = open_exam_at(typing, typist, "fill_in")
    open_exam_at(pairs, pairing, "match_pairs")
    pairs.locator("form select").first.select_option(index=1)
    begun = given(pairs)
    _mark_drawing(pairs)
    left = open_exam_at(going_on, hurried, *CHOICES)
    console.connection_may_be_lost()
    product.kill()
    for page in (member, typing, going_on):
        expect(page.get_by_text("You’re offline.")).to_be_visible()
    key.answer(member)
    item, answer = shown(member), given(member)
    typing.get_by_label("Your answer").press_sequentially("404", delay=20)
    key.answer(going_on)
    next_question(going_on)
    product.start()
    _expect_new_drawing(pairs)
    expect_given(pairs, begun)
    key.answer(pairs)
    for page in (member, typing, pairs):
        expect_answered(page)
    typing.reload()
    expect_question(typing, typed_at)
    expect(typing.get_by_label("Your answer")).to_have_value("404")
    expect_given(member, answer)
    member.reload()
    expect_question(member, number)
    expect_item(member, item)
    expect_given(member, answer)
    expect_answered(member)
    next_question(member)
    expect_question(member, number + 1)
    _expect_gone_on(going_on, left, product, hurried)


def _expect_gone_on(page: Page, number: int, product: Product, learner: ApiLearner) -> None:
    """Expect that a click while the server was down counts, or can be repeated. It never counts twice."""
    again = page.get_by_text("Answer saved", exact=True)
    gone_on = page.get_by_role("heading", name=re.compile(rf"question {number + 1}\b"))
    expect(again.or_(gone_on).first).to_be_visible()
    # "Saved" may still be on the screen for a moment before the click takes effect.
    if not gone_on.count() and open_attempt(product, dict(learner.tokens))["position"] == number:
        next_question(page)
    expect_question(page, number + 1)


def _mark_drawing(page: Page) -> None:
    page.evaluate("() => { document.querySelector('main form').dataset.drawn = 'before'; }")


def _expect_new_drawing(page: Page) -> None:
    page.wait_for_selector("main form:not([data-drawn])")


def test_an_answer_given_offline_is_saved_afterwards(
    member: Page, key: AnswerKey, console: Console, api_learner: ApiLearner
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    for width in (390, 320):
        member.set_viewport_size({"width": width, "height": 844})
        banner = member.get_by_role("banner")
        expect(banner.get_by_text(f"Question {number} of up to 40")).to_be_visible()
        assert member.evaluate("document.documentElement.scrollWidth") <= width
    console.connection_may_be_lost()
    member.context.set_offline(True)
    expect(member.get_by_text("You’re offline.")).to_be_visible()
    # Phones show it beside the timer: the line that says more may be below the window.
    mark = member.get_by_title("Offline")
    expect(mark).to_be_in_viewport()
    key.answer(member)
    answer = given(member)
    member.context.set_offline(False)
    expect_answered(member)
    expect(mark).to_be_hidden()
    member.reload()
    expect_question(member, number)
    expect_given(member, answer)


def test_a_new_question_is_not_shown_as_saved_before_its_answer(member: Page, key: AnswerKey) -> None:
    member.clock.install()
    start_exam(member, "react")
    number = 1
    seen = 0
    while seen < 2:
        key.answer(member)
        next_question(member)
        number += 1
        expect_question(member, number)
        if key.item(member).format in CHOICES:
            seen += 1
            # The delayed messages of the page are sent now, and the refusal comes after their responses.
            member.clock.fast_forward(1000)
            next_question(member)
            expect(member.get_by_text("Answer this question before you continue.")).to_be_visible()
            expect(member.locator("p[data-state]")).to_have_attribute("data-state", "")
