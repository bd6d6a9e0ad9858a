"""Emails that people can switch off: by the link in one, and in the profile."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner
from tests.e2e.learning import ApiLearner
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product


def test_a_mail_is_unsubscribed_from_and_switched_on_again_by_keyboard(
    member: Page, visit: Visit, learner: Learner, api_learner: ApiLearner, product: Product
) -> None:
    test_id = api_learner.start_exam("react")["test_id"]
    api_learner.call("POST", f"/tests/{test_id}/submit")

    stranger = visit()
    stranger.goto(mailed_link(product, learner.email, "/unsubscribe"))
    expect(stranger.get_by_text("Stop emails about “Test results”?")).to_be_visible()
    expect(stranger).not_to_have_url(re.compile("token"))
    stranger.get_by_role("main").get_by_role("button", name="Unsubscribe").click()
    expect(stranger.get_by_role("heading", level=1, name="You’re unsubscribed")).to_be_visible()
    expect(stranger).to_have_title("Unsubscribed · WebDev Certs")

    member.goto("/dashboard/profile")
    results = member.get_by_role("switch", name="Test results", exact=True)
    expect(results).not_to_be_checked()
    expect(member.get_by_role("switch", name="Retakes")).to_be_checked()
    results.press("Space")
    expect(member.get_by_role("status").filter(has_text="“Test results” is on.")).to_be_visible()
    expect(results).to_be_focused()
    member.reload()
    expect(results).to_be_checked()
