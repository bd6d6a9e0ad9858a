"""Without a connection, links that load a document wait as pages do, and signing out works at once."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.console import Console
from tests.e2e.journeys import at, expect_home, expect_nothing_stored, sign_out, wait_for_scripts
from tests.e2e.offline import REFUSED, WAITING, expect_waiting, open_overview
from tests.e2e.product import Product


@pytest.fixture(autouse=True)
def _lost(console: Console) -> None:
    console.connection_may_be_lost()


def test_links_that_load_a_document_wait_too(page: Page) -> None:
    page.goto("/support")
    wait_for_scripts(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="API documentation").click()
    expect(page.get_by_text(WAITING)).to_be_visible()
    page.get_by_role("button", name="Stay here").click()
    expect(page.get_by_text(WAITING)).to_have_count(0)
    # Each of them is given up for the next one, whoever opens it.
    for name in ("Terms", "Deutsch", "Terms"):
        page.get_by_role("link", name=name).first.click()
        expect(page.get_by_text(WAITING)).to_have_count(1)
        expect_waiting(page, f"“{name}” opens")
    expect(page).to_have_url(at("/support"))
    page.context.set_offline(False)
    expect(page).to_have_url(at("/terms"))

    wait_for_scripts(page)
    page.context.set_offline(True)
    page.get_by_role("link", name="Deutsch").click()
    expect_waiting(page, "“Deutsch” opens")
    page.context.set_offline(False)
    expect(page).to_have_url(at("/de/terms"))
    expect(page.get_by_role("heading", name="Nutzungsbedingungen")).to_be_visible()


def test_signing_out_works_and_the_server_is_told_later(member: Page, product: Product) -> None:
    open_overview(member)
    member.context.set_offline(True)
    sign_out(member)
    expect_nothing_stored(member)
    expect(member.get_by_text("You’re signed out on this device.")).to_be_focused()
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_hidden()
    expect(member.get_by_text(REFUSED)).to_have_count(0)
    start = product.log.stat().st_size
    member.context.set_offline(False)
    expect_home(member)
    expect(member.get_by_role("link", name="Sign in").first).to_be_visible()
    expect_nothing_stored(member)
    assert ": POST /api/auth/logout 204 " in product.log.read_bytes()[start:].decode(errors="replace")
    member.goto("/dashboard")
    expect(member).to_have_url(at("/auth/login"))
