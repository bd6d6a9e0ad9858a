"""The plans with their prices, as the cards of the payment page and the public pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from webdev_certs.schemas.payments import Interval, Plan, ProductType
from webdev_certs.shared.formatting import currency_of_zone, money
from webdev_certs.shared.translation import N_, _, current_language, ngettext, pgettext
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.locale import ZonedState, zone_of
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
    currency: str
    title: str
    choose: str
    """What its button says."""
    price: str
    period: str
    per_month: str
    """What a yearly plan costs per month; empty for other plans."""
    remark: str
    """What the plan saves, or how its price compares; empty if there is nothing to say."""
    recommended: bool
    """Whether this is the one plan to recommend."""
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


class PricesState(ZonedState, BrowserState, rx.State):
    """The prices on public pages, from the same source as the payment page.

    They are the same for everybody, and public pages do not load again after a sign-out in another tab.
    """

    phase: rx.Field[str] = rx.field("loading")
    """`loading`, `ready`, or `none`: there are no plans, or they cannot be read now."""
    rows: rx.Field[list[PriceRow]] = rx.field(default_factory=list)

    _shown_in: tuple[str, str | None] = ("", None)
    """The language and currency of the rows, even while they load: a tab can change both."""

    async def follow_zone(self) -> Any:
        """Show the prices in the currency of the zone's country."""
        return type(self).load() if self._shown_in[0] else None

    # In the background, so that the tab's other events do not wait for Stripe when it answers slowly.
    @rx.event(background=True)
    async def load(self) -> None:
        """Read the plans, once in each tab, language and currency."""
        async with self:
            shown_in = (current_language(), currency_of_zone(await zone_of(self)))
            if self._shown_in == shown_in and self.phase != "none":
                return
            self._shown_in, self.phase = shown_in, "loading"
            api = await api_of(self)
        plans: Sequence[Plan] = ()
        try:
            # Public, so the call needs nothing more of the tab's states.
            plans = await api.plans(shown_in[1])
        except ApiError:
            # Without a payment provider there are none; nothing else on the page depends on them.
            pass
        finally:
            async with self:
                # Otherwise the tab has changed one of them since, and another event loads the rows.
                if self._shown_in == shown_in:
                    self.rows = [_price_row(plan, plans) for plan in plans]
                    self.phase = "ready" if plans else "none"


def plan_views(plans: Sequence[Plan]) -> list[PlanView]:
    """Return the cards of the plans, in the same order."""
    return [
        PlanView(
            product_type=plan.product_type,
            currency=plan.currency,
            title=_(TITLES[plan.product_type]),
            choose=_(_CHOOSE[plan.product_type]),
            price=money(plan.amount, plan.currency),
            period=_(PERIODS[plan.interval]),
            per_month=per_month(plan),
            remark=compared(plan, plans),
            recommended=saved(plan, plans) > 0,
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


def saved(plan: Plan, plans: Sequence[Plan]) -> int:
    """Return how much a year of the yearly plan saves compared with the monthly one; 0 for other plans."""
    monthly = _other(plan, plans, "monthly")
    if plan.interval != "year" or monthly is None:
        return 0
    return max(12 * monthly.amount - plan.amount, 0)


def saving(plan: Plan, plans: Sequence[Plan]) -> str:
    """Return how much a plan saves compared with the monthly one; empty if nothing."""
    amount = saved(plan, plans)
    return _("{amount} less than paying monthly", amount=money(amount, plan.currency)) if amount else ""


def compared(plan: Plan, plans: Sequence[Plan]) -> str:
    """Return how the price of a plan compares with that of another one; empty if it does not."""
    if amount := saved(plan, plans):
        return _(
            "Save {amount} a year ({percent}%) compared with Monthly",
            amount=money(amount, plan.currency),
            # Rounded down, so that it is never too good.
            percent=100 * amount // (plan.amount + amount),
        )
    yearly = _other(plan, plans, "yearly")
    if plan.interval is not None or yearly is None or yearly.amount <= 0:
        return ""
    years = -(-plan.amount // yearly.amount)
    if years * yearly.amount == plan.amount:
        return ngettext("Costs as much as {n} yearly payment", "Costs as much as {n} yearly payments", years)
    return ngettext("Costs less than {n} yearly payment", "Costs less than {n} yearly payments", years)


def _other(plan: Plan, plans: Sequence[Plan], product_type: ProductType) -> Plan | None:
    """Return the plan of this type, if its price can be compared with that of `plan`."""
    found = next((other for other in plans if other.product_type == product_type), None)
    return found if found and found.currency == plan.currency else None


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
