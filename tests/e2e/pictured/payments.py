"""Pictures of plans, payments and billing."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.pictured.cast import Cast
from tests.e2e.pictured.shot import Shot, click
from webdev_certs.shared.translation import _

_BILLING, _SUCCESS = "/dashboard/billing", "/payment/success"


def payments(cast: Cast) -> list[Shot]:
    """Return the pictures."""

    def billing(name: str, who: str = "") -> Shot:
        viewer = who or name.replace("-", "_")
        return Shot(f"billing-{name}", _BILLING, viewer=lambda: getattr(cast.subscribers, viewer))

    return [
        *[
            billing(name)
            for name in ("active", "ending", "past-due", "ended", "lifetime", "refunded", "disputed")
        ],
        billing("lifetime-after-monthly", "lifetime_and_monthly"),
        Shot("billing-dialog", _BILLING, _cancel, lambda: cast.subscribers.active, window=True),
        Shot("payment-after-subscription", "/payment", viewer=lambda: cast.subscribers.ending),
        Shot(
            "payment-canceled-with-choice",
            "/payment?returnUrl=%2Fdashboard%2Fprogress",
            _turn_back,
            cast.newcomer,
        ),
        Shot(
            "payment-paid-for-lifetime",
            lambda: f"{_SUCCESS}?session_id={cast.subscribers.lifetime_session}",
            _wait_for_payment,
            lambda: cast.subscribers.lifetime,
        ),
        Shot(
            "payment-waiting",
            lambda: f"{_SUCCESS}?session_id={cast.subscribers.unpaid_session}",
            _wait_for_payment,
            viewer=lambda: cast.subscribers.waiting,
        ),
        Shot(
            "payment-of-another",
            f"{_SUCCESS}?session_id=cs_test_of_somebody_else",
            _wait_for_payment,
            lambda: cast.somebody,
        ),
    ]


def _cancel(page: Page) -> None:
    click(page, _("Cancel subscription…"))
    expect(page.get_by_role("dialog")).to_be_visible()


def _turn_back(page: Page) -> None:
    """Choose a plan, and come back from the page of the sandbox without paying."""
    page.locator("main").get_by_role("button").filter(visible=True).nth(1).click()
    page.wait_for_url(re.compile("/sandbox/stripe/"))
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name=_("Payment canceled"))).to_be_visible()
    expect(page.locator("main strong")).to_be_visible()
    expect(page.locator("main [aria-busy=true]")).to_have_count(0)


def _wait_for_payment(page: Page) -> None:
    expect(page.get_by_text(_("Confirming your payment …"))).to_have_count(0)
