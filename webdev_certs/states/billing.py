"""Billing: the plan and its state, the history, and what can be changed."""

import asyncio

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.payments import BillingState as Billing
from webdev_certs.ui.states.payments.billing_view import PaymentRow, PlanState, payment_row, plan_state
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.toasts import ToastState


class BillingState(rx.State):
    """What `/dashboard/billing` shows; loaded anew at each visit."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, error."""
    error: rx.Field[str] = rx.field("")
    plan: rx.Field[PlanState] = rx.field(default_factory=PlanState)
    payments: rx.Field[list[PaymentRow]] = rx.field(default_factory=list)
    confirming: rx.Field[bool] = rx.field(False)
    """Whether the question stands whether to cancel."""
    busy: rx.Field[str] = rx.field("")
    """`cancel`, `resume`, or the id of the invoice that is being fetched; nothing at rest."""
    failure: rx.Field[str] = rx.field("")
    """Why the last action did not succeed."""

    @rx.event
    async def load(self):
        """Loads plan and history."""
        self.reset()
        yield
        session = await session_of(self)
        if not session.is_authenticated:
            return
        api = session.api()
        try:
            billing, history = await asyncio.gather(api.subscription(), api.payment_history())
        except ApiError as error:
            self.phase, self.error = "error", describe(error)
            return
        self.plan = plan_state(billing)
        # It may have ended since it was asked for, and the way to pay begins here.
        (await self.get_state(PaymentState)).has_paid = billing.access != "none"
        self.payments = [payment_row(payment) for payment in history]
        self.phase = "ready"

    @rx.event
    async def set_confirming(self, confirming: bool) -> None:
        """Asks whether to cancel, or lets the question go."""
        self.confirming, self.failure = confirming, ""

    @rx.event
    async def cancel(self):
        """Cancels the subscription, once that has been confirmed."""
        if self.busy:
            return
        self.busy, self.failure = "cancel", ""
        yield
        session = await session_of(self)
        try:
            await self._show(await session.api().cancel_subscription())
        except ApiError as error:
            self.failure = describe(error)
        else:
            yield ToastState.show("Your subscription is cancelled.", "success")
        self.busy, self.confirming = "", False

    @rx.event
    async def resume(self):
        """Takes a cancellation back."""
        if self.busy:
            return
        self.busy, self.failure = "resume", ""
        yield
        session = await session_of(self)
        try:
            await self._show(await session.api().resume_subscription())
        except ApiError as error:
            self.failure = describe(error)
        else:
            yield ToastState.show("Your subscription goes on.", "success")
        self.busy = ""

    @rx.event
    async def download(self, invoice_id: str):
        """Hands an invoice to the browser."""
        if self.busy:
            return
        self.busy, self.failure = invoice_id, ""
        yield
        session = await session_of(self)
        try:
            pdf = await session.api().invoice(invoice_id)
        except ApiError as error:
            self.failure = describe(error)
        else:
            yield rx.download(data=pdf, filename=f"invoice-{invoice_id}.pdf", mime_type="application/pdf")
        self.busy = ""

    async def _show(self, billing: Billing) -> None:
        self.plan = plan_state(billing)
        await (await self.get_state(PaymentState)).refresh_or_deny()
