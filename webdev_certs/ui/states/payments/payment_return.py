"""Coming back from the provider: the payment is verified, and the way goes on to where it was asked for."""

import logging
from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import DASHBOARD, own_path
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import session_of

log = logging.getLogger(__name__)

WAITS = (1, 2, 4, 8, 15)
"""Seconds between tries: half a minute in all, in which a payment that was made nearly always arrives."""
_TOO_MANY_REQUESTS = 429


@dataclass(frozen=True)
class _Refusal:
    title: str
    text: str = ""
    """Empty for the API's own words."""


_UNKNOWN = "checkout_not_found"
_REFUSALS = {
    _UNKNOWN: _Refusal(
        "There is no such payment in your account",
        "The address is incomplete, or the payment was made with another account. Sign in with that one.",
    ),
    "checkout_expired": _Refusal(
        "This checkout has ended without a payment", "Nothing was charged. Choose a plan to begin again."
    ),
    "payment_taken_back": _Refusal(
        "This payment gives no access any more", "It was returned, it is disputed, or its time is over."
    ),
}
_REFUSED = _Refusal("This payment cannot be accepted")


class PaymentReturnState(rx.State):
    """The verification of the session that the address of `/payment/success` names."""

    phase: rx.Field[str] = rx.field("verifying")
    """verifying, confirmed, waiting, refused."""
    title: rx.Field[str] = rx.field("")
    text: rx.Field[str] = rx.field("")
    can_choose: rx.Field[bool] = rx.field(False)
    """Nothing was charged, so that a plan can be chosen anew."""
    destination: rx.Field[str] = rx.field(DASHBOARD)
    tries: rx.Field[int] = rx.field(0)
    wait: rx.Field[int] = rx.field(0)
    """Seconds until the next try; 0 for none."""

    @rx.event
    async def verify(self):
        """Begins to verify; the page calls for each further try (components/behaviour/retry.js)."""
        self.reset()
        yield
        for event in await self._try():
            yield event

    @rx.event
    async def try_again(self, number: int):
        """Tries once more when a wait is over."""
        if self.phase != "verifying" or number != self.tries:
            return
        for event in await self._try():
            yield event

    async def _try(self) -> list[rx.event.EventSpec]:
        session = await session_of(self)
        if not session.is_authenticated:
            return []
        session_id = self.router.url.query_parameters.get("session_id", "")
        if not session_id:
            self._refuse(ApiError(0, _UNKNOWN, ""))
            return []
        try:
            verified = await session.api().verify_payment(session_id)
        except ApiError as error:
            log.warning("a payment could not be verified: %s: %s", error.code, error)
            if _may_pass(error):
                self._wait(error)
            else:
                self._refuse(error)
            return []
        return await self._go_on(verified.redirect_to)

    async def _go_on(self, redirect_to: str | None) -> list[rx.event.EventSpec]:
        """Leads to the saved URL, else to where the session's metadata says, else to the dashboard."""
        payment = await self.get_state(PaymentState)
        await payment.refresh_or_deny()
        self.destination = own_path(payment.payment_redirect, own_path(redirect_to))
        payment.payment_redirect = ""
        self.phase, self.wait = "confirmed", 0
        return [rx.remove_local_storage("payment_redirect"), rx.redirect(self.destination, replace=True)]

    def _wait(self, error: ApiError) -> None:
        if self.tries == len(WAITS):
            self.phase, self.wait, self.text = "waiting", 0, describe(error)
        else:
            self.wait = WAITS[self.tries]
            self.tries += 1

    def _refuse(self, error: ApiError) -> None:
        refusal = _REFUSALS.get(error.code, _REFUSED)
        self.phase, self.wait = "refused", 0
        self.title, self.text = refusal.title, refusal.text or describe(error)
        self.can_choose = error.code == "checkout_expired"


def _may_pass(error: ApiError) -> bool:
    """Whether the same question may be answered otherwise in a moment."""
    return (
        error.code in ("payment_pending", "unreachable")
        or error.status in range(500, 600)
        or (error.status == _TOO_MANY_REQUESTS)
    )
