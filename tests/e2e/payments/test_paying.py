"""Paying in the browser: from the payment guard to Stripe's page and back."""

import re
from collections.abc import Callable
from functools import partial
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.console import Console
from tests.e2e.journeys import Learner, at, finish_practice, stored
from tests.e2e.paying import (
    ASKS_THE_BANK,
    DECLINED,
    SCRIPT,
    expect_pay_page,
    go_on,
    pay,
    plan,
    sessions_of,
)
from tests.e2e.product import Product


def test_the_full_review_opens_after_payment(
    member: Page, key: AnswerKey, learner: Learner, product: Product
) -> None:
    member.goto("/practice-test/vue/beginner")
    finish_practice(member, key)
    member.get_by_role("link", name="Full review").click()
    expect(member).to_have_url(at("/payment"))
    attempted = parse_qs(urlsplit(member.url).query)["returnUrl"][0]
    expect(member.get_by_text("You need paid access")).to_be_visible()
    assert stored(member, "payment_redirect") == {"payment_redirect": attempted}

    # Opened from elsewhere, the plans still lead back to the review.
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Lifetime").dblclick()
    pay(member)
    go_on(member)
    expect(member).to_have_url(at(attempted))
    expect(member.get_by_text("7 of 10 correct")).to_be_visible()
    expect(member.get_by_text("Official documentation")).to_have_count(10)
    member.wait_for_function("() => localStorage.getItem('payment_redirect') === null")
    assert sessions_of(product, learner.email) == 1, "the double click"

    member.goto("/payment")
    expect(member.get_by_text("You have paid access.")).to_be_visible()
    expect(plan(member, "Lifetime")).to_have_count(0)


def test_the_page_after_a_payment_stays_and_shows_nothing_of_an_earlier_visit(
    member: Page,
) -> None:
    member.goto("/payment/success?session_id=cs_test_of_somebody_else")
    refusal = "We couldn't find this payment"
    expect(member.get_by_text(refusal)).to_be_visible()
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Lifetime").click()
    member.add_init_script(
        """
        window.seen = new Set();
        new MutationObserver(() => {
          for (const one of document.querySelectorAll("main [role=alert], main [role=status]"))
            window.seen.add(one.innerText);
        }).observe(document, { childList: true, subtree: true, characterData: true });
        """
    )
    pay(member)
    thanks = member.get_by_role("status").filter(has_text="Thank you. We received your payment.")
    expect(thanks).to_be_visible()
    main = member.get_by_role("main")
    for words in ("Lifetime access", "€149", "Your receipts"):
        expect(main).to_contain_text(words)
    with member.expect_download() as download:
        member.get_by_role("button", name="Download receipt").click()
    assert download.value.suggested_filename.startswith("receipt-in_")
    seen = member.evaluate("() => [...window.seen]")
    assert any("Thank you" in words for words in seen)
    assert not [words for words in seen if refusal in words]
    # Loaded again, it is still there.
    member.reload()
    expect(thanks).to_be_visible()
    member.get_by_role("link", name="Go on").click()
    expect(member).to_have_url(at("/dashboard/progress"))


def test_a_declined_card_and_a_card_with_authentication(member: Page, console: Console) -> None:
    console.announce("402 (Payment Required)")
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Yearly").click()
    pay(member, DECLINED)
    expect(member.get_by_role("alert")).to_have_text("Your card was declined.")
    pay(member, ASKS_THE_BANK)
    member.get_by_role("button", name="Fail authentication").click()
    expect(member.get_by_role("alert")).to_contain_text("We are unable to authenticate your payment method.")
    pay(member, ASKS_THE_BANK)
    member.get_by_role("button", name="Complete authentication").click()
    go_on(member)
    expect(member).to_have_url(at("/dashboard/progress"))


