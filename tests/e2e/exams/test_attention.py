"""Leaving the page of a running attempt and pasting are recorded; learners are told so before the start."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.journeys import start_exam, wait_until
from tests.e2e.product import Product

_HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def events(product: Product, tokens: dict[str, Any]) -> list[tuple[str, int | None]]:
    """Return the events in the learner's export: their kinds and seconds."""
    bearer = {"Authorization": f"Bearer {tokens['access_token']}"}
    exported = product.http.get("/api/profile/export", headers=bearer).json()
    return [(event["kind"], event["seconds"]) for attempt in exported["tests"] for event in attempt["events"]]


def test_leaving_and_pasting_are_said_before_and_recorded(
    member: Page, product: Product, tokens: dict[str, Any]
) -> None:
    member.goto("/test/react")
    expect(
        member.get_by_text("We record how long you take to answer, when you leave this page")
    ).to_be_visible()
    # Before the start nothing is recorded.
    member.evaluate("document.dispatchEvent(new Event('paste'))")
    start_exam(member, "react")
    member.clock.install()
    member.evaluate(_HIDE, True)
    member.clock.fast_forward(5000)
    member.evaluate(_HIDE, False)
    member.evaluate("document.dispatchEvent(new Event('paste'))")
    wait_until(member, lambda: len(events(product, tokens)) >= 2)
    found = events(product, tokens)
    assert [kind for kind, _ in found] == ["left", "paste"]
    left = found[0][1]
    assert left is not None
    assert 5 <= left < 60
    expect(member.get_by_role("heading", level=1)).to_contain_text("question 1")
