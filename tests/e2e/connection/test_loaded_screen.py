"""A screen shows what was loaded for its URL: nothing of an earlier one, and the same after a reload."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey, given
from tests.e2e.holding import Connection
from tests.e2e.journeys import (
    answer_and_check,
    expect_question,
    question,
    start_exam,
    wait_for_scripts,
    wait_until,
)
from tests.e2e.learning import ApiLearner
from webdev_certs.server.domain.certificate_numbers import specimen_number

# Notes in `window.seen` whether a question was on the screen, at each change of the page.
_WATCH = """
window.seen = [];
const note = () => {
  const now = Boolean(document.getElementById("question"));
  if (window.seen.at(-1) !== now) window.seen.push(now);
};
new MutationObserver(note).observe(document, { childList: true, subtree: true });
"""


def test_every_url_is_known_when_it_is_loaded_and_shows_no_question_of_another_one(member: Page) -> None:
    for url in (
        "/test/%C3%A4%20b",
        "/test/%C3%A4%20b/",
        "/practice-test/react?round=%20%C3%BC+x",
        "/practice-test/react/?round=%20%C3%BC+x",
        "/verify/%E2%82%AC%20x",
        "/verify/%E2%82%AC%20x/",
    ):
        member.goto(url)
        expect(member.get_by_role("status", name="Loading")).to_have_count(0)
        expect(member.get_by_role("heading", level=1)).not_to_have_text("Loading")

    connection = Connection(member)
    member.goto("/practice-test/vue/advanced")
    expect_question(member, 1)
    member.get_by_role("link", name="Leave").click()
    link = member.get_by_role("link", name="React: start a round")
    expect(link).to_be_visible()
    connection.hold()
    link.click()
    expect(member).to_have_url(re.compile("/practice-test/(?!vue)"))
    expect(member.get_by_role("status", name="Loading").first).to_be_visible()
    expect(question(member)).to_have_count(0)


def test_a_new_connection_leaves_the_question_on_the_screen(member: Page, key: AnswerKey) -> None:
    connection = Connection(member)
    start_exam(member, "react")
    wait_for_scripts(member)
    member.evaluate("() => {" + _WATCH + "note(); }")
    button = member.get_by_role("button", name="Next question")
    button.focus()
    _lose(member, connection)
    expect(button).to_be_focused()
    key.answer(member)
    answer = given(member)
    expect(member.get_by_text("Answer saved")).to_be_visible()
    assert given(member) == answer
    assert member.evaluate("window.seen") == [True]


def test_an_explanation_and_a_report_outlast_a_new_connection(
    member: Page, key: AnswerKey, api_learner: ApiLearner
) -> None:
    api_learner.practice("csharp", answered=8, difficulty="intermediate")
    connection = Connection(member)
    member.goto("/practice-test/csharp/intermediate")
    expect_question(member, 9)
    member.add_init_script(_WATCH)
    member.reload()
    expect_question(member, 9)
    member.wait_for_load_state("networkidle")
    assert member.evaluate("window.seen") == [False, True], "a reloaded question appears once"

    answer_and_check(member, key)
    verdict = member.locator("#verdict").inner_text()
    connection.lose()
    member.reload()
    expect(member.locator("#verdict")).to_have_text(verdict, use_inner_text=True)
    member.get_by_role("button", name="Next question").click()
    expect_question(member, 10)
    answer_and_check(member, key)
    member.get_by_role("button", name="Show result").click()
    report = member.get_by_role("heading", level=1)
    expect(report).not_to_contain_text("question")
    shown = report.inner_text()
    loads = connection.loads
    member.reload()
    expect(report).to_have_text(shown)
    # A visit that begins before the reload has ended replaces it, and counts as the reload.
    wait_until(member, lambda: connection.loads > loads)
    # A link is another visit, even if it leads to the URL that the browser shows.
    member.evaluate(
        "path => window.__reactRouterDataRouter.navigate(path)", "/practice-test/csharp/intermediate"
    )
    expect_question(member, 1)


def test_another_number_does_not_show_the_certificate_before(page: Page) -> None:
    connection = Connection(page)
    page.goto(f"/verify/{specimen_number('react')}")
    certificate = page.get_by_text("This is a sample, not a certificate")
    expect(certificate).to_be_visible()
    wait_for_scripts(page)
    connection.hold()
    page.evaluate(
        "path => window.__reactRouterDataRouter.navigate(path)", f"/verify/{specimen_number('java')}"
    )
    expect(page.get_by_role("status", name="Loading").first).to_be_visible()
    expect(certificate).to_have_count(0)


def test_a_table_of_certificates_outlasts_a_new_connection_and_is_gone_at_the_next_visit(page: Page) -> None:
    connection = Connection(page)
    page.goto("/employers/verify")
    page.get_by_label("Certificate numbers").fill(specimen_number("react"))
    page.get_by_role("button", name="Verify", exact=True).click()
    table = page.get_by_role("table")
    expect(table).to_be_visible()
    _lose(page, connection)
    expect(table).to_be_visible()
    page.get_by_role("link", name="Terms").click()
    expect(page.get_by_role("heading", level=1, name="Terms")).to_be_visible()
    _lose(page, connection)
    page.go_back()
    expect(page.get_by_label("Certificate numbers")).to_be_visible()
    expect(table).to_have_count(0)


def _lose(page: Page, connection: Connection) -> None:
    loads = connection.loads
    connection.lose()
    wait_until(page, lambda: connection.loads > loads)
