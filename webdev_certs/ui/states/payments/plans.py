"""The plans in words: what each costs, gives and asks."""

from dataclasses import dataclass

from webdev_certs.schemas.payments import Interval, Plan, ProductType
from webdev_certs.ui.states.money import money

TITLES: dict[ProductType, str] = {"lifetime": "Lifetime", "monthly": "Monthly", "yearly": "Yearly"}
RHYTHMS: dict[Interval | None, str] = {None: "once", "month": "a month", "year": "a year"}

_REVIEWS = (
    "The full review of every practice round: each question with your answer, the right one, and why",
    "Results by topic for every round, so that you see what to learn next",
)
_TERMS: dict[ProductType, tuple[str, ...]] = {
    "lifetime": ("One payment, no renewal", "Access stays for good"),
    "monthly": ("Renews every month until you cancel", "Cancel whenever you like; the month stays yours"),
    "yearly": ("Renews every year until you cancel", "Cancel whenever you like; the year stays yours"),
}


@dataclass
class PlanView:
    """A plan as its card shows it."""

    product_type: str
    title: str
    price: str
    rhythm: str
    remark: str
    """What the price comes to, or nothing."""
    gives: list[str]


def plan_views(plans: list[Plan]) -> list[PlanView]:
    """The cards of the plans, in their order."""
    monthly = next((plan for plan in plans if plan.product_type == "monthly"), None)
    return [
        PlanView(
            product_type=plan.product_type,
            title=TITLES[plan.product_type],
            price=money(plan.amount, plan.currency),
            rhythm=RHYTHMS[plan.interval],
            remark=_remark(plan, monthly),
            gives=[*_REVIEWS, *_TERMS[plan.product_type]],
        )
        for plan in plans
    ]


def _remark(plan: Plan, monthly: Plan | None) -> str:
    if plan.interval != "year" or monthly is None or monthly.currency != plan.currency:
        return ""
    saved = 12 * monthly.amount - plan.amount
    return f"{money(saved, plan.currency)} less than paying monthly" if saved > 0 else ""
