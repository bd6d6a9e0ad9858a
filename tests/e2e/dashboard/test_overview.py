"""The overview after a test: what to do next, and where the learner stands."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.journeys import at
from tests.e2e.learning import ApiLearner


def test_after_a_pass_the_certificate_is_shared_and_another_technology_begun(
    member: Page, api_learner: ApiLearner
) -> None:
    api_learner.practice("react", wrong=(2,))
    api_learner.take_exam("react", right=True)
    member.goto("/dashboard")
    main = member.get_by_role("main")
    expect(main.get_by_role("heading", name="You passed React!")).to_be_visible()
    stands = main.get_by_role("region", name="Where you stand").get_by_role("listitem")
    expect(stands).to_have_count(1)
    expect(stands).to_contain_text(re.compile(r"at about \d+ \(likely \d+–\u2060\d+\)"))
    expect(stands.get_by_role("link", name=re.compile("passed$"))).to_be_visible()
    expect(stands.get_by_role("link", name=re.compile("^Valid until"))).to_be_visible()
    # Neither the step nor the card suggests practicing what was just passed.
    expect(main.locator('a[href*="/practice-test/react"]')).to_have_count(0)
    main.get_by_role("link", name="Share your certificate").click()
    expect(member).to_have_url(at("/dashboard/my-certificates"))
    member.go_back()
    main.get_by_role("link", name="Try 3 questions about Angular").click()
    expect(member.get_by_role("heading", name="Angular practice: question 1 of 3")).to_be_attached()
