"""The review of a practice session: the list of its questions, and the filter for mistakes."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import login_storage, tab_to
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product

_WRONG = (2, 5, 9)
_APART = """(link) => {
  const [list, heading] = [link, document.activeElement].map((one) => one.getBoundingClientRect());
  return list.bottom <= heading.top || list.right <= heading.left;
}"""
"""Whether a link is above or beside the element with the focus."""


@pytest.fixture(scope="module")
def practiced(product: Product) -> tuple[ApiLearner, str]:
    """Return a learner with access, and the id of a practice session with three mistakes."""
    learner = ApiLearner.register(product, "Ada Lovelace", "ada.review@example.com")
    learner.get_access()
    return learner, learner.practice("react", wrong=_WRONG)


@pytest.fixture
def review(visit: Visit, practiced: tuple[ApiLearner, str]) -> Page:
    """Open the review of that session, which no test changes."""
    learner, session_id = practiced
    page = visit(login_storage(learner.tokens))
    page.goto(f"/practice-results/{session_id}")
    expect(page.get_by_role("heading", name="All questions")).to_be_visible()
    return page


def _links(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Questions").get_by_role("link")


def _questions(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile(r"^Question \d+$"))


def test_the_list_leads_to_each_question_and_stays_in_view(review: Page) -> None:
    expect(_links(review)).to_have_count(10)
    last, heading = _links(review).last, review.get_by_role("heading", name="Question 10")
    for width in (320, 1280):
        review.set_viewport_size({"width": width, "height": 800})
        last.focus()
        review.evaluate("scrollTo(0, 0)")
        review.keyboard.press("Enter")
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        expect(last).to_be_in_viewport()
        # It covers no part of the question.
        review.wait_for_function(_APART, arg=last.element_handle())
        assert review.evaluate("document.documentElement.scrollWidth") <= width
    # The URL stays, so that the browser's back button leaves the review.
    assert "#" not in review.url


def test_links_and_options_say_what_was_correct_and_topics_with_few_answers_have_no_score(
    review: Page,
) -> None:
    for number in range(1, 11):
        outcome = "Incorrect" if number in _WRONG else "Correct"
        name = re.compile(rf"^Question {number}\b.*\b{outcome}$")
        expect(_links(review).nth(number - 1)).to_have_accessible_name(name)
    unseen = re.compile(r"^(Correct answer|Correct, not chosen)$")
    for number in range(1, 11):
        question = review.get_by_role("listitem").filter(
            has=review.get_by_role("heading", name=f"Question {number}", exact=True)
        )
        if question.get_by_text("Your choice", exact=True).count():
            expect(question.get_by_text(unseen).first).to_be_visible(visible=number in _WRONG)
    plan = review.get_by_text("Your study plan", exact=True).locator("..")
    expect(plan.get_by_text("A topic gets a score after 5 different questions.")).to_be_visible()
    expect(plan.get_by_role("img")).to_have_count(0)
    expect(plan.get_by_role("link", name=re.compile("^Practice ")).first).to_be_visible()


def test_the_filter_leaves_the_mistakes(review: Page) -> None:
    expect(_questions(review)).to_have_count(10)
    review.get_by_role("link", name=re.compile("^Read: ")).last.focus()
    tab_to(review, "[name=mistakes-only]")
    review.keyboard.press("Space")
    expect(_questions(review)).to_have_text([f"Question {number}" for number in _WRONG])
    expect(_links(review)).to_have_count(len(_WRONG))
    said = review.get_by_role("status").filter(has_text="questions shown")
    expect(said).to_have_text("3 of 10 questions shown", use_inner_text=True)
    review.get_by_role("checkbox", name="Mistakes only (3 of 10)").uncheck()
    expect(_questions(review)).to_have_count(10)
    expect(said).to_have_text("All questions shown", use_inner_text=True)
