"""The tutor in the help with an answered question: with a language model, and with one that breaks off.

`test_question_help.py` shows that there is none without a model.
"""

from collections.abc import Iterator

import pytest
from llmock.pytest_plugin import LLMock
from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, expect_announced, record_announcements
from tests.e2e.product import Product
from webdev_certs.shared.translation import _, in_language, language_prefix

QUESTION = "/practice-test/react?question=react-hooks-m001"
LONG = "This is a sentence. " * 100


@pytest.fixture
def model(product: Product, llmock: LLMock) -> Iterator[LLMock]:
    """Start the product with a language model."""
    own = {"LLM_BASE_URL": llmock.base_url(), "LLM_MODEL": "gpt-4o", "LLM_API_KEY": "secret"}
    product.kill()
    product.environment |= own
    product.start()
    yield llmock
    product.kill()
    for name in own:
        del product.environment[name]


def _answer(page: Page, key: AnswerKey) -> None:
    page.goto(QUESTION)
    answer_and_check(page, key, right=False)


def _open_help(page: Page) -> Locator:
    """Open the help with the answered question, in the language of the context."""
    panel = page.locator("details", has_text=_("Help with this question"))
    panel.locator("summary").first.click()
    expect(panel.get_by_role("group", name=_("Similar questions"))).to_be_visible()
    return panel


def test_the_tutor_explains_after_the_consent_until_it_is_withdrawn(
    model: LLMock, member: Page, key: AnswerKey
) -> None:
    record_announcements(member)
    _answer(member, key)
    tutor = _open_help(member).get_by_role("group", name="Ask the tutor")
    ask = tutor.get_by_role("button", name="Why is mine wrong?")
    expect(tutor.get_by_text("never your name or your email")).to_be_visible()
    expect(ask).to_have_count(0)
    tutor.get_by_role("button", name="Agree and use the tutor").press("Enter")
    expect(tutor).to_be_focused()

    # Each sentence is announced once it is complete.
    model.pace(30).reply("Read the *first* line of `code` [1]. It runs once. [Look](https://evil.example)!")
    ask.press("Enter")
    expect_announced(member, r"^Read the first line of code \[1\]\.$")
    expect_announced(member, r"^The answer is complete\.$")
    said: list[str] = member.evaluate("window.said")
    assert [text for text in said if text.startswith("Read")] == ["Read the first line of code [1]."]
    expect(tutor.get_by_text("It runs once.")).to_be_visible()
    expect(tutor.get_by_text("We removed references that led nowhere")).to_be_visible()
    expect(tutor.locator("a")).to_have_count(0)
    expect(ask).to_be_focused()

    model.pace(50).reply(LONG)
    tutor.get_by_label("Ask something else").fill("Why not twice?")
    tutor.get_by_role("button", name="Ask", exact=True).click()
    expect(tutor.get_by_text("This is a sentence.").first).to_be_visible()
    tutor.get_by_role("button", name="Stop").press("Enter")
    expect(tutor.get_by_text("Stopped.").filter(visible=True).first).to_be_visible()
    expect(tutor.get_by_text("Why not twice?")).to_be_visible()
    expect(tutor).to_be_focused()

    tutor.get_by_role("button", name="Report this answer").first.click()
    expect(tutor.get_by_text("Reported", exact=True)).to_be_visible()
    expect(tutor.get_by_role("button", name="Report this answer")).to_have_count(1)

    # A model that dies.
    model.pace(0).reply("One is true. Two is not. Three is.").disconnect(after_chunks=6)
    tutor.get_by_role("button", name="Show me a smaller example").click()
    expect(tutor.get_by_role("alert").get_by_text("The answer was cut off.")).to_be_visible()
    model.reply("Here is a *whole* example.")
    tutor.get_by_role("button", name="Ask again").press("Enter")
    expect(tutor.get_by_text("Here is a whole example.").filter(visible=True).first).to_be_visible()
    expect(tutor.get_by_role("alert")).to_have_count(0)
    member.set_viewport_size({"width": 390, "height": 800})
    assert member.evaluate("document.documentElement.scrollWidth") <= 390

    with in_language("de"):
        member.goto(language_prefix() + QUESTION)
        german = _open_help(member).get_by_role("group", name=_("Ask the tutor"))
        model.reply("Das ist ein Satz.")
        german.get_by_role("button", name=_("Why is mine wrong?")).click()
        expect_announced(member, _("The answer is complete."))

    member.goto("/dashboard")
    plan = member.get_by_role("region", name="Your daily plan")
    model.reply("You would lose the *most* points here.")
    plan.get_by_role("button", name="Why this plan?").press("Enter")
    expect_announced(member, r"You would lose the most points here\.")
    expect(plan.get_by_text("A language model wrote this. It can be wrong.")).to_be_visible()
    expect(plan.get_by_role("button", name="Why this plan?")).to_be_focused()
    model.reply("You will pass in 999 days.")
    plan.get_by_role("button", name="Why this plan?").press("Enter")
    expect(plan.get_by_role("alert").get_by_text("The tutor’s answer wasn’t usable.")).to_be_visible()
    expect(plan.get_by_text("that’s where you’d lose the most points in the test today")).to_be_visible()

    member.goto("/dashboard/profile")
    member.get_by_role("button", name="Withdraw consent").press("Enter")
    expect(member.locator("#tutor-consent-withdrawn")).to_be_focused()
    member.reload()
    expect(member.get_by_role("heading", name="Your data")).to_be_visible()
    expect(member.get_by_role("heading", name="Tutor")).to_have_count(0)
