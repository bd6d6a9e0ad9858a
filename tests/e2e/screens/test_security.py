"""The content policy in the browser, failing event handlers, and many sign-ins at once."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.console import Console
from tests.e2e.journeys import Learner, expect_question, start_exam
from tests.e2e.product import Product

MEMBERS_PAGES = ("/dashboard", "/dashboard/profile", "/test/react", "/practice-test/vue", "/payment")
PUBLIC_PAGES = ("/", "/auth/login", "/auth/register", "/verify/WDC-RE-7K3M-92QF-Z", "/api/docs")
_LOGINS = 20
_MOST_MEGABYTES = 500


def test_no_page_violates_its_content_policy(page: Page, member: Page) -> None:
    """A violation is an error in the console, which fails the test."""
    for visitor, paths in ((page, PUBLIC_PAGES), (member, MEMBERS_PAGES)):
        for path in paths:
            response = visitor.goto(path)
            assert response
            assert "frame-ancestors 'none'" in response.headers["content-security-policy"], path
            expect(visitor.get_by_role("heading").first).to_be_visible()
    start_exam(member, "react")
    expect_question(member, 1)


def test_a_script_that_was_not_built_does_not_run(page: Page, console: Console) -> None:
    page.goto("/about")
    append = "(name, members) => document.body.append(Object.assign(document.createElement(name), members))"
    for name, members in (
        ("script", {"text": "pwned = 1"}),
        ("script", {"src": "https://evil.example/x.js"}),
        ("iframe", {"src": "https://evil.example"}),
        ("div", {"innerHTML": '<img src="/x" onerror="pwned = 1">'}),
        ("base", {"href": "https://evil.example"}),
    ):
        page.evaluate(f"([name, members]) => ({append})(name, members)", [name, members])
    # The policy does not apply to Playwright's own eval, but to a string that a timer evaluates.
    page.evaluate("() => new Promise((done) => { setTimeout('pwned = 1'); setTimeout(done) })")
    assert page.evaluate("fetch('https://evil.example/').then(() => false, () => true)")
    page.evaluate("() => Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
    assert page.evaluate("typeof pwned") == "undefined"
    refused = [error for error in console.errors if "Content Security Policy" in error]
    assert len(refused) >= 6
    console.errors.clear()


def test_a_failing_event_handler_shows_a_message(page: Page, product: Product) -> None:
    def spoil(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def on_message(message: str | bytes) -> None:
            if isinstance(message, str) and "sign_in_state.login" in message:
                prefix, _, body = message.partition("[")
                name, event = json.loads(f"[{body}")
                event["payload"] = {"form": "no form"}
                message = f"{prefix}{json.dumps([name, event])}"
            server.send(message)

        route.on_message(on_message)

    page.route_web_socket("**/_event/**", spoil)
    page.clock.install()
    page.goto("/auth/login")
    page.get_by_label("Email").fill("ada@example.com")
    message = page.get_by_text("Something went wrong.")
    for _ in range(2):
        page.get_by_role("button", name="Sign in").click()
        expect(message.first).to_be_visible()
        # It goes away by itself, after some seconds.
        page.clock.fast_forward(10_000)
        expect(message).to_have_count(0)


def test_many_sign_ins_at_once_do_not_block_other_requests(
    product: Product, learner: Learner, tokens: Any
) -> None:
    """Each hash needs 64 MiB, so without a limit these sign-ins would need 1.3 gigabytes."""
    # The peak of a server that has done nothing else.
    product.kill()
    product.start()
    done: list[str] = []
    with (
        httpx.Client(base_url=product.url, timeout=300) as client,
        ThreadPoolExecutor(_LOGINS + 1) as threads,
    ):

        def sign_in(_: int) -> int:
            form = {"email": learner.email, "password": learner.password}
            status = client.post("/api/auth/login", json=form).status_code
            done.append("login")
            return status

        first, *others = [threads.submit(sign_in, n) for n in range(_LOGINS)]
        first.result()
        assert client.get("/api/health").status_code == 200
        done.append("health")
        statuses = [first.result(), *(other.result() for other in others)]
    assert statuses == [200] * _LOGINS
    assert done.index("health") < _LOGINS / 2
    assert _peak_megabytes(product) < _MOST_MEGABYTES


def _peak_megabytes(product: Product) -> float:
    """Return the peak memory of the serving process (VmHWM, proc(5)); the other process is its monitor."""
    peaks = []
    for process in product.processes():
        status = Path(f"/proc/{process}/status").read_text()
        peaks += [int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM")]
    return max(peaks)
