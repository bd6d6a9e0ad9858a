"""Help with an answered question: opened with the keyboard, with an example to try and similar questions."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, tab_to


def test_help_explains_shows_examples_and_leads_to_similar_questions(member: Page, key: AnswerKey) -> None:
    member.goto("/practice-test/react?question=react-hooks-m001")
    answer_and_check(member, key, right=False)
    panel = member.locator("details", has_text="Help with this question")
    tab_to(member, "main details > summary")
    member.keyboard.press("Enter")
    expect(panel.get_by_text("People who choose this often believe:")).to_be_visible()
    example = panel.get_by_role("group", name="Another example")
    first = example.locator("pre").first.inner_text()
    expect(example.get_by_text("Correct answer", exact=True)).to_be_hidden()
    example.get_by_text("Show the solution").click()
    expect(example.get_by_text("Correct answer", exact=True)).to_be_visible()
    expect(panel.get_by_text("Your choice")).to_have_count(0)
    example.get_by_role("button", name="Another example").click()
    expect(example.locator("pre").first).not_to_have_text(first)
    # A tab handles its events one after the other, so what this shows comes after the answer about a tutor:
    # without a language model there is none.
    expect(panel.get_by_text("tutor")).to_have_count(0)
    expect(example.get_by_text("Correct answer", exact=True)).to_be_hidden()
    links = panel.get_by_role("group", name="Similar questions").get_by_role("link")
    expect(links.first).to_be_visible()
    links.first.click()
    expect(member).to_have_url(re.compile(r"/practice-test/react/?\?question=react-"))
    expect(member.get_by_role("button", name="Check answer")).to_be_visible()
    answer_and_check(member, key, right=True)
    member.get_by_role("button", name="Show result").click()
    expect(member.get_by_text("One question", exact=True)).to_be_visible()
    member.goto("/dashboard/profile")
    expect(member.get_by_role("heading", name="Your data")).to_be_visible()
    expect(member.get_by_role("heading", name="Tutor")).to_have_count(0)
