"""Charts are drawn on the server, so no page loads code for them."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect


def _scripts(page: Page, path: str, heading: str) -> set[str]:
    """Return the paths of the scripts that a page loads."""
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    page.wait_for_load_state("networkidle")
    names = page.evaluate(
        "() => performance.getEntriesByType('resource').map((entry) => entry.name)"
        ".filter((name) => name.endsWith('.js'))"
    )
    return {urlsplit(name).path for name in names}


def test_the_page_with_charts_loads_no_script_but_its_own(member: Page) -> None:
    without = _scripts(member, "/dashboard/certifications", "Certifications")
    more = _scripts(member, "/dashboard/progress", "Progress") - without

    assert more
    assert {name for name in more if not name.startswith("/assets/_dashboard_._progress_")} == set()
