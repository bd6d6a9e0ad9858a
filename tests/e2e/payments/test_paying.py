"""Paying in the browser: from the payment guard to Stripe's page and back."""

import re
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.console import Console
from tests.e2e.journeys import (
    Learner,
    answer_and_check,
    at,
    expect_entries,
    expect_nothing_stored,
    expect_question,
    expect_stored,
)
from tests.e2e.learning import ApiLearner
from tests.e2e.paying import (
    ASKS_THE_BANK,
    DECLINED,
    checkout_sessions_of,
    expect_pay_page,
    go_on,
    pay,
    plan,
)
from tests.e2e.product import Product

_NOTE_MESSAGES = """
window.seen = new Set();
new MutationObserver(() => {
  for (const one of document.querySelectorAll("main [role=alert], main [role=status]"))
    window.seen.add(one.innerText);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""


def test_the_full_review_opens_after_payment(
    member: Page, key: AnswerKey, learner: Learner, product: Product, api_learner: ApiLearner
) -> None:
    # The page after a payment shows nothing of this visit later.
    of_somebody_else = "/payment/success?session_id=cs_test_of_somebody_else"
    member.goto(of_somebody_else)
    refusal = "We couldn’t find this payment"
    expect(member.get_by_text(refusal)).to_be_visible()
    expect(member.get_by_role("link", name="Contact support")).to_be_visible()

    api_learner.practice("vue", answered=9, wrong=(3, 6, 9), difficulty="beginner")
    member.goto("/practice-test/vue/beginner")
    expect_question(member, 10)
    answer_and_check(member, key)
    member.get_by_role("button", name="Show result").click()
    expect(member.get_by_role("heading", name="Practice round finished")).to_be_visible()
    expect(member.get_by_text("7 of 10 correct", exact=True)).to_be_visible()
    member.get_by_role("link", name="Full review").click()
    expect(member).to_have_url(at("/payment"))
    query = parse_qs(urlsplit(member.url).query)
    wanted = query["returnUrl"][0]
    assert re.fullmatch(r"/practice-results/[0-9a-f-]{36}", wanted)
    assert query["reason"] == ["access_required"]
    reason = "The full review of a practice round is part of Pro."
    expect(member.get_by_text(reason)).to_be_visible()
    expect_entries(member, {"payment_redirect": wanted})

    # Opened from elsewhere, the plans still lead back to the review.
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Lifetime").dblclick()
    expect_pay_page(member)
    member.add_init_script(_NOTE_MESSAGES)
    pay(member)
    thanks = member.get_by_role("status").filter(has_text="You’re all set.")
    expect(thanks).to_be_visible()
    main = member.get_by_role("main")
    for words in (
        "Pro Lifetime",
        "$249",
        "Your access never ends.",
        "Your invoices",
        "We’re emailing you a receipt",
    ):
        expect(main).to_contain_text(words)
    with member.expect_download() as download:
        member.get_by_role("button", name="Download invoice").click()
    assert download.value.suggested_filename.startswith("invoice-in_")
    seen = member.evaluate("() => [...window.seen]")
    assert any("You’re all set" in words for words in seen)
    assert not [words for words in seen if refusal in words]
    # Loaded again, it is still there.
    member.reload()
    expect(thanks).to_be_visible()
    go_on(member)
    expect(member).to_have_url(at(wanted))
    expect(member.get_by_text("7 of 10 correct")).to_be_visible()
    expect(member.get_by_text("Official documentation")).to_have_count(10)
    expect_stored(member, among=("payment_redirect",))
    assert checkout_sessions_of(product, learner.email) == 1, "the double click"

    member.goto("/payment")
    expect(member.get_by_text("Pro is active")).to_be_visible()
    expect(plan(member, "Lifetime")).to_have_count(0)

    # A payment of another account can be opened with that account.
    member.goto(of_somebody_else)
    member.get_by_role("button", name="Sign in with another account").click()
    expect(member.get_by_role("heading", name="Welcome back")).to_be_visible()
    assert parse_qs(urlsplit(member.url).query) == {"returnUrl": [of_somebody_else]}
    expect_nothing_stored(member)


def _expect_plans_explained(member: Page) -> None:
    """Expect what a plan costs and how it ends, and the way on without one."""
    member.goto("/payment")
    main = member.get_by_role("main")
    for words in (
        "You won’t be charged real money.",
        "$8.25 a month, paid yearly",
        "The price you see is the final price.",
        "It stays active until the end of the period you paid for.",
        "We decide each refund request individually.",
    ):
        expect(main).to_contain_text(words)
    refunds = main.get_by_role("link", name="How to ask for a refund")
    expect(refunds).to_have_attribute("href", "/support#payments")
    expect(main.get_by_role("link", name="Terms", exact=True)).to_have_attribute("href", "/terms")
    way_on = main.get_by_role("link", name="Continue without Pro")
    for width in (390, 1280):
        member.set_viewport_size({"width": width, "height": 800})
        box = way_on.bounding_box()
        assert box
        assert box["height"] >= 24
    way_on.click()
    expect(member).to_have_url(at("/dashboard"))


def test_canceling_keeps_the_chosen_plan_and_a_refused_card_can_be_replaced(
    member: Page, learner: Learner, product: Product, console: Console
) -> None:
    console.announce("402 (Payment Required)")
    _expect_plans_explained(member)
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Monthly").click()
    expect_pay_page(member)
    success_page = member.url
    member.get_by_role("link", name="Back").click()
    expect(member).to_have_url(at("/payment/canceled"))
    expect(member.get_by_text("You chose Monthly. We’ve saved your choice.")).to_be_visible()

    member.get_by_role("link", name="See all plans").click()
    expect(member.get_by_text("Your choice", exact=True)).to_be_visible()
    member.go_back()
    member.get_by_role("button", name="Continue with Monthly").click()
    expect_pay_page(member)
    expect(member).to_have_url(success_page)
    assert checkout_sessions_of(product, learner.email) == 1

    member.go_back()
    member.get_by_role("button", name="Continue with Monthly").click()
    pay(member, DECLINED)
    expect(member.get_by_role("alert")).to_have_text("Your card was declined.")
    pay(member, ASKS_THE_BANK)
    member.get_by_role("button", name="Fail authentication").click()
    expect(member.get_by_role("alert")).to_contain_text("We are unable to authenticate your payment method.")
    pay(member, ASKS_THE_BANK)
    member.get_by_role("button", name="Complete authentication").click()
    go_on(member)
    expect(member).to_have_url(at("/dashboard/progress"))
