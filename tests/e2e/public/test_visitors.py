"""What visitors without an account can do: try questions, write to the operator, search for help."""

import json
import re
from itertools import product
from urllib.parse import quote

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.conftest import Visit
from tests.e2e.journeys import (
    Learner,
    answer_and_check,
    at,
    expect_question,
    question,
    register,
    wait_for_scripts,
)
from tests.e2e.keyboard import activate, answer_with_keys, press, reach
from webdev_certs.ui.pages.page_texts import PAID_IN_SHORT

NEXT = {
    "": "Practice, tests and certificates are free. Your name goes",
    "/practice-test/react": "Create an account first. Practice is free. Your name goes",
    "/test/react": "Create an account first. The test is free. Your name goes",
    "/payment": "Create an account first, then choose a plan. Your name goes",
    "/dashboard/my-certificates": "Practice, tests and certificates are free. Your name goes",
}
"""Where a visitor was going → the beginning of what the registration says."""


def _answered_sample(visit: Visit, key: AnswerKey) -> Page:
    """Return the window of a visitor who has answered one question of the React sample."""
    page = visit()
    page.goto("/certifications/react")
    page.get_by_role("button", name="Start the questions").click()
    answer_and_check(page, key)
    expect(page.locator("#verdict")).to_be_focused()
    return page


