"""A tab goes on in another process when its own stops or is killed: nobody sees it, and nothing is lost."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, WebSocket, expect

from tests.e2e.answers import CHOICES, AnswerKey, expect_answered, given
from tests.e2e.conftest import Visit
from tests.e2e.console import Console
from tests.e2e.fleet import behind_nginx
from tests.e2e.holding import ends_loading
from tests.e2e.journeys import answer_and_check, login_storage, wait_until
from tests.e2e.learning import ApiLearner, open_exam_at
from tests.e2e.product import Product
from webdev_certs.server.content.bank import TECHNOLOGIES

NOTE_SIGNS = """() => {
  window.signs = [];
  const parts = () => document.querySelectorAll("h1, h2, form, dialog[open]").length;
  const before = parts();
  const focused = document.activeElement;
  new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll("[role=status]"))
      if (/Connection lost|offline/.test(textContent)) window.signs.push(textContent);
    if (parts() !== before) window.signs.push(`${parts()} parts of ${before} are there`);
    if (document.activeElement !== focused) window.signs.push("the focus is elsewhere");
  }).observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
}"""
"""Notes signs of a lost connection: a notice, a part of the page that is gone, a lost focus."""


class Tab:
    """A tab in which something is typed or open."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.loads = 0
        """How often the server has said that the page is loaded."""
        self.page.on("websocket", self._follow)
        self._typed: list[tuple[Locator, str]] = []

    def type(self, field: Locator, text: str) -> None:
        """Type something, and note it."""
        field.fill(text)
        self._typed.append((field, text))

    def open_dialog(self, button: str, name: str) -> Locator:
        """Open a dialog and return it."""
        self.page.get_by_role("button", name=button).click()
        dialog = self.page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        return dialog

    def watch(self) -> None:
        """Note from now on what a user would see of a lost connection."""
        self.loads = 0
        self.page.evaluate(NOTE_SIGNS)

    def expect_as_before(self) -> None:
        """Expect that nothing has changed since `watch`, after another process has loaded the page."""
        # Once for the page, and once for what it asks for after that (components/behavior/reconnect.js).
        wait_until(self.page, lambda: self.loads > 1)
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert self.page.evaluate("signs") == [], self.page.url
        for field, text in self._typed:
            expect(field).to_have_value(text)

    def _follow(self, connection: WebSocket) -> None:
        def note(message: str | bytes) -> None:
            self.loads += ends_loading(message)

        connection.on("framereceived", note)


@pytest.fixture
def fleet(product: Product, tmp_path: Path) -> Iterator[tuple[Product, Product]]:
    with behind_nginx(product, tmp_path) as fleet:
        yield fleet


def test_dialogs_and_drafts_go_on_in_another_process_unseen(
    tokens: dict[str, Any],
    fleet: tuple[Product, Product],
    visit: Visit,
    product: Product,
    key: AnswerKey,
    console: Console,
) -> None:
    console.connection_may_be_lost()
    first, second = fleet
    first.start()
    learner = ApiLearner(product, tokens)
    learner.get_access()
    context = visit(login_storage(tokens)).context
    contact, profile, practice, room = tabs = [Tab(context) for _ in range(4)]

    contact.page.goto("/contact")
    contact.type(contact.page.get_by_label("Message"), "A draft that nobody has sent.")

    profile.page.goto("/dashboard/profile")
    name = profile.page.get_by_label("Full name")
    expect(name).not_to_have_value("")
    profile.type(name, "Ada King")
    deletion = profile.open_dialog("Delete account…", "Delete your account?")
    profile.type(deletion.get_by_label("Your password"), "half a pass")

    # Of the technology that is the last to be tried for the test.
    practice.page.goto(f"/practice-test/{TECHNOLOGIES[-1]}")
    answer_and_check(practice.page, key)
    verdict = practice.page.locator("#verdict").inner_text()
    for control in ("Help with this question", "Add a note"):
        practice.page.get_by_text(control, exact=True).click()
    opened = practice.page.locator("details[open]", has_text="Help with this question")
    expect(opened).not_to_contain_text("Loading…")
    help_text = opened.inner_text()
    practice.type(practice.page.get_by_label("Your note on this question"), "Half a tho")

    open_exam_at(room.page, learner, *CHOICES)
    key.answer(room.page, right=False)
    expect_answered(room.page)
    answer = given(room.page)
    report = room.open_dialog("Report this question", "Report this question")
    report.get_by_label("What’s wrong?").select_option("unclear")
    room.type(report.get_by_label("Details"), "Which version is meant?")

    second.start()
    for tab in tabs:
        tab.watch()
    assert first.stop() == 0
    for tab in tabs:
        tab.expect_as_before()

    first.start()
    for tab in tabs:
        tab.watch()
    second.kill()
    for tab in tabs:
        tab.expect_as_before()

    assert given(room.page) == answer
    assert practice.page.locator("#verdict").inner_text() == verdict
    assert opened.inner_text() == help_text
    # What is open works.
    _send(room.page, report)
    room.open_dialog("End the test now…", "End the test now?").get_by_role("button", name="Submit").click()
    expect(room.page.get_by_role("heading", name="test result")).to_be_visible()
    profile.page.bring_to_front()
    deletion.get_by_role("button", name="Keep account").click()
    expect(deletion).to_be_hidden()


def _send(page: Page, report: Locator) -> None:
    page.bring_to_front()
    report.get_by_role("button", name="Send report").click()
    expect(page.get_by_text("Thanks! We’ll check this question.")).to_be_visible()
    expect(report).to_be_hidden()
