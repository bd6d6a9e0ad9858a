"""The review of a practice session: the list of its questions, and the filter for mistakes."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.e2e.journeys import tab_to
from tests.e2e.learning import ApiLearner

_WRONG = (2, 5, 9)
_APART = """(link) => {
  const [list, heading] = [link, document.activeElement].map((one) => one.getBoundingClientRect());
  return list.bottom <= heading.top || list.right <= heading.left;
}"""
"""Whether a link is above or beside the element with the focus."""


def _links(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Questions").get_by_role("link")


def _questions(page: Page) -> Locator:
    return page.get_by_role("heading", name=re.compile(r"^Question \d+$"))


def test_the_list_leads_to_each_question_and_the_filter_leaves_the_mistakes(
    member: Page, api_learner: ApiLearner
) -> None:
    api_learner.get_access()
    member.goto(f"/practice-results/{api_learner.practice('react', wrong=_WRONG)}")
    expect(member.get_by_role("heading", name="All questions")).to_be_visible()
    _expect_list_in_view(member)
    _expect_outcomes(member)
    _expect_filter(member)


def _expect_list_in_view(review: Page) -> None:
    """Expect that the list of questions leads to each of them, and is in view there."""
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


def _expect_outcomes(review: Page) -> None:
    """Expect that links and options say what was correct, and that topics with few answers have no score."""
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


def _expect_filter(review: Page) -> None:
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
