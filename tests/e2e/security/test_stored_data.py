"""What the product keeps in a browser, all of which the privacy notice names."""

from playwright.sync_api import Page, expect

from tests.e2e.accounts.test_social_sign_in import choose, continue_as
from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import Learner, answer_and_check, expect_dashboard, start_exam
from tests.e2e.paying import expect_pay_page, plan


def test_the_privacy_notice_names_everything_that_a_browser_keeps(
    page: Page, learner: Learner, key: AnswerKey
) -> None:
    page.goto("/privacy")
    named = set(page.get_by_role("article").locator("code").all_inner_texts())
    found = _kept(page)
    page.goto("/certifications/react")
    page.get_by_role("button", name="Start the questions").click()
    page.get_by_role("button", name="Wrap lines").first.click()
    answer_and_check(page, key)
    expect(page.locator("#verdict")).to_be_focused()
    found |= _kept(page)
    page.goto("/auth/register")
    choose(page, "GitHub")
    continue_as(page, learner)
    expect_dashboard(page)
    found |= _kept(page)
    start_exam(page, "react")
    key.answer(page)
    found |= _kept(page)
    page.goto("/payment?returnUrl=%2Fdashboard%2Fprogress&reason=access_required")
    plan(page, "Lifetime").click()
    expect_pay_page(page)
    page.goto("/dashboard")
    page.get_by_role("link", name="Progress", exact=True).filter(visible=True).first.click()
    expect(page.get_by_role("heading", name="Progress", level=1)).to_be_visible()
    found |= _kept(page)
    # The visit has left traces of all kinds.
    assert {"user", "code_wrap", "react-router-scroll-positions", "running_attempt", "sample"} <= found
    assert {one for one in found if not one.startswith("sb-")} <= named
    # The script of the payment provider, which may set cookies, is the sandbox's here.
    assert page.context.cookies() == []


def _kept(page: Page) -> set[str]:
    return set(page.evaluate("() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]"))
