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


def _back(page: Page) -> None:
    # page.go_back() waits for a navigation, which must not happen here.
    page.evaluate("history.back()")


def _stay(page: Page) -> None:
    leave_dialog(page).get_by_role("button", name="Stay").click()
    expect(leave_dialog(page)).to_be_hidden()
    expect(page).to_have_url(at("/test/react"))


def test_every_way_out_asks_until_the_test_is_submitted(member: Page, key: AnswerKey) -> None:
    member.goto("/dashboard/certifications")
    member.locator('a[href^="/test/react"]').click()
    member.get_by_role("button", name="Start the test").click()
    expect_question(member, 1)
    kinds = recorded_dialogs(member, accept=False)
    opened: list[WebSocket] = []
    member.on("websocket", lambda socket: opened.append(socket))
    leave = leave_dialog(member).get_by_role("button", name="Leave the test")

    _back(member)
    expect(leave_dialog(member).get_by_role("button", name="Stay")).to_be_focused()
    _stay(member)
    _back(member)
    expect(leave_dialog(member)).to_be_visible()
    member.keyboard.press("Escape")
    expect(leave_dialog(member)).to_be_hidden()
    expect(member).to_have_url(at("/test/react"))

    # A running attempt shows no way out but its own.
    expect(member.locator("a:not([href='#main'])")).to_have_count(0)
    expect(member.locator("a[href='#main']")).to_have_count(1)
    # There is no link to click, so this does what the router does after a click.
    follow_link = "() => { window.__reactRouterDataRouter.navigate('/dashboard/practice') }"
    member.evaluate(follow_link)
    _stay(member)
    expect_question(member, 1)

    with member.expect_event("dialog"):
        member.close(run_before_unload=True)
    assert kinds == ["beforeunload"]
    key.answer(member)
    expect_answered(member)
    next_question(member)
    expect_question(member, 2)
    # The connection is the same; a new one would have rendered the question again.
    assert opened == []

    asked = question(member).inner_text()
    member.evaluate(follow_link)
    leave.click()
    expect(member).to_have_url(at("/dashboard/practice"))
    member.get_by_role("link", name="Certifications", exact=True).filter(visible=True).first.click()
    member.get_by_role("link", name="Resume the").click()
    expect_question(member, 2)
    expect(question(member)).to_have_text(asked, use_inner_text=True)
    _back(member)
    leave.click()
    expect(member).to_have_url(at("/dashboard/certifications"))
    member.get_by_role("link", name="Resume the").click()

    # Wait for the saved answer: loading the page would close the dialog.
    key.answer(member)
    expect_answered(member)
    member.get_by_role("button", name="End the test now").click()
    submit(member)
    expect(member.get_by_role("heading", name="React test result")).to_be_visible()
    _back(member)
    expect(member).to_have_url(at("/dashboard/certifications"))
    expect(leave_dialog(member)).to_have_count(0)
    expect(member.get_by_text("You can take it again starting")).to_be_visible()
    with member.expect_event("close"):
        member.close(run_before_unload=True)
    assert kinds == ["beforeunload"]
