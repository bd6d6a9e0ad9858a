"""Return from Stripe: verify the payment, show what was bought, and lead back to what needed it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from webdev_certs.schemas.payments import BillingState, PaymentRecord, ProductType
from webdev_certs.schemas.progress import LearnerStanding
from webdev_certs.shared.formatting import greeted_name
from webdev_certs.shared.translation import N_, _, ngettext
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.payments.billing import (
    PlanState,
    download_invoice,
    payment_row,
    plan_state,
    read_if_possible,
)
from webdev_certs.ui.states.payments.plans import TITLES
from webdev_certs.ui.states.session.locale import zone_of
from webdev_certs.ui.states.session.navigation import (
    DASHBOARD,
    MOCK_EXAM,
    PRACTICE_MISTAKES,
    login_url,
    own_path,
    shown_path,
)
from webdev_certs.ui.states.session.payment_status import PaymentState, onward_label
from webdev_certs.ui.states.session.screens import exclusive
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.failures import describe, log_failure

WAITS = (1, 2, 4, 8, 15)
"""Seconds between tries, half a minute in all. Nearly all payments arrive within that time."""
_TOO_MANY_REQUESTS = 429


@dataclass(frozen=True)
class _Refusal:
    title: str
    text: str = ""
    """The message; empty to show the API's."""


_PENDING = "payment_pending"
_UNKNOWN = "checkout_not_found"
_INCOMPLETE = "incomplete"
"""Not a code of the API, which needs a checkout session."""
_REFUSALS = {
    _UNKNOWN: _Refusal(
        N_("We couldn’t find this payment"),
        N_("It isn’t in this account. If you paid with another one, sign in with that account."),
    ),
    _INCOMPLETE: _Refusal(
        N_("This link is incomplete"),
        N_("Part of it is missing. If you’ve paid, you’ll find your payment in Billing."),
    ),
    "checkout_expired": _Refusal(
        N_("This checkout ended without a payment"), N_("You weren’t charged. Choose a plan to start again.")
    ),
    "payment_taken_back": _Refusal(
        N_("This payment no longer gives access"),
        N_("It was refunded, is disputed, or its period has ended."),
    ),
}
_REFUSED = _Refusal(N_("We can’t accept this payment"))


