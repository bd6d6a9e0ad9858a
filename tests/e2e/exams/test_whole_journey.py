"""From the home page to a certificate that anyone can verify."""

import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import Learner, at, expect_question, register, stored
from tests.e2e.learning import ApiLearner
from tests.e2e.mails import mailed_link
from tests.e2e.product import Product

NUMBER = re.compile(r"WDC-[A-Z]{2}-\w{4}-\w{4}-\w")
LINKEDIN = re.compile(r"^https://www\.linkedin\.com/profile/add\?startTask=CERTIFICATION_NAME")


@pytest.mark.on_postgresql
def test_a_visitor_earns_a_certificate_that_anyone_can_verify(
    page: Page, visit: Visit, learner: Learner, key: AnswerKey, product: Product
) -> None:
    page.goto("/")
    page.get_by_role("link", name="Create account").filter(visible=True).first.click()
    register(page, learner)
    expect(page.get_by_role("heading", name=f"Hi {learner.name.split()[0]}", exact=True)).to_be_visible()

    page.get_by_role("navigation", name="Dashboard").get_by_role("link", name="Certifications").first.click()
    expect(page).to_have_url(at("/dashboard/certifications"))
    page.locator('a[href^="/test/react"]').click()
    expect(page.get_by_text("Confirm your email, then start the test")).to_be_visible()
    mail = page.context.new_page()
    mail.goto(mailed_link(product, learner.email, "/auth/confirm"))
    expect(mail.get_by_text("You’re ready to earn certificates.")).to_be_visible()
    mail.close()
    # The page has noticed it by itself.
    page.get_by_role("button", name="Start the test").click()
    expect_question(page, 1)
    for _time in range(3):
        assert key.go_on(page)
    # Those up to the last one are like these; `test_key_secrecy.py` answers all of them in the browser.
    length = ApiLearner(product, stored(page)).go_to_last("react")
    page.reload()
    expect_question(page, length)
    assert not key.go_on(page)

    expect(page).to_have_url(re.compile("/test-results/"))
    expect(page.get_by_role("heading", name="React test result")).to_be_visible()
    expect(page.get_by_text("Passed", exact=True)).to_be_visible()
    expect(page.get_by_text(f"{length} questions answered").first).to_be_visible()
    expect(page.get_by_text(re.compile(r"Scale 200 to 800 ·\sstandard error \d+"))).to_be_visible()
    topics = page.get_by_role("heading", name="Your topics").locator("xpath=..").get_by_role("listitem")
    expect(topics.filter(has_text=re.compile("(Near|Above) the pass mark"))).to_have_count(topics.count())
    expect(page.get_by_text(re.compile(r"\d+ of \d+ correct"))).to_have_count(0)
    expect(page.get_by_role("heading", name=f"Congratulations, {learner.name.split()[0]}!")).to_be_visible()

    linkedin = page.get_by_role("link", name="Add to LinkedIn (opens in a new tab)", exact=True)
    expect(linkedin).to_have_attribute("href", LINKEDIN)
    expect(linkedin).to_have_attribute("target", "_blank")
    expect(linkedin).to_have_attribute("rel", "noopener")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download PDF").click()
    assert NUMBER.fullmatch(download.value.suggested_filename.removesuffix(".pdf"))
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Link copied.")).to_be_visible()
    assert "/verify/" in page.evaluate("() => navigator.clipboard.readText()")

    navigation = page.get_by_role("navigation", name="Dashboard")
    navigation.get_by_role("link", name="Certifications", exact=True).first.click()
    expect(page.get_by_text(re.compile(r"You can take it again starting [A-Z]"))).to_be_visible()
    page.get_by_role("link", name="View certificate: React").click()
    certificate = page.get_by_role("main").get_by_role("listitem").filter(has_text="Download PDF")
    expect(certificate).to_contain_text(learner.name)
    found = NUMBER.search(certificate.inner_text())
    assert found
    number = found[0]
    with page.expect_download() as download:
        certificate.get_by_role("button", name="Download PDF").click()
    assert download.value.suggested_filename == f"{number}.pdf"
    pdf = PdfReader(io.BytesIO(Path(download.value.path()).read_bytes()))
    assert number in re.sub(r"\s", "", pdf.pages[0].extract_text())

    linkedin = certificate.get_by_role("link", name="Add to LinkedIn (opens in a new tab)", exact=True)
    expect(linkedin).to_have_attribute("href", LINKEDIN)

    title = certificate.get_by_role("heading").inner_text()
    stranger = visit()
    stranger.goto(f"/verify/{number}")
    expect(stranger.get_by_text("Valid certificate")).to_be_visible()
    expect(stranger.get_by_role("main")).to_contain_text(learner.name)
    expect(stranger.get_by_role("main")).to_contain_text(title)
    score = stranger.get_by_role("term").filter(has_text="Score")
    expect(score).to_have_count(0)

    expect(certificate.get_by_text("The public page shows your name, but not your score.")).to_be_visible()
    certificate.get_by_role("checkbox", name="Show my score").check()
    expect(certificate.get_by_text("The public page shows your name and your score.")).to_be_visible()
    stranger.reload()
    expect(score).to_be_visible()