def test_canceling_keeps_the_chosen_plan(member: Page, learner: Learner, product: Product) -> None:
    member.goto("/payment?returnUrl=%2Fdashboard%2Fprogress")
    plan(member, "Monthly").click()
    expect_pay_page(member)
    session = member.url
    member.get_by_role("link", name="Back").click()
    expect(member).to_have_url(at("/payment/canceled"))
    expect(member.get_by_text("You chose Monthly. Your choice is saved.")).to_be_visible()

    member.get_by_role("link", name="See all plans").click()
    expect(member.get_by_text("Your choice", exact=True)).to_be_visible()
    member.go_back()
    member.get_by_role("button", name="Continue with Monthly").click()
    expect_pay_page(member)
    assert member.url == session
    assert sessions_of(product, learner.email) == 1

    member.go_back()
    member.get_by_role("button", name="Continue with Monthly").click()
    pay(member)
    go_on(member)
    expect(member).to_have_url(at("/dashboard/progress"))


def test_no_plan_can_be_chosen_before_the_page_has_loaded(member: Page) -> None:
    """The event that loads the page is delayed here."""
    late: list[Callable[[], None]] | None = None
    loads_done = 0

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if late is not None and "on_load" in str(message):
                late.append(partial(server.send, message))
            else:
                server.send(message)

        def pass_back(message: str | bytes) -> None:
            nonlocal loads_done
            loads_done += '"is_hydrated_rx_state_":true' in str(message)
            route.send(message)

        route.on_message(pass_on)
        server.on_message(pass_back)

    member.route_web_socket("**/_event/**", connect)
    member.goto("/payment")
    expect(plan(member, "Monthly")).to_be_enabled()
    loads_before = loads_done
    member.get_by_role("link", name="WebDev Certs").click()
    expect(member.get_by_role("heading", name="Hello")).to_be_visible()
    # The end of the dashboard's load would enable the button too.
    while loads_done == loads_before:
        member.wait_for_timeout(20)
    late = []
    member.go_back()
    expect(plan(member, "Monthly")).to_be_disabled()
    for send in late:
        send()
    late = None
    plan(member, "Monthly").click()
    expect_pay_page(member)


def test_a_script_that_cannot_be_loaded_shows_an_error(
    member: Page, console: Console, learner: Learner, product: Product
) -> None:
    console.announce("net::ERR_FAILED")
    member.goto("/payment")
    alert = member.get_by_role("alert")
    for answer, words in ((_blocked, "Failed to load Stripe script"), (_empty, "Stripe failed to load")):
        member.route(SCRIPT, answer)
        plan(member, "Lifetime").click()
        expect(alert).to_contain_text("Failed to load Stripe")
        expect(alert).to_contain_text(f"{words}. A content blocker")
        expect(alert).to_be_in_viewport()
        expect(plan(member, "Lifetime")).to_be_enabled()
        member.unroute(SCRIPT)
    assert sessions_of(product, learner.email) == 0
    plan(member, "Lifetime").click()
    expect_pay_page(member)


def test_a_script_without_answer_times_out(member: Page) -> None:
    member.clock.install()
    member.goto("/payment")
    member.route(SCRIPT, _unanswered)
    with member.expect_request(SCRIPT):
        plan(member, "Lifetime").click()
    member.clock.fast_forward(19_000)
    expect(plan(member, "Lifetime")).to_be_disabled()
    member.clock.fast_forward(2_000)
    expect(member.get_by_role("alert")).to_contain_text("Failed to load Stripe script. A content blocker")
    member.unroute(SCRIPT)
    plan(member, "Lifetime").click()
    expect_pay_page(member)


def test_the_session_of_another_user_gives_no_access(member: Page) -> None:
    member.goto("/payment/success?session_id=cs_test_of_somebody_else")
    expect(member.get_by_role("alert")).to_contain_text("We couldn't find this payment")
    expect(member.get_by_role("link", name=re.compile("support", re.I)).first).to_be_visible()


def _blocked(route: Route) -> None:
    route.abort()


def _unanswered(_route: Route) -> None:
    return


def _empty(route: Route) -> None:
    route.fulfill(body="", content_type="text/javascript")
