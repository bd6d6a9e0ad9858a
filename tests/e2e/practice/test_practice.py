"""Practice, and its review with paid access."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_given, given
from tests.e2e.exams.test_reporting import opened
from tests.e2e.journeys import Learner, answer_and_check, expect_question, sign_in, tab_to
from tests.e2e.learning import ApiLearner, open_practice_at
from tests.e2e.login_sessions import end_login_session, expect_sign_in_for
from tests.e2e.product import Product
from webdev_certs.shared.vocabulary import ItemFormat


def test_a_practice_session_explains_every_answer_and_resumes_after_a_reload(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    member.goto("/practice-test/react")
    for number, right in ((1, True), (2, False), (3, True)):
        expect_question(member, number)
        answer_and_check(member, key, right=right)
        expect(member.get_by_text("Official documentation")).to_be_visible()
        expect(member.locator("#verdict")).to_be_focused()
        tab_to(member, "main button")
        member.keyboard.press("Enter")
    expect_question(member, 4)
    item = key.item(member)
    member.reload()
    expect_question(member, 4)
    assert key.item(member) == item

    # A report leaves the feedback.
    answer_and_check(member, key)
    dialog = opened(member)
    dialog.get_by_label("What’s wrong?").select_option("wrong_key")
    dialog.get_by_role("button", name="Send report").click()
    expect(dialog).to_be_hidden()
    expect(member.get_by_role("main").get_by_text("Official documentation")).to_be_visible()
    (report,) = api_learner.call("GET", "/profile/export")["reports"]
    assert (report["source"], report["kind"]) == ("practice", "wrong_key")
    member.get_by_role("button", name="Next question").click()
    expect_question(member, 5)


def test_the_verdict_is_in_the_window_however_low_that_is(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    formats: tuple[ItemFormat, ...] = ("match_pairs", "single_choice")
    for item_format in formats:
        # A new tab, because a tab shows its last verdict again.
        page = member.context.new_page()
        open_practice_at(page, api_learner, item_format)
        page.set_viewport_size({"width": 1280, "height": 420})
        answer_and_check(page, key, right=False)
        _expect_verdict_in_window(page)


def _expect_verdict_in_window(page: Page) -> None:
    verdict = page.locator("#verdict")
    expect(verdict).to_be_focused()
    expect(verdict).to_be_in_viewport(ratio=1)
    # The header covers nothing of it, once the page has scrolled.
    page.wait_for_function(
        "() => { const one = document.getElementById('verdict'), { left, top } = one.getBoundingClientRect();"
        " return one.contains(document.elementFromPoint(left + 20, top + 4)); }"
    )
    expect(page.get_by_text("Correct answer", exact=True).and_(page.locator("dt"))).to_have_count(0)
    button = page.get_by_role("button", name=re.compile("Next question|Show result"))
    expect(button.locator("xpath=..").get_by_text("Incorrect", exact=True)).to_be_visible()


def test_after_a_new_sign_in_practice_goes_on_with_the_answer(
    member: Page,
    key: AnswerKey,
    learner: Learner,
    product: Product,
    tokens: dict[str, Any],
    api_learner: ApiLearner,
) -> None:
    """The browser keeps answers of pairs in the same way: `tests/e2e/exams/test_saving_again.py`."""
    number = open_practice_at(member, api_learner, "order_lines")
    path = member.evaluate("location.pathname")
    key.answer(member)
    answer = given(member)
    end_login_session(member, product, tokens)
    member.get_by_role("button", name="Check answer").click()
    expect_sign_in_for(member, path)
    expect(member.get_by_text("You’ve been signed out.")).to_have_count(1)
    sign_in(member, learner)
    expect_question(member, number)
    expect_given(member, answer)
    member.get_by_role("button", name="Check answer").click()
    expect(member.locator("#verdict").get_by_text("Correct", exact=True)).to_be_visible()


def test_missed_questions_are_listed_and_asked_again(member: Page, key: AnswerKey) -> None:
    member.goto("/dashboard")
    expect(member.get_by_role("heading", name="Try 3 questions")).to_be_visible()
    member.get_by_role("link", name="Try 3 questions about Java").click()
    for number, right in ((1, True), (2, False), (3, False)):
        expect_question(member, number)
        answer_and_check(member, key, right=right)
        member.get_by_role("button", name=re.compile("Next question|Show result")).click()
    heading = member.get_by_role("heading", name="Practice round finished")
    expect(heading).to_be_focused()
    expect(member.get_by_text("1 of 3 correct", exact=True).first).to_be_visible()
    expect(member.get_by_role("heading", name="How this round changed your Java estimate")).to_be_visible()
    expect(member.get_by_text(re.compile(r"^Your first estimate: about \d+"))).to_be_visible()
    seen = member.get_by_role("heading", name="The explanations of this round").locator("xpath=..")
    expect(seen.get_by_text("Official documentation:").first).to_be_hidden()
    seen.get_by_text("Question 2").first.click()
    expect(seen.get_by_text("Official documentation:").nth(1)).to_be_visible()
    missed = member.get_by_role("heading", name="What you missed").locator("xpath=..")
    expect(missed.get_by_role("listitem")).to_have_count(2)
    expect(member.get_by_role("heading", name="What Pro adds")).to_be_visible()

    member.get_by_role("link", name="Retry the 2 you missed").click()
    expect(member).to_have_url(re.compile(r"\?retry=[0-9a-f-]{36}$"))
    for number in (1, 2):
        expect_question(member, number)
        answer_and_check(member, key)
        member.get_by_role("button", name=re.compile("Next question|Show result")).click()
    expect(member.get_by_text("2 of 2 correct", exact=True).first).to_be_visible()
    # These answers are not the first ones to their questions.
    expect(member.get_by_role("heading", name="How this round changed your Java estimate")).to_have_count(0)

    member.goto("/dashboard/progress")
    expect(member.get_by_text(re.compile(r"you’re at about \d+ in Java"))).to_be_visible()
    expect(
        member.get_by_text("You’ll see a chart once you’ve practiced or taken a test on two days.")
    ).to_be_visible()
    expect(member.get_by_text("A topic gets a score after 5 different questions.")).to_be_visible()
    topic = member.get_by_role("link", name=re.compile("^Practice [^:]+$")).filter(visible=True)
    expect(topic).to_have_count(0)
    summary = member.get_by_text(re.compile(r"^\d\stopics? with too few answers$"))
    summary.focus()
    summary.press("Enter")
    expect(topic.first).to_be_visible()
    numbers = member.get_by_role("table", name="Ability in Java over time")
    expect(numbers).to_be_hidden()
    member.get_by_text("Show the numbers").nth(1).click()
    expect(numbers.get_by_role("row")).to_have_count(2)
    member.set_viewport_size({"width": 320, "height": 700})
    assert member.evaluate("document.documentElement.scrollWidth") == 320
    expect(member.get_by_text("Answer 7 more questions to see your chance of passing.")).to_be_visible()
    member.goto("/dashboard")
    expect(member.get_by_role("heading", name="Continue: Java")).to_be_visible()
