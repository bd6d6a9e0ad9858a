"""All mistakes in one place, with paid access."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, at, expect_question
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product

_QUESTION = re.compile(r"^Question \d+$")


def test_mistakes_are_listed_until_they_are_corrected(
    member: Page, tokens: dict[str, Any], product: Product, key: AnswerKey
) -> None:
    member.set_viewport_size({"width": 390, "height": 844})
    learner = ApiLearner(product, tokens)
    learner.practice("react", wrong=(2, 5))
    member.goto("/dashboard/practice")
    expect(member.get_by_text("You have 2 mistakes to review.")).to_be_visible()
    member.get_by_role("link", name="See them with Pro").click()
    expect(member).to_have_url(at("/payment"))
    expect(member.get_by_text("Seeing all your mistakes in one place is part of Pro.")).to_be_visible()

    learner.get_access()
    member.goto("/dashboard/practice")
    member.get_by_role("link", name="Review your 2 mistakes").click()
    expect(member.get_by_role("heading", name="Your mistakes", level=1)).to_be_visible()
    expect(member.get_by_role("heading", name=_QUESTION)).to_have_count(2)
    expect(member.get_by_role("checkbox")).to_have_count(0)
    expect(member.get_by_text("Official documentation:").first).to_be_visible()
    assert member.evaluate("document.documentElement.scrollWidth") <= 390

    member.get_by_role("link", name="Practice these again").click()
    for number, right in ((1, True), (2, False)):
        expect_question(member, number)
        answer_and_check(member, key, right=right)
        member.get_by_role("button", name=re.compile("Next question|Show result")).click()
    expect(member.get_by_text("1 of 2 correct", exact=True).first).to_be_visible()
    expect(member.get_by_role("button", name="Another round")).to_have_count(0)
    member.goto("/dashboard/progress")
    member.get_by_role("link", name="Review your mistake", exact=True).click()
    expect(member.get_by_role("heading", name=_QUESTION)).to_have_count(1)

    # They are listed by technology and topic.
    learner.practice("csharp", wrong=range(1, 11))
    learner.practice("java", wrong=(1,))
    member.goto("/practice-mistakes/csharp")
    topics = member.get_by_role("navigation", name="Topics").get_by_role("link")
    member.get_by_text("By topic", exact=True).click()
    expect(topics.first).to_have_text("All topics10")
    expect(topics.first).to_have_attribute("aria-current", "page")
    count = int(re.sub(r"\D", "", topics.nth(1).inner_text()))
    topics.nth(1).click()
    expect(topics.nth(1)).to_have_attribute("aria-current", "page")
    expect(member.get_by_role("heading", name=_QUESTION)).to_have_count(count)
    technologies = member.get_by_role("navigation", name="Technologies")
    technologies.get_by_role("link", name="Java").click()
    expect(member.get_by_role("heading", name=_QUESTION)).to_have_count(1)
    member.goto("/practice-mistakes/vue")
    expect(member.get_by_role("heading", name="No mistakes left in Vue")).to_be_visible()
    expect(member.get_by_role("link", name="Start a round")).to_be_visible()
