"""Without a connection, an opened page waits, and what a click would send is refused; both are shown."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.journeys import (
    answer_and_check,
    at,
    expect_question,
    leave_dialog,
    next_question,
    question,
    wait_for_scripts,
)
from tests.e2e.offline import REFUSED, WAITING, expect_waiting, open_overview

SAVED = "Saved answers are safe."


@pytest.fixture(autouse=True)
def _lost(console: Console) -> None:
    console.connection_may_be_lost()


def test_a_page_that_is_not_loaded_waits_unless_it_is_given_up_or_another_one_is_tapped(
    member: Page,
) -> None:
    open_overview(member)
    member.context.set_offline(True)
    progress, practice, certifications = (
        member.get_by_role("link", name=name, exact=True).filter(visible=True).first
        for name in ("Progress", "Practice", "Certifications")
    )
    progress.click()
    expect_waiting(member, "You’re offline. “Progress” opens")
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    expect(member).to_have_url(at("/dashboard"))
    member.get_by_role("button", name="Stay here").click()
    expect(member.get_by_text(WAITING)).to_have_count(0)
    member.context.set_offline(False)
    # Navigating works as before, so the page that was given up would have opened too.
    certifications.click()
    expect(member).to_have_url(at("/dashboard/certifications"))

    member.context.set_offline(True)
    practice.click()
    expect(member.get_by_text(WAITING)).to_be_visible()
    progress.click()
    expect_waiting(member, "“Progress” opens")
    member.context.set_offline(False)
    expect(member).to_have_url(at("/dashboard/progress"))
    expect(member.get_by_text("No progress yet")).to_be_visible()
    expect(member.get_by_text(WAITING)).to_have_count(0)

    # The back button waits too: after a reload, the page before is no longer loaded.
    member.reload()
    expect(member.get_by_text("No progress yet")).to_be_visible()
    _lose_the_connection(member)
    member.evaluate("history.back()")
    expect_waiting(member, "“Certifications” opens")
    expect(member.get_by_text("No progress yet")).to_be_visible()
    member.context.set_offline(False)
    expect(member).to_have_url(at("/dashboard/certifications"))


def _lose_the_connection(page: Page) -> None:
    page.context.set_offline(True)
    page.wait_for_function("() => !navigator.onLine")
    # Two frames later the page has noticed, and page changes wait.
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


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


def test_a_form_is_refused_and_what_needs_no_server_still_works(page: Page) -> None:
    page.goto("/auth/login")
    expect(page.get_by_role("button", name="Sign in")).to_be_enabled()
    field = page.get_by_label("Password", exact=True)
    page.get_by_label("Email").fill("ada@example.com")
    field.fill("seven plain horses")
    page.context.set_offline(True)
    page.get_by_role("button", name=re.compile("Show")).click()
    expect(field).to_have_attribute("type", "text")
    expect(page.get_by_text(REFUSED)).to_have_count(0)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text(REFUSED)).to_be_visible()
    expect(page.get_by_label("Email")).to_have_value("ada@example.com")


def test_what_a_test_would_send_is_refused_and_does_not_happen_later(member: Page, key: AnswerKey) -> None:
    refused = member.get_by_text(REFUSED)
    # Only by links, so that the back button does not load a document.
    open_overview(member)
    member.get_by_role("link", name="Certifications", exact=True).first.click()
    member.get_by_role("link", name="Take the React test").first.click()
    start = member.get_by_role("button", name="Start the test")
    expect(start).to_be_visible()
    member.context.set_offline(True)
    start.click()
    expect(refused).to_be_visible()
    member.context.set_offline(False)
    expect(refused).to_have_count(0)
    start.click()
    expect_question(member, 1)

    # Offline, going back is refused; online again, it asks whether to leave.
    _lose_the_connection(member)
    member.evaluate("history.back()")
    expect(refused).to_be_visible()
    expect(question(member)).to_be_visible()
    member.context.set_offline(False)
    expect(refused).to_have_count(0)
    member.evaluate("history.back()")
    leave_dialog(member).get_by_role("button", name="Stay").click()

    key.answer(member)
    expect_answered(member)
    member.context.set_offline(True)
    next_question(member)
    expect(refused).to_contain_text(SAVED)
    member.context.set_offline(False)
    expect(refused).to_have_count(0)
    # An answer that is saved now comes after anything that was kept back.
    key.answer(member, right=False)
    expect_answered(member)
    expect_question(member, 1)
    next_question(member)
    expect_question(member, 2)
