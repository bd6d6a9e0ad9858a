"""axe-core finds no violations of WCAG 2.2 A and AA on the pages."""

import subprocess
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.answers import AnswerKey
from tests.e2e.journeys import answer_and_check, expect_question, start_exam
from tests.e2e.paying import ASKS_THE_BANK, buy, expect_pay_page, open_billing, pay, plan
from tests.e2e.product import environment

_AXE = "axe-core@4.11.0"
_RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    # A best practice beyond WCAG: landmarks can be told apart in a list of them.
    "rules": {"landmark-unique": {"enabled": True}},
}
_PUBLIC = (
    "/",
    "/auth/login",
    "/auth/register",
    "/auth/forgot-password",
    "/auth/reset-password",
    "/auth/reset-password#token=unread",
    "/auth/confirm",
    "/auth/confirm#token=unread",
    "/auth/callback?error=access_denied",
    "/about",
    "/certifications/react",
    "/verify/WDC-RE-7K3M-92QF-X",
)
_MEMBERS = (
    "/dashboard/overview",
    "/dashboard/certifications",
    "/dashboard/practice",
    "/dashboard/progress",
    "/dashboard/my-certificates",
    "/dashboard/profile",
    "/dashboard/billing",
    "/payment",
    "/payment?reason=verification_failed",
    "/payment/success",
    "/payment/canceled",
    "/test/react",
)


@pytest.fixture(scope="session")
def axe(pytestconfig: pytest.Config, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the script of axe-core, which npm installs once into pytest's cache."""
    kept = getattr(pytestconfig, "cache", None)
    cache = kept.mkdir("axe") if kept else tmp_path_factory.mktemp("axe")
    script = cache / "node_modules" / "axe-core" / "axe.min.js"
    if not script.exists():
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(cache), _AXE]
        subprocess.run(command, check=True, env=environment(), cwd=cache, timeout=300)
    return script.read_text()


_STILL = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await frame();
  const ends = (animation) => animation.effect.getComputedTiming().endTime !== Infinity;
  await Promise.allSettled(document.getAnimations().filter(ends).map((animation) => animation.finished));
}"""
"""Waits until all animations have ended. While an element fades in, its contrast is too low."""


def _violations(page: Page, axe: str) -> list[str]:
    page.evaluate(_STILL)
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("(rules) => axe.run(document, rules)", _RULES)
    return [
        f"{fault['id']}: {fault['help']}: {', '.join(str(node['target']) for node in fault['nodes'])}"
        for fault in found["violations"]
    ]


def _opened(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("status", name="Loading")).to_have_count(0)


def test_public_pages(page: Page, axe: str) -> None:
    for path in _PUBLIC:
        _opened(page, path)
        assert _violations(page, axe) == [], path


def test_pages_of_signed_in_users(member: Page, axe: str) -> None:
    for path in _MEMBERS:
        _opened(member, path)
        assert _violations(member, axe) == [], path


def test_a_running_test_in_every_format(member: Page, axe: str, key: AnswerKey) -> None:
    start_exam(member, "react")
    seen = set[str]()
    running = True
    while running:
        item_format = key.item(member).format
        if item_format not in seen:
            assert _violations(member, axe) == [], item_format
            seen.add(item_format)
        running = key.go_on(member)


def test_practice_with_feedback(member: Page, axe: str, key: AnswerKey) -> None:
    member.goto("/practice-test/react")
    expect_question(member, 1)
    answer_and_check(member, key, right=False)
    assert _violations(member, axe) == []


def test_confirmation_dialogs_and_the_offer_after_canceling(member: Page, axe: str) -> None:
    buy(member, "Monthly")
    open_billing(member)
    member.get_by_role("button", name="Cancel subscription …").click()
    question = member.get_by_role("dialog", name="Cancel your subscription?")
    expect(question).to_be_visible()
    assert _violations(member, axe) == []
    question.get_by_role("button", name="Cancel subscription").click()
    member.get_by_role("link", name="Get lifetime access").click()
    expect(plan(member, "Lifetime")).to_be_visible()
    assert _violations(member, axe) == []
    member.goto("/dashboard/profile")
    member.get_by_role("button", name="Delete account…").click()
    expect(member.get_by_role("dialog", name="Delete your account?")).to_be_visible()
    assert _violations(member, axe) == []


def test_the_pages_of_the_sandboxes(page: Page, member: Page, axe: str) -> None:
    page.goto("/auth/login")
    page.get_by_role("button", name="Continue with GitHub").click()
    expect(page.get_by_role("heading", name="Choose a GitHub test account")).to_be_visible()
    member.goto("/payment")
    plan(member, "Lifetime").click()
    expect_pay_page(member)
    for window in (page, member):
        for scheme in ("light", "dark"):
            window.emulate_media(color_scheme=scheme)
            assert _violations(window, axe) == [], f"{window.title()}, {scheme}"
    pay(member, ASKS_THE_BANK)
    expect(member.get_by_role("button", name="Complete authentication")).to_be_visible()
    assert _violations(member, axe) == []
