"""A tab that was opened before an upgrade can ask for a script that is gone."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.console import Console
from tests.e2e.journeys import at, expect_dashboard, wait_until

SCRIPTS = "**/assets/*.js"


@pytest.fixture
def missing(member: Page, console: Console) -> list[str]:
    """Let the next script that the dashboard asks for be gone; return the list with its URL."""
    for words in ("404", "Error loading route module", "Failed to fetch dynamically imported module"):
        console.announce(words)
    gone: list[str] = []

    def answer(route: Route) -> None:
        if gone:
            route.continue_()
        else:
            gone.append(route.request.url)
            route.fulfill(status=404)

    member.goto("/dashboard")
    # With the name: before the scripts run, the document has a heading already.
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    member.route(SCRIPTS, answer)
    return gone


def test_a_missed_script_loads_the_page_that_was_wanted(member: Page, missing: list[str]) -> None:
    member.get_by_role("link", name="Progress").click()
    expect(member.get_by_text("No progress yet")).to_be_visible()
    expect(member).to_have_url(at("/dashboard/progress"))
    assert len(missing) == 1
    member.unroute(SCRIPTS)
    # Later reloads stay where they are.
    member.get_by_role("link", name="WebDev Certs").click()
    expect_dashboard(member)
    member.reload()
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    expect_dashboard(member)
    # What a tab has stored when its user types another URL before the page is there: that URL stays.
    member.evaluate("sessionStorage.setItem('wanted_page', JSON.stringify({path: '/', at: Date.now()}))")
    member.goto("/about")
    expect(member.get_by_role("heading", level=1)).to_be_visible()
    expect(member).to_have_url(at("/about"))


def test_a_script_that_stays_away_causes_no_endless_reloads(member: Page, console: Console) -> None:
    for words in ("404", "Error loading route module", "Failed to fetch dynamically imported module"):
        console.announce(words)
    member.goto("/dashboard")
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    documents: list[str] = []
    gone: list[str] = []
    member.on("request", lambda request: documents.append(request.url) if _is_page(request) else None)

    def answer(route: Route) -> None:
        gone.append(route.request.url)
        route.fulfill(status=404)

    member.route("**/assets/*progress*.js", answer)
    member.get_by_role("link", name="Progress").click()
    expect(member).to_have_url(at("/dashboard/progress"))
    # Asked for by the link, and by the page that was loaded then.
    wait_until(member, lambda: len(gone) > 1)
    member.wait_for_load_state("networkidle")
    assert len(documents) <= 2, documents


def _is_page(request) -> bool:
    return request.resource_type == "document"
