"""The prices of the plans on public pages."""

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from webdev_certs.schemas.payments import Plan
from webdev_certs.shared.formatting import money
from webdev_certs.shared.translation import _, current_language, pgettext
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.payments.plans import PERIODS, TITLES, per_month, saving
from webdev_certs.ui.states.session.session import BrowserState, api_of


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
    """The prices, from the same source as the payment page.

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
                    self.rows = [_row(plan, plans) for plan in plans]
                    self.phase = "ready" if plans else "none"


def _row(plan: Plan, plans: Sequence[Plan]) -> PriceRow:
    # Short, because the remarks of another plan stand beside this column.
    lifetime = pgettext("a plan in a list of prices", "Lifetime")
    return PriceRow(
        title=lifetime if plan.product_type == "lifetime" else _(TITLES[plan.product_type]),
        price=money(plan.amount, plan.currency),
        period=_(PERIODS[plan.interval]),
        per_month=per_month(plan),
        remark=saving(plan, plans),
    )
