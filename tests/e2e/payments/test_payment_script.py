"""The payment page while it loads, and without Stripe's script."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, Route, WebSocketRoute, expect

from tests.e2e.console import Console
from tests.e2e.holding import ends_loading
from tests.e2e.journeys import Learner, wait_until
from tests.e2e.paying import SCRIPT, checkout_sessions_of, expect_pay_page, plan
from tests.e2e.product import Product


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
            loads_done += ends_loading(message)
            route.send(message)

        route.on_message(pass_on)
        server.on_message(pass_back)

    member.route_web_socket("**/_event/**", connect)
    member.goto("/payment")
    expect(plan(member, "Monthly")).to_be_enabled()
    loads_before = loads_done
    member.get_by_role("link", name="WebDev Certs").click()
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    # The end of the dashboard's load would enable the button too.
    wait_until(member, lambda: loads_done > loads_before)
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
    assert checkout_sessions_of(product, learner.email) == 0
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


def test_a_plan_that_was_given_up_is_not_bought_at_the_next_visit(
    member: Page, learner: Learner, product: Product
) -> None:
    held: list[Route] = []
    member.route(SCRIPT, lambda route: held.append(route))
    member.goto("/payment")
    plan(member, "Monthly").click()
    wait_until(member, lambda: bool(held))
    member.get_by_role("link", name="WebDev Certs").click()
    expect(member.get_by_role("heading", name="Hi Ada")).to_be_visible()
    with member.expect_response(SCRIPT):
        held[0].continue_()
    member.go_back()
    expect(plan(member, "Yearly")).to_be_enabled()
    assert checkout_sessions_of(product, learner.email) == 0
    plan(member, "Yearly").click()
    expect_pay_page(member)


def _blocked(route: Route) -> None:
    route.abort()


def _unanswered(_route: Route) -> None:
    return


def _empty(route: Route) -> None:
    route.fulfill(body="", content_type="text/javascript")
