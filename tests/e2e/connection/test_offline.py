"""Without a connection, an opened page waits, and what a click would send is refused; both are shown."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered
from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.journeys import (
    answer_and_check,
    at,
    expect_question,
    next_question,
    question,
    wait_for_scripts,
)
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.offline import REFUSED, WAITING, expect_waiting, open_overview

SAVED = "Saved answers are safe."


@pytest.fixture(autouse=True)
def _lost(console: Console) -> None:
    console.connection_may_be_lost()


def test_a_view_that_is_not_loaded_opens_when_the_connection_is_back(member: Page) -> None:
    open_overview(member)
    member.context.set_offline(True)
    member.get_by_role("link", name="Progress").click()
    expect_waiting(member, "You’re offline. “Progress” opens")
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    expect(member).to_have_url(at("/dashboard"))
    member.context.set_offline(False)
    expect(member).to_have_url(at("/dashboard/progress"))
    expect(member.get_by_text("No progress yet")).to_be_visible()
    expect(member.get_by_text(WAITING)).to_have_count(0)


def test_the_page_that_waits_is_named_in_the_language_of_the_screen(page: Page) -> None:
    page.goto("/de/")
    wait_for_scripts(page)
    page.context.set_offline(True)
    notice = page.get_by_role("status").filter(has_text="Sie sind offline.")
    page.get_by_role("link", name="Nutzungsbedingungen").first.click()
    expect(notice).to_contain_text("„Nutzungsbedingungen“ öffnet sich")
    # A path with a variable part.
    page.locator("main a[href*='/verify/']").first.click()
    expect(notice).to_contain_text("„Echtheit des Zertifikats“ öffnet sich")


def test_only_a_running_session_says_that_saved_answers_are_safe(
    visit: Visit, member: Page, key: AnswerKey
) -> None:
    page = visit()
    page.goto("/")
    wait_for_scripts(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="Terms").click()
    expect_waiting(page, "“Terms” opens")
    page.get_by_role("button", name="Stay here").click()
    page.get_by_role("button", name="Vue", exact=True).click()
    expect(page.get_by_text(REFUSED)).to_be_visible()
    expect(page.get_by_text(SAVED)).to_have_count(0)
    # Otherwise an error of its connection could come after the test.
    page.close()

    member.goto("/practice-test/vue")
    answer_and_check(member, key)
    expect(member.locator("#verdict")).to_be_focused()
    member.context.set_offline(True)
    member.get_by_role("link", name="Leave").click()
    expect_waiting(member, "“Practice” opens")
    expect(member.get_by_text(WAITING)).to_contain_text(SAVED)
    member.context.set_offline(False)
    expect(member).to_have_url(at("/dashboard/practice"))


def test_the_last_page_that_was_tapped_opens(member: Page) -> None:
    open_overview(member)
    member.context.set_offline(True)
    member.get_by_role("link", name="Progress").click()
    expect(member.get_by_text(WAITING)).to_be_visible()
    member.get_by_role("link", name="Practice", exact=True).first.click()
    expect_waiting(member, "“Practice” opens")
    member.context.set_offline(False)
    expect(member).to_have_url(at("/dashboard/practice"))


def test_a_page_that_waits_can_be_given_up(member: Page) -> None:
    open_overview(member)
    member.context.set_offline(True)
    member.get_by_role("link", name="Progress").click()
    member.get_by_role("button", name="Stay here").click()
    expect(member.get_by_text(WAITING)).to_have_count(0)
    member.context.set_offline(False)
    # Navigating works as before, so the page that was given up would have opened too.
    member.get_by_role("link", name="Practice", exact=True).first.click()
    expect(member).to_have_url(at("/dashboard/practice"))


def test_the_back_button_waits_too(member: Page) -> None:
    open_overview(member, "/dashboard")
    member.get_by_role("link", name="Progress").click()
    expect(member.get_by_text("No progress yet")).to_be_visible()
    # After a reload, the page before is no longer loaded.
    member.reload()
    expect(member.get_by_text("No progress yet")).to_be_visible()
    member.context.set_offline(True)
    member.wait_for_function("() => !navigator.onLine")
    # Two frames later the page has noticed, and page changes wait.
    member.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    member.evaluate("history.back()")
    expect_waiting(member, "“Overview” opens")
    expect(member.get_by_text("No progress yet")).to_be_visible()
    member.context.set_offline(False)
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    expect(member).to_have_url(at("/dashboard"))


def test_the_next_question_is_refused_and_does_not_jump_later(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    number = open_exam_at(member, api_learner, *CHOICES)
    key.answer(member)
    expect_answered(member)
    member.context.set_offline(True)
    next_question(member)
    expect(member.get_by_text(REFUSED)).to_contain_text(SAVED)
    member.context.set_offline(False)
    expect(member.get_by_text(REFUSED)).to_have_count(0)
    # An answer that is saved now comes after anything that was kept back.
    key.answer(member, right=False)
    expect_answered(member)
    expect_question(member, number)
    next_question(member)
    expect_question(member, number + 1)


def test_a_form_and_a_button_are_refused(page: Page, member: Page) -> None:
    page.goto("/auth/login")
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    page.get_by_label("Email").fill("ada@example.com")
    page.get_by_label("Password", exact=True).fill("seven plain horses")
    page.context.set_offline(True)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text(REFUSED)).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value("ada@example.com")

    member.goto("/test/vue")
    start = member.get_by_role("button", name="Start the test")
    expect(start).to_be_visible()
    member.context.set_offline(True)
    start.click()
    expect(member.get_by_text(REFUSED)).to_be_visible()
    member.context.set_offline(False)
    expect(member.get_by_text(REFUSED)).to_have_count(0)
    start.click()
    expect(question(member)).to_be_visible()


def test_what_needs_no_server_still_works(page: Page) -> None:
    page.goto("/auth/login")
    wait_for_scripts(page)
    field = page.get_by_label("Password", exact=True)
    field.fill("seven plain horses")
    page.context.set_offline(True)
    page.get_by_role("button", name=re.compile("Show")).click()
    expect(field).to_have_attribute("type", "text")
    expect(page.get_by_text(REFUSED)).to_have_count(0)


def test_leaving_a_running_attempt_is_asked_later(member: Page) -> None:
    # Only by links, so that the back button does not load a document.
    open_overview(member)
    member.get_by_role("link", name="Certifications", exact=True).first.click()
    member.get_by_role("link", name="Take the React test").first.click()
    member.get_by_role("button", name="Start the test").click()
    expect(question(member)).to_be_visible()
    member.context.set_offline(True)
    member.wait_for_function("() => !navigator.onLine")
    # Two frames later the page has noticed, and page changes wait.
    member.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    member.evaluate("history.back()")
    expect(member.get_by_text(REFUSED)).to_be_visible()
    expect(question(member)).to_be_visible()
    member.context.set_offline(False)
    expect(member.get_by_text(REFUSED)).to_have_count(0)
    member.evaluate("history.back()")
    expect(member.get_by_role("dialog", name="Leave the test?")).to_be_visible()
