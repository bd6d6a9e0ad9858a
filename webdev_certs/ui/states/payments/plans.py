"""The plans as their cards show them."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import Interval, Plan, ProductType
from webdev_certs.shared.formatting import money

TITLES: dict[ProductType, str] = {"lifetime": "Lifetime", "monthly": "Monthly", "yearly": "Yearly"}
PERIODS: dict[Interval | None, str] = {None: "once", "month": "a month", "year": "a year"}

_REVIEWS = (
    "Full review of every practice round: your answers, the correct answers, and why",
    "Results by topic for every practice round",
)
_TERMS: dict[ProductType, tuple[str, ...]] = {
    "lifetime": ("One payment, no renewal", "Your access never ends"),
    "monthly": (
        "Renews every month until you cancel",
        "Cancel anytime and keep access until the month ends",
    ),
    "yearly": ("Renews every year until you cancel", "Cancel anytime and keep access until the year ends"),
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
            title=TITLES[plan.product_type],
            price=money(plan.amount, plan.currency),
            period=PERIODS[plan.interval],
            remark=_remark(plan, monthly),
            features=[*_REVIEWS, *_TERMS[plan.product_type]],
        )
        for plan in plans
    ]


def _remark(plan: Plan, monthly: Plan | None) -> str:
    if plan.interval != "year" or monthly is None or monthly.currency != plan.currency:
        return ""
    saved = 12 * monthly.amount - plan.amount
    return f"{money(saved, plan.currency)} less than paying monthly" if saved > 0 else ""