def test_a_visitor_tries_three_questions_and_goes_on_after_registering(
    visit: Visit, learner: Learner, key: AnswerKey
) -> None:
    """With the keyboard alone, but for the link at the top of the page."""
    page = visit()
    page.goto("/")
    activate(page, page.get_by_role("link", name="Try three questions"))
    activate(page, page.get_by_role("button", name="Vue", exact=True))
    estimate = page.get_by_role("status").filter(has_text=re.compile("No estimate yet|^About"))
    expect(estimate).to_contain_text("No estimate yet")
    for number in range(1, 4):
        expect(question(page)).to_be_focused()
        answer_with_keys(page, key)
        press(page, "form:has(#question) button[type=submit]")
        expect(page.locator("#verdict").get_by_text("Correct", exact=True)).to_be_visible()
        expect(page.locator("#verdict")).to_be_focused()
        expect(estimate).to_contain_text("likely")
        # It stays in the window, and so does the verdict below it.
        expect(page.get_by_role("img", name=re.compile("^Estimate:"))).to_be_in_viewport(ratio=1)
        expect(page.locator("#verdict")).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("heading", name=f"Vue sample: {number} of 3 answered")).to_be_visible()
        label = "Next question" if number < 3 else "Show my result"
        activate(page, page.get_by_role("button", name=label))
    expect(page.get_by_role("heading", name="3 of 3 correct")).to_be_focused()
    going_on = page.get_by_role("link", name="Continue with Vue practice")
    expect(going_on).to_have_attribute("href", "/auth/register?returnUrl=%2Fpractice-test%2Fvue")
    # A registration from anywhere else leads there too.
    page.get_by_role("banner").get_by_role("link", name="Create account").click()
    expect(page).to_have_url(at("/auth/register"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    for field, text in (
        ("Full name", learner.name),
        ("Email", learner.email),
        ("Password", learner.password),
    ):
        reach(page, page.get_by_label(field, exact=True))
        page.keyboard.type(text)
    reach(page, page.locator("input[type=checkbox]"))
    page.keyboard.press("Space")
    activate(page, page.get_by_role("main").get_by_role("button", name="Create account"))
    expect(page).to_have_url(at("/practice-test/vue"))
    # The three answers of the sample are the start of the practice session.
    expect_question(page, 4)
    page.reload()
    expect_question(page, 4)
    # Whoever leaves it there is led back from the overview.
    page.goto("/dashboard")
    page.get_by_role("link", name="Continue with question 4").click()
    expect(page).to_have_url(at("/practice-test/vue"))
    assert page.evaluate("() => sessionStorage.getItem('sample')") in (None, "")


def test_a_button_that_needs_an_account_leads_on_after_registering_or_signing_in(
    visit: Visit, learner: Learner
) -> None:
    page = visit()
    page.goto("/certifications/java")
    wait_for_scripts(page)
    page.get_by_role("link", name="Practice Java for free").click()
    expect(page).to_have_url(re.compile(r"/auth/register\?returnUrl=%2Fpractice-test%2Fjava$"))
    page.get_by_role("main").get_by_role("link", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/auth/login\?returnUrl=%2Fpractice-test%2Fjava$"))
    page.get_by_role("link", name="Create an account").click()
    # An incomplete form names the field and keeps the rest.
    page.get_by_label("Full name").fill(learner.name)
    page.get_by_role("main").get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Email")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_label("Full name")).to_have_value(learner.name)
    register(page, learner)
    expect(page).to_have_url(at("/practice-test/java"))
    expect_question(page, 1)


def test_learners_are_led_to_the_page_of_a_button_and_not_offered_another_account(member: Page) -> None:
    member.goto("/")
    offers = member.get_by_role("link", name="Create a free account")
    expect(offers).to_have_count(0)
    main = member.get_by_role("main")
    expect(main.get_by_role("link", name="Go to dashboard").first).to_have_attribute("href", "/dashboard")
    assert member.request.get("/").text().count("Create a free account") >= 3

    # The document is the same for everybody, also before its scripts run.
    document = member.request.get("/certifications/java").text()
    for path in ("/practice-test/java", "/test/java", "/payment"):
        assert f'href="/auth/register?returnUrl={quote(path, safe="")}"' in document
    member.goto("/certifications/java")
    button = member.get_by_role("link", name="Take the Java test")
    expect(button).to_have_attribute("href", "/test/java")
    button.click()
    expect(member.get_by_role("button", name="Start the test")).to_be_visible()
    member.goto("/auth/register?returnUrl=%2Ftest%2Fjava")
    expect(member).to_have_url(at("/test/java"))


def test_the_payment_page_begins_with_the_reason(member: Page) -> None:
    """Nothing else is shown before, in the document or while the state is loading."""
    general, reason = PAID_IN_SHORT, "Seeing all your mistakes in one place"
    member.add_init_script(f"""
        new MutationObserver(() => {{
          const header = document.querySelector("main header")?.textContent ?? "";
          if (header.includes({json.dumps(general)})) window.general = true;
        }}).observe(document, {{ childList: true, subtree: true, characterData: true }});
    """)
    member.goto("/payment?returnUrl=%2Fpractice-mistakes%2Freact&reason=access_required")
    expect(member.get_by_role("main").get_by_text(reason)).to_be_visible()
    expect(member.get_by_role("button", name=re.compile("Monthly")).first).to_be_visible()
    assert member.evaluate("window.general") is None
    member.goto("/payment")
    expect(member.get_by_role("main").locator("header")).to_contain_text(general)


def test_the_next_person_at_a_computer_does_not_get_the_sample_answers(
    visit: Visit, learner: Learner, key: AnswerKey
) -> None:
    page = _answered_sample(visit, key)
    # The answers are stored with the event that shows the verdict.
    assert "react" in page.evaluate("() => sessionStorage.getItem('sample')")
    tab = page.context.new_page()
    page.close()
    tab.goto("/auth/register")
    register(tab, learner)
    expect(tab).to_have_url(at("/dashboard"))
    tab.goto("/practice-test/react")
    expect_question(tab, 1)


def test_prices_and_structured_data_of_a_technology(visit: Visit) -> None:
    page = visit()
    # As a search engine gets it: without scripts.
    document = page.request.get("/certifications/java").text()
    [found] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', document)
    kinds = {node["@type"] for node in json.loads(found)["@graph"]}
    assert kinds == {"EducationalOccupationalCredential", "BreadcrumbList", "FAQPage"}
    page.goto("/certifications/java")
    prices = page.get_by_role("region", name="What it costs")
    expect(prices.get_by_text("a month", exact=True)).to_be_visible()
    expect(prices.get_by_text(re.compile(r"[0-9] less than paying monthly"))).to_be_visible()
    expect(prices).not_to_contain_text(".00")
    page.get_by_text("Collections", exact=True).click()
    expect(page.get_by_text("Choose the collection that fits the access")).to_be_visible()


def test_a_message_is_sent_and_nothing_typed_is_lost(visit: Visit, learner: Learner) -> None:
    page = visit()
    page.goto("/contact")
    hints = {"Your name": "address you", "Your email": "We’ll reply", "Your message": "Tell us what happened"}
    for label, hint in hints.items():
        expect(page.get_by_label(label)).to_have_accessible_description(re.compile(hint))
    send = page.get_by_role("button", name="Send message")
    page.get_by_label("Your message").fill("My certificate shows an old name.")
    send.click()
    expect(page.get_by_text("Enter your name.")).to_be_visible()
    expect(page.get_by_label("Your name")).to_be_focused()
    # What was typed stays.
    expect(page.get_by_label("Your message")).to_have_value("My certificate shows an old name.")
    page.get_by_label("Your name").fill(learner.name)
    page.get_by_label("Your email").fill(learner.email)
    send.click()
    expect(page.get_by_text("Your message is on its way")).to_be_visible()
    expect(page.locator("#contact-sent")).to_be_focused()


def test_registering_says_what_comes_next_and_nothing_moves(page: Page) -> None:
    places: set[tuple[str, int, float]] = set()
    for language, (path, text) in product(("", "/de"), NEXT.items()):
        page.goto(f"{language}/auth/register?returnUrl={quote(path, safe='')}")
        wait_for_scripts(page)
        if not language:
            expect(page.get_by_text(text)).to_be_visible()
        for width in (390, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            top = page.locator("#full_name").evaluate("(field) => field.getBoundingClientRect().top")
            places.add((language, width, top))
    assert len(places) == 4, "one place in each language and width"


def test_support_can_be_searched(visit: Visit) -> None:
    page: Page = visit()
    page.goto("/support")
    page.get_by_role("navigation", name="Subjects").get_by_role("link", name="Payments").click()
    expect(page.get_by_role("heading", name="Payments", level=2)).to_be_in_viewport()
    search = page.get_by_role("searchbox", name="Search the answers")
    search.fill("lost my conn")
    expect(page.get_by_role("status").filter(has_text="1 answer matches.")).to_be_visible()
    expect(page.get_by_role("heading", name="Payments")).to_be_hidden()
    expect(page.get_by_role("heading", name="I lost my connection during a test")).to_be_visible()
    expect(page.get_by_role("heading", name="I can’t sign in")).to_be_hidden()
    search.fill("no such words")
    expect(page.get_by_role("status").filter(has_text="No answers match.")).to_be_visible()
    search.fill("password")
    expect(page.get_by_role("status").filter(has_text=re.compile(r"^\d answers match\."))).to_be_visible()
    search.fill("money back")
    expect(page.get_by_role("heading", level=3).first).to_have_text("Can I get a refund?")
    expect(page.get_by_role("main").get_by_role("heading", level=2)).to_have_text("Answers")
    search.fill("")
    expect(page.get_by_role("heading", name="I can’t sign in")).to_be_visible()
    expect(page.get_by_role("heading", name="Payments")).to_be_visible()
    search.fill("program verify")
    page.get_by_role("link", name="API documentation").click()
    expect(page).to_have_url(at("/api/docs"))
