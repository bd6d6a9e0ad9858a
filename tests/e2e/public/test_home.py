"""The home page shows the product: a question with its feedback, and numbers that are counted."""

from playwright.sync_api import Page, expect

from tests.e2e.product import Product


def test_the_home_page_shows_the_product(page: Page, product: Product) -> None:
    figures = product.http.get("/api/figures").json()
    page.goto("/")
    main = page.get_by_role("main")
    for number, words in (
        (figures["families"], "question families for the tests"),
        (figures["practice_questions"], "practice questions"),
    ):
        row = main.get_by_text(words, exact=True).locator("..")
        expect(row).to_contain_text(f"{number:,}")
    question = main.get_by_role("figure").filter(has_text="A practice question, answered wrong.")
    expect(question.get_by_role("listitem")).to_have_count(4)
    expect(question.get_by_text("Incorrect:")).to_be_attached()
    page.get_by_role("banner").get_by_role("link", name="How it works").click()
    expect(main.get_by_role("heading", name="What’s different here")).to_be_in_viewport()
    expect(main.get_by_role("img", name="Over five weeks, the estimate rises")).to_be_attached()
