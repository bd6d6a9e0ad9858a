"""The overview: the tasks and the calendar file of the daily plan, and what comes after a pass."""

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
    _expect_what_follows_a_pass(member)
    member.goto("/dashboard")
    expect(plan.get_by_text("You’ve passed everything you started")).to_be_visible()
    expect(plan.get_by_role("listitem")).to_have_count(0)
    plan.get_by_role("link", name="How your plan is made").click()
    expect(member).to_have_url(at("/support#progress"))


def _expect_what_follows_a_pass(page: Page) -> None:
    """Expect that the overview says where the learner stands, and leads to the certificate and onwards."""
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="You passed React!")).to_be_visible()
    stands = main.get_by_role("region", name="Where you stand").get_by_role("listitem")
    expect(stands).to_have_count(1)
    expect(stands).to_contain_text(re.compile(r"at about \d+ \(likely \d+–\u2060\d+\)"))
    expect(stands.get_by_role("link", name=re.compile("passed$"))).to_be_visible()
    expect(stands.get_by_role("link", name=re.compile("^Valid until"))).to_be_visible()
    # Neither the step nor the card suggests practicing what was just passed.
    expect(main.locator('a[href*="/practice-test/react"]')).to_have_count(0)
    main.get_by_role("link", name="Share your certificate").click()
    expect(page).to_have_url(at("/dashboard/my-certificates"))
    page.go_back()
    main.get_by_role("link", name="Try 3 questions about Angular").click()
    expect(page.get_by_role("heading", name="Angular practice: question 1 of 3")).to_be_attached()
