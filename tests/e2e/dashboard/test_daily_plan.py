"""The daily plan of the overview: its tasks, its calendar file, and what it says after a pass."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import at
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product


def test_the_plan_leads_to_practice_and_to_a_calendar_file(
    member: Page, tokens: dict[str, Any], product: Product
) -> None:
    learner = ApiLearner(product, tokens)
    member.goto("/dashboard")
    plan = member.get_by_role("region", name="Your daily plan")
    expect(plan.get_by_text("Answer 10 questions in one technology.")).to_be_visible()
    expect(plan.get_by_role("button")).to_have_count(0)

    learner.practice("react", wrong=range(2, 11, 2))
    member.goto("/dashboard")
    expect(plan.get_by_role("heading", name="React: 15 minutes for today")).to_be_visible()
    expect(plan.get_by_text("that’s where you’d lose the most points in the test today")).to_be_visible()
    expect(plan.get_by_text("With 15 minutes a day")).to_be_visible()
    member.goto("/de/dashboard")
    german = member.get_by_role("region", name="Ihr Tagesplan").get_by_role("listitem").first
    expect(german).to_have_text(re.compile(r"^\d+\sFragen: \w"), use_inner_text=True)
    member.goto("/dashboard")
    with member.expect_download() as downloading:
        plan.get_by_role("button", name="Add to your calendar").click()
    assert downloading.value.suggested_filename == "daily-plan.ics"
    assert downloading.value.path().read_bytes().startswith(b"BEGIN:VCALENDAR\r\n")
    plan.get_by_role("listitem").first.get_by_role("link").click()
    expect(member).to_have_url(re.compile(r"/practice-test/react/?\?topic=[a-z-]+&questions=\d+"))
    expect(member.get_by_role("button", name="Check answer")).to_be_visible()

    learner.take_exam("react", right=True)
    member.goto("/dashboard")
    expect(plan.get_by_text("You’ve passed everything you started")).to_be_visible()
    expect(plan.get_by_role("listitem")).to_have_count(0)
    plan.get_by_role("link", name="How your plan is made").click()
    expect(member).to_have_url(at("/support#progress"))
