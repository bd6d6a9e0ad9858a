"""Leaving an open test needs a confirmation."""

from playwright.sync_api import Page, WebSocket, expect

from tests.e2e.answers import AnswerKey, expect_answered
from tests.e2e.journeys import (
    at,
    expect_question,
    leave_dialog,
    next_question,
    question,
    recorded_dialogs,
    submit,
)


def _start_from_dashboard(page: Page) -> None:
    page.goto("/dashboard/certifications")
    page.locator('a[href^="/test/react"]').click()
    page.get_by_role("button", name="Start the test").click()
    expect_question(page, 1)


def _back(page: Page) -> None:
    # page.go_back() waits for a navigation, which must not happen here.
    page.evaluate("history.back()")


def test_the_back_button_asks_and_the_same_question_is_there_afterwards(member: Page, key: AnswerKey) -> None:
    _start_from_dashboard(member)
    for stay in ("click", "Escape"):
        _back(member)
        button = leave_dialog(member).get_by_role("button", name="Stay")
        expect(button).to_be_focused()
        if stay == "click":
            button.click()
        else:
            member.keyboard.press(stay)
        expect(leave_dialog(member)).to_be_hidden()
        expect(member).to_have_url(at("/test/react"))
    key.answer(member)
    next_question(member)
    expect_question(member, 2)
    asked = question(member).inner_text()
    _back(member)
    leave_dialog(member).get_by_role("button", name="Leave the test").click()
    expect(member).to_have_url(at("/dashboard/certifications"))
    member.get_by_role("link", name="Resume the").click()
    expect_question(member, 2)
    expect(question(member)).to_have_text(asked, use_inner_text=True)


def test_a_link_asks_like_the_back_button(member: Page) -> None:
    _start_from_dashboard(member)
    # A running attempt shows no way out but its own.
    expect(member.locator("a:not([href='#main'])")).to_have_count(0)
    expect(member.locator("a[href='#main']")).to_have_count(1)
    # There is no link to click, so this does what the router does after a click.
    follow_link = "() => { window.__reactRouterDataRouter.navigate('/dashboard/practice') }"
    member.evaluate(follow_link)
    leave_dialog(member).get_by_role("button", name="Stay").click()
    expect(leave_dialog(member)).to_be_hidden()
    expect(member).to_have_url(at("/test/react"))
    expect_question(member, 1)
    member.evaluate(follow_link)
    leave_dialog(member).get_by_role("button", name="Leave the test").click()
    expect(member).to_have_url(at("/dashboard/practice"))


def test_closing_the_tab_asks_and_staying_allows_answers(member: Page, key: AnswerKey) -> None:
    _start_from_dashboard(member)
    kinds = recorded_dialogs(member, accept=False)
    opened: list[WebSocket] = []
    member.on("websocket", lambda socket: opened.append(socket))
    with member.expect_event("dialog"):
        member.close(run_before_unload=True)
    key.answer(member)
    expect_answered(member)
    next_question(member)
    expect_question(member, 2)
    assert kinds == ["beforeunload"]
    # The connection is the same; a new one would have rendered the question again.
    assert opened == []


def test_after_the_submission_leaving_needs_no_confirmation(member: Page) -> None:
    _start_from_dashboard(member)
    member.get_by_role("button", name="End the test now").click()
    submit(member)
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    kinds = recorded_dialogs(member, accept=True)
    _back(member)
    expect(member).to_have_url(at("/dashboard/certifications"))
    expect(leave_dialog(member)).to_have_count(0)
    expect(member.get_by_text("You can take it again starting")).to_be_visible()
    with member.expect_event("close"):
        member.close(run_before_unload=True)
    assert kinds == []