class PaymentReturnState(rx.State):
    """Verifies the checkout session that the URL of `/payment/success` names."""

    phase: rx.Field[str] = rx.field("verifying")
    """verifying, confirmed, waiting, refused."""
    title: rx.Field[str] = rx.field("")
    text: rx.Field[str] = rx.field("")
    can_choose: rx.Field[bool] = rx.field(False)
    """Whether the user was not charged and can choose a plan again."""
    is_of_another: rx.Field[bool] = rx.field(False)
    """Whether another account may have paid."""
    destination: rx.Field[str] = rx.field(DASHBOARD)
    """Where the user goes next: to what needed Pro, or to the most useful thing to do with it."""
    continue_label: rx.Field[str] = rx.field("")
    """The label of the link to `destination`."""
    thanks: rx.Field[str] = rx.field("")
    """The thanks, with the user's first name."""
    bought: rx.Field[str] = rx.field("")
    """The title of the plan that was paid for."""
    paid: rx.Field[str] = rx.field("")
    """The amount; empty if the payment could not be read."""
    paid_on: rx.Field[str] = rx.field("")
    sandbox: rx.Field[bool] = rx.field(False)
    """Whether no real money was charged."""
    has_receipt: rx.Field[bool] = rx.field(False)
    """Whether a receipt is mailed: money was paid, and nothing of it went back."""
    plan: rx.Field[PlanState] = rx.field(default_factory=PlanState)
    """The plan as billing shows it; the free plan if it is not what was bought, or could not be read."""
    invoice_id: rx.Field[str] = rx.field("")
    """Empty if there is no invoice."""
    busy: rx.Field[bool] = rx.field(False)
    """Whether the invoice is being downloaded."""
    error: rx.Field[str] = rx.field("")
    """Why the download failed."""
    tries: rx.Field[int] = rx.field(0)
    wait: rx.Field[int] = rx.field(0)
    """Seconds until the next try; 0 for none."""
    _subject: str = ""
    """The checkout session that `phase` is about."""
    _confirmed: str = ""
    """The checkout session confirmed last. If its page is loaded again, it leads to the same destination."""

    @rx.var
    def outcome(self) -> str:
        """The phase, or `verifying` if the phase is still that of another payment from an earlier visit."""
        return self.phase if self._subject == self._session_id() else "verifying"

    @rx.event
    async def verify(self):
        """Verify the payment; behavior/departures.js calls `try_again` for further tries."""
        kept = (self._confirmed, self.destination, self.continue_label)
        self.reset()
        self._confirmed, self.destination, self.continue_label = kept
        self._subject = self._session_id()
        yield
        yield await self._try()

    @rx.event
    async def try_again(self, number: int):
        """Verify the payment again after a wait.

        Args:
            number: The try that the browser asks for; an earlier one is ignored.
        """
        if self.phase != "verifying" or number != self.tries:
            return []
        return await self._try()

    async def _try(self) -> list[rx.event.EventSpec]:
        session = await session_of(self)
        if not session.is_authenticated:
            return []
        session_id = self._session_id()
        if not session_id:
            self._refuse(ApiError(0, _INCOMPLETE, ""))
            return []
        try:
            api = session.api()
            verified = await api.verify_payment(session_id)
        except ApiError as error:
            log_failure("payment verification", error)
            if _is_temporary(error):
                self._wait(error)
            else:
                self._refuse(error)
            return []
        if session_id != self._confirmed:
            await self._choose_destination(api, verified.redirect_to)
        self._confirmed = session_id
        await (await self.get_state(PaymentState)).refresh_or_deny()
        self.thanks = _("Thanks, {name}! You’re all set.", name=greeted_name(session.user_name))
        await self._show(api, verified.product_type)
        return []

    @exclusive
    async def download(self) -> Any:
        """Download the invoice."""
        return await download_invoice(await api_of(self), self.invoice_id)

    @rx.event
    async def switch_account(self) -> rx.event.EventSpec:
        """Sign out, and go to the sign-in page that leads back to this payment."""
        payment = shown_path(self.router.url)
        await (await session_of(self)).sign_out()
        return rx.redirect(login_url(payment), replace=True)

    def _session_id(self) -> str:
        return self.router.url.query_parameters.get("session_id", "")

    async def _show(self, api: Api, product_type: ProductType) -> None:
        """Show what was bought, with the invoice and what is charged next if they can be read."""
        self.bought = _(TITLES[product_type])
        billing, history, config = await asyncio.gather(
            read_if_possible(api.subscription(), "the plan that was bought"),
            read_if_possible(api.payment_history(), "the payment"),
            read_if_possible(api.payment_config(), "the payment mode"),
        )
        if billing:
            self._show_plan(billing, product_type)
        if history:
            self._show_payment(history.rows, product_type)
        if config:
            self.sandbox = config.sandbox
        self.phase, self.wait = "confirmed", 0

    def _show_plan(self, billing: BillingState, product_type: ProductType) -> None:
        # The page may be that of an earlier payment.
        subscription = billing.subscription
        active = subscription.product_type if billing.access == "subscription" and subscription else None
        if product_type == ("lifetime" if billing.access == "lifetime" else active):
            self.plan = plan_state(billing)

    def _show_payment(self, payments: Sequence[PaymentRecord], product_type: ProductType) -> None:
        latest = next((payment for payment in payments if payment.product_type == product_type), None)
        if latest:
            row = payment_row(latest)
            self.paid, self.paid_on, self.invoice_id = row.amount, row.date, row.invoice_id
            # As `server/services/payments/mails.py` decides.
            self.has_receipt = latest.status == "paid" and latest.amount > 0

    async def _choose_destination(self, api: Api, redirect_to: str | None) -> None:
        """Choose the saved path, or else `redirect_to`, or else the most useful next step."""
        payment = await self.get_state(PaymentState)
        self.destination = own_path(payment.payment_redirect, own_path(redirect_to))
        self.continue_label = onward_label(self.destination)
        # The page removes the emptied key (components/behavior/signing_out.js). If the state removed
        # it, Reflex would hydrate the page again, and so verify the payment again.
        payment.payment_redirect = ""
        if self.destination == DASHBOARD:
            standing = await read_if_possible(api.standing(await zone_of(self)), "the next step")
            if standing:
                self.destination, self.continue_label = next_step(standing)

    def _wait(self, error: ApiError) -> None:
        if self.tries == len(WAITS):
            self.phase, self.wait = "waiting", 0
            # The page says the rest of the API's message.
            self.text = _("It can take a few minutes.") if error.code == _PENDING else describe(error)
        else:
            self.wait = WAITS[self.tries]
            self.tries += 1

    def _refuse(self, error: ApiError) -> None:
        refusal = _REFUSALS.get(error.code, _REFUSED)
        self.phase, self.wait = "refused", 0
        self.title = _(refusal.title)
        self.text = _(refusal.text) if refusal.text else describe(error)
        self.can_choose = error.code == "checkout_expired"
        self.is_of_another = error.code == _UNKNOWN


def _is_temporary(error: ApiError) -> bool:
    """Return whether the same request may succeed in a moment."""
    return (
        error.code in (_PENDING, "unreachable")
        or error.status in range(500, 600)
        or (error.status == _TOO_MANY_REQUESTS)
    )


def next_step(standing: LearnerStanding) -> tuple[str, str]:
    """Return the path and the label of what is most useful to somebody who has just got Pro."""
    # The page of mistakes lists one technology.
    most = max(standing.technologies, key=lambda row: row.mistakes, default=None)
    if most and most.mistakes:
        return PRACTICE_MISTAKES + most.technology, ngettext(
            "See your mistake", "See your {n} mistakes", most.mistakes
        )
    step = standing.next_step
    # A running attempt or mock exam waits on the overview. What was just passed is not practiced.
    name, technology = (
        (step.following_name, step.following) if step.kind == "share" else (step.name, step.technology)
    )
    if technology and name and step.kind not in ("resume_attempt", "resume_mock_exam"):
        return MOCK_EXAM + technology, _("Take a mock exam in {name}", name=name)
    return DASHBOARD, onward_label(DASHBOARD)
