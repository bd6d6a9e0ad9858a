"""An employer verifies many certificates at once, and a holder shows theirs on a public profile."""

import csv
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.e2e.certificates.test_verifying import MISTYPED, UNKNOWN
from tests.e2e.conftest import Visit
from tests.e2e.journeys import at
from tests.e2e.learning import ApiLearner
from tests.e2e.product import Product

SPECIMEN = "WDC-RE-SAMP-1E00-A"


def test_an_employer_verifies_the_numbers_of_a_file_and_keeps_the_table(page: Page, tmp_path: Path) -> None:
    page.goto("/employers")
    page.get_by_role("main").get_by_role("link", name="Verify many at once").click()
    expect(page).to_have_url(at("/employers/verify"))
    file = tmp_path / "applicants.csv"
    file.write_text(f"Name,Certificate\nAda,{SPECIMEN}\nEve,{UNKNOWN}\nBob,{MISTYPED}\n")
    # On a slow connection, a file is chosen before the scripts of the page have loaded.
    waiting: list[Route] = []
    is_chosen = False
    page.route(re.compile(r"\.js$"), lambda it: it.continue_() if is_chosen else waiting.append(it))
    page.goto("/employers/verify", wait_until="commit")
    page.get_by_label("Choose a CSV file").set_input_files(file)
    is_chosen = True
    for script in waiting:
        script.continue_()
    numbers = page.get_by_label("Certificate numbers")
    expect(numbers).to_have_value(file.read_text())
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(page.get_by_role("heading", name="Results")).to_be_focused()
    rows = page.get_by_role("table", name="Results").get_by_role("row")
    for row, words in zip(rows.all()[1:], (SPECIMEN, "Not found", "Typo"), strict=True):
        expect(row).to_contain_text(words)
    with page.expect_download() as started:
        page.get_by_role("button", name="Download as CSV").click()
    kept = list(csv.DictReader(Path(started.value.path()).read_text("utf-8-sig").splitlines()))
    assert [row["status"] for row in kept] == ["sample", "unknown", "mistyped"]
    # A list that cannot be verified is refused in its field.
    numbers.fill("hello")
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(numbers).to_have_attribute("aria-invalid", "true")


def test_a_holder_shows_a_certificate_on_a_profile_and_takes_it_away(
    member: Page, visit: Visit, tokens: dict[str, Any], product: Product
) -> None:
    learner = ApiLearner(product, tokens)
    learner.take_exam("react", right=True)
    (number,) = learner.certificates()
    member.goto("/dashboard/my-certificates")
    member.get_by_role("button", name="Create a public profile").click()
    member.get_by_label("Show on my public profile").check()
    expect(member.get_by_text("Only people with the link can find it")).to_be_visible()
    member.get_by_role("button", name="Change…").click()
    member.get_by_label("Address").fill(f"holder-{number[-6:].lower()}")
    member.get_by_role("button", name="Save").click()
    handle = f"/profiles/holder-{number[-6:].lower()}"
    expect(member.get_by_role("link", name=handle)).to_be_visible()
    stranger = visit()
    stranger.goto(handle)
    expect(stranger.get_by_text(number)).to_be_visible()
    expect(stranger.locator("meta[name=robots]")).to_have_attribute("content", "noindex")
    member.get_by_role("button", name=f"Share: {number}").click()
    member.get_by_role("button", name="Embed the badge…").click()
    expect(member.get_by_label("HTML for your site")).to_have_value(
        f'<a href="{product.url}/verify/{number}"><img src="{product.url}/api/verify/{number}/badge.svg" '
        f'width="200" height="200" alt="Certified React Developer: verify {number} at WebDev Certs"></a>'
    )
    member.keyboard.press("Escape")
    member.get_by_role("button", name="Remove").click()
    expect(member.get_by_role("button", name="Create a public profile")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_text("This profile doesn’t exist")).to_be_visible()
