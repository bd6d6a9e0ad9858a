"""The content policy in the browser."""

from playwright.sync_api import Page, expect

from tests.e2e.console import Console
from tests.e2e.journeys import expect_question, start_exam

MEMBERS_PAGES = ("/dashboard", "/dashboard/profile", "/test/react", "/practice-test/vue", "/payment")
PUBLIC_PAGES = ("/", "/auth/login", "/auth/register", "/verify/WDC-RE-7K3M-92QF-Z", "/api/docs")


def test_no_page_violates_its_content_policy(page: Page, member: Page) -> None:
    """A violation is an error in the console, which fails the test."""
    for visitor, paths in ((page, PUBLIC_PAGES), (member, MEMBERS_PAGES)):
        for path in paths:
            response = visitor.goto(path)
            assert response
            assert "frame-ancestors 'none'" in response.headers["content-security-policy"], path
            expect(visitor.get_by_role("heading").first).to_be_visible()
    start_exam(member, "react")
    expect_question(member, 1)


def test_a_script_that_was_not_built_does_not_run(page: Page, console: Console) -> None:
    page.goto("/about")
    append = "(name, members) => document.body.append(Object.assign(document.createElement(name), members))"
    for name, members in (
        ("script", {"text": "pwned = 1"}),
        ("script", {"src": "https://evil.example/x.js"}),
        ("iframe", {"src": "https://evil.example"}),
        ("div", {"innerHTML": '<img src="/x" onerror="pwned = 1">'}),
        ("base", {"href": "https://evil.example"}),
    ):
        page.evaluate(f"([name, members]) => ({append})(name, members)", [name, members])
    # The policy does not apply to Playwright's own eval, but to a string that a timer evaluates.
    page.evaluate("() => new Promise((done) => { setTimeout('pwned = 1'); setTimeout(done) })")
    assert page.evaluate("fetch('https://evil.example/').then(() => false, () => true)")
    page.evaluate("() => Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
    assert page.evaluate("typeof pwned") == "undefined"
    refused = [error for error in console.errors if "Content Security Policy" in error]
    assert len(refused) >= 6
    console.errors.clear()
