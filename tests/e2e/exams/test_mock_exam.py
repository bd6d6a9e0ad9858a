"""A mock exam on a phone: from the locked card over the payment to the full review."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import at, expect_question
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product


def test_a_learner_gets_pro_and_takes_a_mock_exam_to_its_review(
    member: Page, tokens: dict[str, Any], product: Product, key: AnswerKey
) -> None:
    member.set_viewport_size({"width": 390, "height": 844})
    learner = ApiLearner(product, tokens)
    member.goto("/dashboard/practice")
    member.get_by_role("link", name="React: mock exam").click()
    expect(member.get_by_role("heading", name="React mock exam", level=1)).to_be_visible()
    expect(member.get_by_text("Mock exams are part of Pro")).to_be_visible()
    expect(member.get_by_role("button", name="Start the mock exam")).to_have_count(0)
    member.get_by_role("link", name="See what Pro adds").click()
    expect(member).to_have_url(at("/payment"))
    expect(member.get_by_text("Mock exams are part of Pro.")).to_be_visible()

    learner.get_access()
    member.goto("/mock-exam/react")
    member.get_by_role("button", name="Start the mock exam").click()
    expect(member.get_by_text("Mock exam – doesn’t count")).to_be_visible()
    expect(member.get_by_role("timer")).to_be_visible()
    assert key.go_on(member, right=False)
    # Most of the rest comes over the API, and the tab shows the question that is current then.
    number = learner.go_to_last("react", mock=True)
    member.reload()
    expect_question(member, number)
    while key.go_on(member):
        pass

    expect(member.get_by_role("heading", name="React mock exam result")).to_be_visible()
    expect(member.get_by_text(re.compile("^(Would have passed|Not yet)$"))).to_be_visible()
    expect(member.get_by_role("heading", name="Your topics")).to_be_visible()
    expect(member.get_by_role("heading", name="All questions")).to_be_visible()
    questions = member.get_by_role("heading", name=re.compile(r"^Question \d+$"))
    assert questions.count() >= 20
    expect(member.get_by_text("Official documentation:").first).to_be_visible()
    expect(member.get_by_text("Congratulations")).to_have_count(0)
    assert member.evaluate("document.documentElement.scrollWidth") <= 390

    member.goto("/dashboard/practice")
    expect(member.get_by_role("heading", name="Mock exams")).to_be_visible()
    member.get_by_role("link", name="Details: React").click()
    expect(member).to_have_url(re.compile("/test-results/"))
