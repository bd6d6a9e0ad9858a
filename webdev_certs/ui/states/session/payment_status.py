"""Payment state: has_paid, and where to go back to after paying (specification §4)."""

from urllib.parse import urlencode

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.ui.states.session.navigation import DASHBOARD, PAYMENT, PRACTICE_RESULTS, own_path
from webdev_certs.ui.states.session.session import session_of

REASONS = {
    "access_required": "The full review of a practice round is part of paid access.",
    "verification_failed": "We could not check whether you have paid access. If you have, do not pay again: "
    "try again in a moment.",
}


class PaymentState(rx.State):
    """Whether the signed-in person has paid; None while that is not known."""

    has_paid: rx.Field[bool | None] = rx.field(None)
    payment_redirect: str = rx.LocalStorage("", name="payment_redirect")
    """The attempted URL, kept when payment is required."""
    _whose: str = ""
    """The address of the person that has_paid was asked for: another tab may sign someone else in."""

    @rx.var
    def reason(self) -> str:
        """Why the payment page was shown, in words."""
        return REASONS.get(self.router.url.query_parameters.get("reason", ""), "")

    @rx.var
    def is_unverified(self) -> bool:
        """Whether the payment page was shown because the status could not be checked."""
        return self.router.url.query_parameters.get("reason") == "verification_failed"

    @rx.var
    def back_to(self) -> str:
        """Where the payment page leads back to."""
        return own_path(self.router.url.query_parameters.get("returnUrl"))

    @rx.var
    def attempted(self) -> str:
        """What was attempted before payment was asked for, in words; nothing if it was nothing special."""
        if self.back_to.startswith(PRACTICE_RESULTS):
            return "the review of your practice round"
        return "" if self.back_to == DASHBOARD else f"the page {self.back_to.partition('?')[0]}"

    @rx.var
    def plans_url(self) -> str:
        """The payment page with the same choice and the same way back."""
        kept = {name: self.router.url.query_parameters.get(name, "") for name in ("plan", "returnUrl")}
        query = urlencode({name: value for name, value in kept.items() if value})
        return f"{PAYMENT}?{query}" if query else PAYMENT

    @rx.event
    async def load(self) -> None:
        """Loads has_paid, until it is true: whoever has just been given access sees it at the next page."""
        session = await session_of(self)
        if not session.is_authenticated:
            self.has_paid = None
        elif not self.has_paid or self._whose != session.user_email:
            await self.refresh_or_deny()

    async def refresh_or_deny(self) -> None:
        """Asks the server; has_paid is false if it does not say."""
        try:
            await self.refresh()
        except ApiError:
            self.has_paid = False

    async def refresh(self) -> bool:
        """Asks the server.

        Raises:
            ApiError: the status could not be read; has_paid is then left as it was.
        """
        session = await session_of(self)
        self.has_paid = (await session.api().payment_status()).has_paid
        self._whose = session.user_email
        return self.has_paid
