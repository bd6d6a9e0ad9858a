"""A return URL leads to no other site."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.e2e.journeys import (
    Learner,
    expect_dashboard,
    sign_in,
)

# Browsers read these as other sites. `tests/unit/schemas/test_return_urls.py` has more.
FOREIGN = ["//evil.example", "/\\evil.example"]


@pytest.mark.parametrize("foreign", FOREIGN)
def test_the_return_url_never_leads_to_another_site(
    foreign: str, page: Page, learner: Learner, tokens: dict[str, Any]
) -> None:
    page.goto(f"/auth/login?returnUrl={foreign}")
    sign_in(page, learner)
    expect_dashboard(page)


def test_a_signed_in_user_is_not_led_there_either(member: Page) -> None:
    member.goto(f"/auth/login?returnUrl={FOREIGN[0]}")
    expect_dashboard(member)
