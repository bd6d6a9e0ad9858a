"""The plans as their cards show them."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import Interval, Plan, ProductType
from webdev_certs.shared.formatting import money
from webdev_certs.shared.translation import N_, _

TITLES: dict[ProductType, str] = {
    "lifetime": N_("Lifetime"),
    "monthly": N_("Monthly"),
    "yearly": N_("Yearly"),
}
PERIODS: dict[Interval | None, str] = {None: N_("once"), "month": N_("a month"), "year": N_("a year")}

_REVIEWS = (
    N_("Go back to every finished round: your answers, the correct answers, and why"),
    N_("Results by topic for every practice round"),
)
_TERMS: dict[ProductType, tuple[str, ...]] = {
    "lifetime": (N_("One payment, no renewal"), N_("Your access never ends")),
    "monthly": (
        N_("Renews every month until you cancel"),
        N_("Cancel anytime and keep access until the month ends"),
    ),
    "yearly": (
        N_("Renews every year until you cancel"),
        N_("Cancel anytime and keep access until the year ends"),
    ),
}


@dataclass
class PlanView:
    """A plan as its card shows it."""

    product_type: str
    title: str
    price: str
    period: str
    remark: str
    """How much the plan saves; empty if nothing."""
    features: list[str]


def plan_views(plans: list[Plan]) -> list[PlanView]:
    """Return the cards of the plans, in the same order."""
    monthly = next((plan for plan in plans if plan.product_type == "monthly"), None)
    return [
        PlanView(
            product_type=plan.product_type,
            title=_(TITLES[plan.product_type]),
            price=money(plan.amount, plan.currency),
            period=_(PERIODS[plan.interval]),
            remark=_remark(plan, monthly),
            features=[_(text) for text in (*_REVIEWS, *_TERMS[plan.product_type])],
        )
        for plan in plans
    ]


def _remark(plan: Plan, monthly: Plan | None) -> str:
    if plan.interval != "year" or monthly is None or monthly.currency != plan.currency:
        return ""
    saved = 12 * monthly.amount - plan.amount
    if saved <= 0:
        return ""
    return _("{amount} less than paying monthly", amount=money(saved, plan.currency))
