"""Actions of users in the browser, in the language of the context (`in_language`)."""

import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playwright.sync_api import Dialog, Locator, Page, expect

from tests.e2e.answers import QUESTION, AnswerKey
from webdev_certs.shared.translation import _, language_prefix

SESSION_KEYS = ("access_token", "refresh_token", "user")
_PATIENCE_SECONDS = 30
_JUMP = """(() => {
  const now = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => now() + ahead;
  window.jump = (milliseconds) => { ahead += milliseconds; };
})();"""
_RECORD = """
window.said = [];
new MutationObserver(() => document.querySelectorAll("[role=status]").forEach((status) => {
  if (window.said.at(-1) !== status.textContent) window.said.push(status.textContent);
})).observe(document, { childList: true, subtree: true, characterData: true });
"""


@dataclass(frozen=True)
class Learner:
    """A user, with or without an account."""

    name: str
    email: str
    password: str = "seven plain horses"


def register(page: Page, learner: Learner) -> None:
    """Fill in the registration form and submit it."""
    page.get_by_label(_("Full name")).fill(learner.name)
    page.get_by_label(_("Email")).fill(learner.email)
    page.get_by_label(_("Password"), exact=True).fill(learner.password)
    page.locator("input[type=checkbox]").check()
    page.get_by_role("button", name=_("Create account")).click()


def sign_in(page: Page, learner: Learner, password: str | None = None) -> None:
    """Fill in the sign-in form and submit it."""
    page.get_by_label(_("Email")).fill(learner.email)
    page.get_by_label(_("Password"), exact=True).fill(password or learner.password)
    page.get_by_role("button", name=_("Sign in")).click()


def sign_out(page: Page) -> None:
    """Sign out with the account menu."""
    page.get_by_role("button", name="Account:").filter(visible=True).click()
    page.locator("[popover]:popover-open").get_by_role("button", name="Sign out").click()


def wait_for_scripts(page: Page) -> None:
    """Wait until the scripts of the page run. Before, links load documents and buttons wait."""
    page.wait_for_function("() => window.earlyClick === null")


def stored(page: Page, *keys: str) -> dict[str, str]:
    """Return the entries of local storage with these keys."""
    return page.evaluate(
        "(keys) => Object.fromEntries(Object.entries(localStorage).filter(([key]) => keys.includes(key)))",
        list(keys or SESSION_KEYS),
    )


def expect_stored(page: Page, *wanted: str, among: tuple[str, ...] = SESSION_KEYS) -> None:
    """Wait until local storage has these keys and no others among some."""
    page.wait_for_function(
        "([wanted, keys]) => keys.every((key) => (key in localStorage) === wanted.includes(key))",
        arg=[list(wanted), list(among)],
    )


def expect_nothing_stored(page: Page) -> None:
    """Wait until the three keys of the login session are removed."""
    expect_stored(page)


def expect_entries(page: Page, entries: dict[str, str]) -> None:
    """Wait until local storage has these entries."""
    page.wait_for_function(
        "(entries) => Object.entries(entries).every(([key, value]) => localStorage.getItem(key) === value)",
        arg=entries,
    )


def wait_until(page: Page, happened: Callable[[], object], seconds: float = _PATIENCE_SECONDS) -> None:
    """Wait for something outside the page, or for an event of the page that the test collects.

    Raises:
        AssertionError: It did not happen in time.
    """
    deadline = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < deadline, "what the test waits for has not happened"
        # Events of the page arrive during this.
        page.wait_for_timeout(50)


def let_the_clock_jump(page: Page) -> None:
    """Prepare the pages opened from now on for `jump`."""
    page.add_init_script(_JUMP)


def jump(page: Page, *, minutes: int, seconds: int = 0) -> None:
    """Move the page's clock forward. Its timers and its connection are not affected."""
    page.evaluate("(seconds) => jump(seconds * 1000)", minutes * 60 + seconds)


def record_announcements(page: Page) -> None:
    """Collect what the pages opened from now on say to screen readers, however briefly."""
    page.add_init_script(_RECORD)


def expect_announced(page: Page, pattern: str) -> None:
    """Wait until the page has said something that matches this regular expression."""
    page.wait_for_function(
        "(pattern) => window.said.some((text) => new RegExp(pattern).test(text))", arg=pattern
    )


def expect_home(page: Page) -> None:
    """Expect the home page."""
    expect(page).to_have_url(at("/"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("Prove your web development skills")


def expect_dashboard(page: Page) -> None:
    """Expect the overview of the dashboard."""
    expect(page).to_have_url(at("/dashboard"))
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"Hi \w"))


def at(path: str) -> re.Pattern[str]:
    """Return a pattern for URLs with exactly this path, with or without a trailing slash and a query."""
    return re.compile(rf"^https?://[^/]+{re.escape(path.rstrip('/'))}/?(\?.*)?(#.*)?$")


def start_exam(page: Page, technology: str) -> None:
    """Open an exam by its path and start it."""
    page.goto(f"{language_prefix()}/test/{technology}")
    page.get_by_role("button", name=_("Start the test")).click()
    expect_question(page, 1)


def expect_question(page: Page, number: int) -> None:
    """Expect the question with this number of a running exam or practice session."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(re.compile(rf"{QUESTION} {number}\b"))
    expect(question(page)).to_be_visible()


def question(page: Page) -> Locator:
    """Return the question on the screen."""
    return page.locator("#question")


def next_question(page: Page) -> None:
    """Submit the answer and open the next question."""
    page.get_by_role("button", name=_("Next question")).click()


def submit(page: Page) -> None:
    """Confirm that the exam ends."""
    page.get_by_role("dialog", name="End the test now?").get_by_role("button", name="Submit").click()


def answer_and_check(page: Page, key: AnswerKey, *, right: bool = True) -> None:
    """Answer a practice question and expect the verdict."""
    key.answer(page, right=right)
    page.get_by_role("button", name=_("Check answer")).click()
    verdict = page.locator("#verdict").get_by_text(_("Correct") if right else _("Incorrect"), exact=True)
    expect(verdict).to_be_visible()


def leave_dialog(page: Page) -> Locator:
    """Return the dialog that asks whether to leave a running exam."""
    return page.get_by_role("dialog", name="Leave the test?")


def recorded_dialogs(page: Page, *, accept: bool) -> list[str]:
    """Answer the browser's own dialogs from now on, and return the growing list of their kinds."""
    kinds: list[str] = []

    def answer(dialog: Dialog) -> None:
        kinds.append(dialog.type)
        if accept:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    return kinds


def login_storage(tokens: Mapping[str, object]) -> dict[str, str]:
    """Return the entries of local storage for a response of login or registration."""
    return {
        "access_token": str(tokens["access_token"]),
        "refresh_token": str(tokens["refresh_token"]),
        "user": json.dumps(tokens["user"]),
    }


def tab_to(page: Page, selector: str) -> None:
    """Move the focus with the Tab key to the first element that matches."""
    for _time in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")
