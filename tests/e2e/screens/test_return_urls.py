"""A return URL leads to no other site."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.journeys import (
    Learner,
    expect_dashboard,
    sign_in,
)

FOREIGN = [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "/%2fevil.example",
    "javascript:alert(1)",
]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_the_return_url_never_leads_to_another_site(
    foreign: str, page: Page, learner: Learner, tokens: dict[str, Any]
) -> None:
    page.goto(f"/auth/login?returnUrl={foreign}")
    sign_in(page, learner)
    expect_dashboard(page)


@pytest.mark.parametrize("foreign", FOREIGN[:3])
def test_an_attackers_code_does_not_replace_a_signed_in_user(foreign: str, member: Page) -> None:
    member.goto(f"/auth/login?returnUrl={foreign}")
    expect_dashboard(member)
