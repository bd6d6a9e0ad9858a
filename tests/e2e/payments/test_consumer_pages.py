"""The pages that the law of the operator's country asks for."""

from playwright.sync_api import Page, expect

from tests.e2e.journeys import Learner


def test_a_visitor_finds_the_operator_withdraws_and_cancels(page: Page, learner: Learner) -> None:
    page.goto("/")
    legal = page.get_by_role("navigation", name="Legal")
    legal.get_by_role("link", name="Imprint").click()
    main = page.get_by_role("main")
    for words in ("Musterfirma GmbH", "Musterweg 1, 10115 Berlin", "post@musterfirma.example", "HRB 123456"):
        expect(main).to_contain_text(words)
    legal.get_by_role("link", name="Withdrawal").click()
    expect(main.get_by_role("heading", name="Model withdrawal form")).to_be_visible()
    legal.get_by_role("link", name="Withdraw from contract here").click()
    page.get_by_label("Your name").fill(learner.name)
    page.get_by_label("Your email").fill(learner.email)
    page.get_by_label("Contract", exact=True).select_option("lifetime")
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_role("status").get_by_text("We received your withdrawal")).to_be_visible()
    for words in ("UTC", learner.name, learner.email, "Pro Lifetime"):
        expect(main).to_contain_text(words)
    legal.get_by_role("link", name="Cancel contracts here").click()
    page.get_by_label("Your name").fill(learner.name)
    page.get_by_label("Your email").fill(learner.email)
    page.get_by_label("Contract", exact=True).select_option("yearly")
    page.get_by_label("Type of cancellation").select_option("for_cause")
    page.get_by_role("button", name="Cancel now").click()
    expect(page.get_by_text("Enter the reason for your cancellation.")).to_be_visible()
    page.get_by_label("Reason").fill("The site was away for a month.")
    page.get_by_role("button", name="Cancel now").click()
    expect(page.get_by_role("status").get_by_text("We received your cancellation")).to_be_visible()
    for words in ("UTC", learner.name, "Pro Yearly", "Cancellation for cause", "as soon as possible"):
        expect(main).to_contain_text(words)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a copy").click()
    assert learner.email in download.value.path().read_text()
