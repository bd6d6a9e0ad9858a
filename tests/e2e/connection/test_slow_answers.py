"""A server that takes long to answer: a click shows that it is under way."""

from playwright.sync_api import Locator, Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.holding import Connection
from tests.e2e.journeys import expect_question, wait_for_scripts


def _expect_sign(page: Page, button: Locator, connection: Connection) -> None:
    """Expect the button to show that the server has not answered yet, and no longer when it has."""
    progress = page.get_by_role("progressbar", name="Waiting for the server")
    expect(progress).to_have_count(0)
    connection.hold()
    button.click()
    expect(progress).to_be_visible()
    expect(button).to_have_attribute("data-waiting", "")
    connection.release()
    expect(progress).to_have_count(0)
    expect(page.locator("[data-waiting]")).to_have_count(0)


def test_checking_an_answer_and_starting_a_test_show_that_they_are_under_way(
    member: Page, key: AnswerKey
) -> None:
    connection = Connection(member)
    member.goto("/practice-test/vue")
    expect_question(member, 1)
    key.answer(member)
    _expect_sign(member, member.get_by_role("button", name="Check answer"), connection)
    member.goto("/test/csharp")
    button = member.get_by_role("button", name="Start the test")
    expect(button).to_be_visible()
    _expect_sign(member, button, connection)
    expect_question(member, 1)


def test_the_sample_shows_on_phones_that_its_first_question_is_under_way(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    connection = Connection(page)
    page.goto("/")
    wait_for_scripts(page)
    page.wait_for_load_state("networkidle")
    _expect_sign(page, page.locator("#try").get_by_role("button", name="Vue"), connection)
