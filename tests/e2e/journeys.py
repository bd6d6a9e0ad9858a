"""What people do, in the words of the product."""

import json
import re
from dataclasses import dataclass

from playwright.sync_api import Dialog, Locator, Page, expect

from tests.e2e.answers import AnswerKey
from webdev_certs.server.content.bank import TECHNOLOGIES
from webdev_certs.server.content.format import ItemFormat

SESSION_KEYS = ("access_token", "refresh_token", "user")


@dataclass(frozen=True)
class Learner:
    """Somebody with an account, or about to have one."""

    name: str
    email: str
    password: str = "seven plain horses"


def register(page: Page, learner: Learner) -> None:
    """Fills in the registration form and sends it."""
    page.get_by_label("Full name").fill(learner.name)
    page.get_by_label("Email").fill(learner.email)
    page.get_by_label("Password", exact=True).fill(learner.password)
    page.get_by_role("checkbox", name="I accept the terms").check()
    page.get_by_role("button", name="Create account").click()


def sign_in(page: Page, learner: Learner, password: str | None = None) -> None:
    """Fills in the sign-in form and sends it."""
    page.get_by_label("Email").fill(learner.email)
    page.get_by_label("Password", exact=True).fill(password or learner.password)
    page.get_by_role("button", name="Sign in").click()


def sign_out(page: Page) -> None:
    """Signs out by the account's menu."""
    page.get_by_role("button", name="Account:").filter(visible=True).click()
    page.get_by_role("menuitem", name="Sign out").click()


def stored(page: Page, *keys: str) -> dict[str, str]:
    """What local storage holds under these keys; those that are not there are left out."""
    return page.evaluate(
        "(keys) => Object.fromEntries(Object.entries(localStorage).filter(([key]) => keys.includes(key)))",
        list(keys or SESSION_KEYS),
    )


def expect_nothing_stored(page: Page) -> None:
    """The three keys of the session are gone."""
    page.wait_for_function(
        "(keys) => keys.every((key) => localStorage.getItem(key) === null)", arg=SESSION_KEYS
    )


def at(path: str) -> re.Pattern[str]:
    """Matches the address with exactly this path, whatever its trailing slash and query."""
    return re.compile(rf"^https?://[^/]+{re.escape(path.rstrip('/'))}/?(\?.*)?(#.*)?$")


def start_test(page: Page, technology: str) -> None:
    """Opens a test by its address and starts it."""
    page.goto(f"/test/{technology}")
    page.get_by_role("button", name="Start the test").click()
    expect_question(page, 1)


def start_test_with(page: Page, key: AnswerKey, *formats: ItemFormat) -> int:
    """Starts a test and answers it up to an item of one of these formats, whose number it returns.

    Items are drawn at random, so a form without that format is left for the next technology's.
    """
    for technology in TECHNOLOGIES:
        start_test(page, technology)
        if number := key.go_to(page, *formats):
            return number
    raise AssertionError(f"no test has an item of these formats: {formats}")


def expect_question(page: Page, number: int) -> None:
    """The running test or round of practice shows its question with this number."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"question {number} of")
    expect(question(page)).to_be_visible()


def question(page: Page) -> Locator:
    """What is asked."""
    return page.locator("#question")


def next_question(page: Page) -> None:
    """Goes on; the answer goes along."""
    page.get_by_role("button", name="Next question").click()


def answer_all(page: Page, key: AnswerKey, *, of: int, first: int = 1) -> None:
    """Answers the rest of a running test right, up to the question whether to submit."""
    for number in range(first, of + 1):
        expect_question(page, number)
        key.answer(page)
        page.get_by_role("button", name=re.compile("Next question|Finish")).click()


def submit(page: Page) -> None:
    """Confirms that the test is to end."""
    page.get_by_role("dialog", name="Submit your test?").get_by_role("button", name="Submit").click()


def answer_and_check(page: Page, key: AnswerKey, *, right: bool = True) -> None:
    """Answers a question of a round of practice, and sees what is said about it."""
    key.answer(page, right=right)
    page.get_by_role("button", name="Check answer").click()
    expect(page.get_by_text("That is right." if right else "Not quite.", exact=True)).to_be_visible()


def practise(page: Page, key: AnswerKey, *, of: int = 10) -> None:
    """Answers a whole round, every third question wrong."""
    for number in range(1, of + 1):
        expect_question(page, number)
        answer_and_check(page, key, right=number % 3 != 0)
        page.get_by_role("button", name=re.compile("Next question|See how you did")).click()
    expect(page.get_by_role("heading", name="Round finished")).to_be_visible()


def leave_dialog(page: Page) -> Locator:
    """The question whether to leave a running test."""
    return page.get_by_role("dialog", name="Leave the test?")


def recorded_dialogs(page: Page, *, accept: bool) -> list[str]:
    """Answers the browser's own dialogs from now on, and lists their kinds."""
    kinds: list[str] = []

    def answer(dialog: Dialog) -> None:
        kinds.append(dialog.type)
        if accept:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    return kinds


def session(tokens: dict[str, object]) -> dict[str, str]:
    """The three keys of local storage that an answer of login or registration becomes."""
    return {
        "access_token": str(tokens["access_token"]),
        "refresh_token": str(tokens["refresh_token"]),
        "user": json.dumps(tokens["user"]),
    }


def tab_to(page: Page, selector: str) -> None:
    """Moves the focus with the Tab key to the first element that matches."""
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")
