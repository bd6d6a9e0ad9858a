"""The plans with their prices, as the cards of the payment page and the public pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from webdev_certs.schemas.payments import Interval, Plan, ProductType
from webdev_certs.shared.formatting import money
from webdev_certs.shared.translation import N_, _, current_language, pgettext
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.session import BrowserState, api_of

TITLES: dict[ProductType, str] = {
    "monthly": N_("Monthly"),
    "yearly": N_("Yearly"),
    "lifetime": N_("Lifetime"),
}
PERIODS: dict[Interval | None, str] = {None: N_("once"), "month": N_("a month"), "year": N_("a year")}

_TERMS: dict[ProductType, tuple[str, ...]] = {
    "monthly": (
        N_("Renews every month until you cancel"),
        N_("Cancel at any time and keep access until the end of the month you paid for"),
    ),
    "yearly": (
        N_("Renews every year until you cancel"),
        N_("Cancel at any time and keep access until the end of the year you paid for"),
    ),
    "lifetime": (N_("One payment, no renewal"), N_("Your access never ends")),
}

_CHOOSE: dict[ProductType, str] = {
    "monthly": N_("Choose Monthly"),
    "yearly": N_("Choose Yearly"),
    "lifetime": N_("Choose Lifetime"),
}
"""Whole texts, because other languages inflect the names."""


@dataclass
class PlanView:
    """A plan as its card shows it."""

    product_type: str
    title: str
    choose: str
    """What its button says."""
    price: str
    period: str
    per_month: str
    """What a yearly plan costs per month; empty for other plans."""
    remark: str
    """How much the plan saves; empty if nothing."""
    terms: list[str]


@dataclass
class PriceRow:
    """A plan in one line."""

    title: str
    price: str
    period: str
    per_month: str
    """What a yearly plan costs per month; empty for other plans."""
    remark: str
    """How much the plan saves; empty if nothing."""


class PricesState(BrowserState, rx.State):
    """The prices on public pages, from the same source as the payment page.

    They are the same for everybody, and public pages do not load again after a sign-out in another tab.
    """

    phase: rx.Field[str] = rx.field("loading")
    """`loading`, `ready`, or `none`: there are no plans, or they cannot be read now."""
    rows: rx.Field[list[PriceRow]] = rx.field(default_factory=list)

    _language: str = ""
    """The language of the rows, even while they load: a tab can change to pages in another language."""

    # In the background, so that the tab's other events do not wait for Stripe when it answers slowly.
    @rx.event(background=True)
    async def load(self) -> None:
        """Read the plans, once in each tab and language."""
        language = current_language()
        async with self:
            if self._language == language and self.phase != "none":
                return
            self._language, self.phase = language, "loading"
            api = await api_of(self)
        plans: Sequence[Plan] = ()
        try:
            # Public, so the call needs nothing more of the tab's states.
            plans = await api.plans()
        except ApiError:
            # Without a payment provider there are none; nothing else on the page depends on them.
            pass
        finally:
            async with self:
                # Otherwise the tab has changed its language since, and another event loads the rows.
                if self._language == language:
                    self.rows = [_price_row(plan, plans) for plan in plans]
                    self.phase = "ready" if plans else "none"


def plan_views(plans: Sequence[Plan]) -> list[PlanView]:
    """Return the cards of the plans, in the same order."""
    return [
        PlanView(
            product_type=plan.product_type,
            title=_(TITLES[plan.product_type]),
            choose=_(_CHOOSE[plan.product_type]),
            price=money(plan.amount, plan.currency),
            period=_(PERIODS[plan.interval]),
            per_month=per_month(plan),
            remark=saving(plan, plans),
            terms=[_(text) for text in _TERMS[plan.product_type]],
        )
        for plan in plans
    ]


def per_month(plan: Plan) -> str:
    """Return what a yearly plan costs per month, rounded up; empty for other plans."""
    if plan.interval != "year" or plan.amount <= 0:
        return ""
    # Rounded down, it would promise less than what is paid.
    amount = -(-plan.amount // 12)
    return _("{amount} a month, paid yearly", amount=money(amount, plan.currency))


def saving(plan: Plan, plans: Sequence[Plan]) -> str:
    """Return how much a plan saves compared with the monthly one; empty if nothing."""
    monthly = next((plan for plan in plans if plan.product_type == "monthly"), None)
    if plan.interval != "year" or monthly is None or monthly.currency != plan.currency:
        return ""
    saved = 12 * monthly.amount - plan.amount
    if saved <= 0:
        return ""
    return _("{amount} less than paying monthly", amount=money(saved, plan.currency))


def _price_row(plan: Plan, plans: Sequence[Plan]) -> PriceRow:
    # Short, because the remarks of another plan stand beside this column.
    lifetime = pgettext("a plan in a list of prices", "Lifetime")
    return PriceRow(
        title=lifetime if plan.product_type == "lifetime" else _(TITLES[plan.product_type]),
        price=money(plan.amount, plan.currency),
        period=_(PERIODS[plan.interval]),
        per_month=per_month(plan),
        remark=saving(plan, plans),
    )
