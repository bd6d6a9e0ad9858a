"""When a certificate was checked, as a visitor sees it."""

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Visit
from webdev_certs.ui.pages.offers import OFFERS

_NOTE_TEXTS = """
window.timesShown = [];
new MutationObserver(() => {
  for (const time of document.querySelectorAll("main time")) {
    if (time.textContent && timesShown.at(-1) !== time.textContent) timesShown.push(time.textContent);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def test_a_new_visitor_reads_the_time_in_their_zone_at_once(visit: Visit) -> None:
    page = visit(timezone_id="Pacific/Kiritimati")
    page.add_init_script(_NOTE_TEXTS)
    page.goto(f"/verify/{OFFERS[0].specimen_number}")
    time = page.get_by_role("main").locator("time")
    expect(time).to_have_attribute("datetime", re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$"))
    expect(time).to_have_text(re.compile(r"\d{4}, \d+:\d\d\s[AP]M$"))
    shown = page.evaluate("timesShown")
    assert len(shown) == 1, shown
    there = page.evaluate(
        "new Date(document.querySelector('main time').dateTime).toLocaleTimeString('en-US', "
        "{ hour: 'numeric', minute: '2-digit' })"
    )
    assert shown[0].replace("\u00a0", " ").endswith(there.replace("\u202f", " "))
