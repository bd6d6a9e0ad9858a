"""Lists that are longer than one page."""

from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.e2e.product import Product

ROUNDS = 22


def test_show_more_appends_the_next_page(member: Page, tokens: dict[str, Any], product: Product) -> None:
    with httpx.Client(
        base_url=product.url, headers={"Authorization": f"Bearer {tokens['access_token']}"}, timeout=30
    ) as api:
        for _ in range(ROUNDS):
            assert api.post("/api/practice", json={"technology": "react"}).status_code == 201
    member.goto("/dashboard/practice")
    rounds = member.get_by_role("list", name="Practice rounds").get_by_role("listitem")
    expect(rounds).to_have_count(20)
    more = member.get_by_role("button", name="Show more practice rounds")
    more.click()
    expect(rounds).to_have_count(ROUNDS)
    # Nothing is left to show, so the focus moves from the button to the heading.
    expect(more).to_have_count(0)
    expect(member.get_by_role("heading", name="Practice rounds")).to_be_focused()
