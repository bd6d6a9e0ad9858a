"""Billing: the plan, the payment history, canceling and resuming, and invoices."""

import asyncio
from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.payments import BillingState as Billing
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.payments.billing_view import (
    PaymentRow,
    PlanState,
    payment_row,
    plan_state,
)
from webdev_certs.ui.states.payments.invoices import download_invoice
from webdev_certs.ui.states.payments.reading import read_if_possible
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.screens import ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.toasts import ToastState

PAYMENTS_HEADING = "payments-title"


class BillingState(ScreenState, rx.State):
    """What `/dashboard/billing` shows; loaded at each visit."""

    # `phase` is loading, ready or error.
    plan: rx.Field[PlanState] = rx.field(default_factory=PlanState)
    payments: rx.Field[list[PaymentRow]] = rx.field(default_factory=list)
    following: rx.Field[str] = rx.field("")
    """The cursor of the next page of payments; empty if there is none."""
    sandbox: rx.Field[bool] = rx.field(False)
    """Whether these are test keys: no real money is charged."""
    confirming: rx.Field[bool] = rx.field(False)
    """Whether the dialog to confirm a cancellation is open."""
    busy: rx.Field[str] = rx.field("")
    """`cancel`, `resume`, `show_more`, or the id of the invoice that is being downloaded; else empty."""

    safe: ClassVar = N_("The problem is on the server. Your plan and your payments have not changed.")

    async def _load(self, api: Api) -> None:
        billing, history, config = await asyncio.gather(
            api.subscription(),
            api.payment_history(),
            read_if_possible(api.payment_config(), "the payment mode"),
        )
        self.sandbox = config is not None and config.sandbox
        self.plan = plan_state(billing)
        # Access may have ended since has_paid was loaded. The payment page offers plans only without access.
        (await self.get_state(PaymentState)).has_paid = billing.access != "none"
        self.payments = [payment_row(payment) for payment in history.rows]
        self.following = history.following
        self.phase = "ready"

    @exclusive
    async def show_more(self):
        """Append the next page of payments; do nothing after the last one."""
        if not self.following:
            return None
        history = await (await api_of(self)).payment_history(self.following)
        self.payments = [*self.payments, *map(payment_row, history.rows)]
        self.following = history.following
        # The focused button has disappeared with the last page.
        return None if self.following else rx.set_focus(PAYMENTS_HEADING)

    @rx.event
    async def set_confirming(self, confirming: bool) -> None:
        """Open or close the dialog to confirm a cancellation."""
        self.confirming, self.error = confirming, ""

    @exclusive
    async def cancel(self):
        """Cancel the subscription. A second click does nothing."""
        if not self.plan.consequence:
            return None
        try:
            await self._show(await (await api_of(self)).cancel_subscription())
        finally:
            self.confirming = False
        return ToastState.show(_("Your subscription is canceled."), "success")

    @exclusive
    async def resume(self):
        """Undo the cancellation. A second click does nothing."""
        if self.plan.kind != "ending":
            return None
        await self._show(await (await api_of(self)).resume_subscription())
        return ToastState.show(_("Your subscription continues."), "success")

    @exclusive
    async def download(self, invoice_id: str):
        """Download an invoice."""
        return await download_invoice(await api_of(self), invoice_id)

    async def _show(self, billing: Billing) -> None:
        self.plan = plan_state(billing)
        await (await self.get_state(PaymentState)).refresh_or_deny()
