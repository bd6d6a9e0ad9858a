"""Bookmarks, notes, the history and drills with Pro, and the score report."""

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, at
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product

_FIELD = "Your note on this question"


def test_a_pro_learner_bookmarks_notes_searches_and_drills(
    member: Page, tokens: dict[str, Any], product: Product, key: AnswerKey
) -> None:
    learner = ApiLearner(product, tokens)
    learner.practice("react", wrong=(2,))
    # Explanations are open to everybody.
    member.goto("/dashboard/progress")
    member.get_by_role("link", name="Review React").click()
    expect(member.get_by_role("heading", name="Practice round finished")).to_be_visible()
    member.locator("main details summary").first.click()
    expect(member.get_by_text("Official documentation:").first).to_be_visible()
    expect(member.get_by_text("With Pro you can bookmark questions").first).to_be_visible()
    member.goto("/practice-history")
    expect(member.get_by_role("heading", name="Your history comes with Pro")).to_be_visible()
    member.get_by_role("link", name="See what Pro adds").click()
    expect(member).to_have_url(at("/payment"))
    expect(member.get_by_text("You need Pro to search your history")).to_be_visible()

    learner.get_access()
    member.goto("/practice-test/react")
    answer_and_check(member, key, right=False)
    expect(member.get_by_text("Press Enter to continue, and M to bookmark.")).to_be_visible()
    bookmark = member.get_by_role("button", name="Bookmark", exact=True)
    expect(bookmark).to_have_attribute("aria-pressed", "false")
    member.keyboard.press("m")
    expect(bookmark).to_have_attribute("aria-pressed", "true")
    member.get_by_text("Add a note", exact=True).click()
    member.get_by_label(_FIELD).fill("Zebras <b>graze</b> at noon")
    expect(member.get_by_text("Not saved yet")).to_be_visible()
    # The click takes the focus from the field, which saves the note.
    member.get_by_role("button", name="Next question").click()
    expect(member.get_by_role("button", name="Check answer")).to_be_visible()

    member.goto("/dashboard/practice")
    member.get_by_role("link", name="Search the questions you’ve answered").click()
    member.get_by_label("Search", exact=True).fill("grazing zebra")
    member.get_by_label("Your latest answer").select_option("Incorrect")
    member.get_by_label("Bookmarks and notes").select_option("With a bookmark")
    member.get_by_role("button", name="Search").click()
    expect(member).to_have_url(at("/practice-history"))
    expect(member.locator("mark")).to_have_text(["Zebras", "graze"])
    expect(member.get_by_text("In your note: Zebras <b>graze</b> at noon")).to_be_visible()
    member.locator("main li summary").first.click()
    expect(member.get_by_label(_FIELD)).to_have_value("Zebras <b>graze</b> at noon")
    expect(member.get_by_text("Official documentation:")).to_be_visible()

    member.goto("/practice-history?q=nothing+of+this+kind")
    expect(member.get_by_role("heading", name="No questions match")).to_be_visible()

    learner.practice("react", wrong=range(1, 11))
    failed = learner.take_exam("react", right=False)
    member.goto(f"/test-results/{failed}")
    with member.expect_download() as downloading:
        member.get_by_role("button", name="Download score report").click()
    assert downloading.value.suggested_filename == "score-report-react.pdf"
    assert downloading.value.path().read_bytes().startswith(b"%PDF-1.7")
    member.get_by_role("link", name=re.compile(r"^Practice \d+ open mistakes?: ")).first.click()
    expect(member).to_have_url(re.compile(r"/practice-test/react/?\?topic=[a-z-]+&round=mistakes"))
    expect(member.get_by_role("button", name="Check answer")).to_be_visible()
