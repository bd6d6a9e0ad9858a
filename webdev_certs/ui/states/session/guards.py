"""The login guard and the payment guard, run when a page loads (specification §4)."""

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.ui.states.session.navigation import login_url, payment_url
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.toasts import ToastState


class GuardState(rx.State):
    """Decides on load whether a page may be seen; the API enforces it again on every call."""

    @rx.event
    async def require_login(self):
        """Lets the signed-in in, verifies a lone token, sends everyone else to sign in and back."""
        session = await session_of(self)
        if session.is_authenticated:
            return None
        sign_in = rx.redirect(login_url(self._attempted()), replace=True)
        if not (session.access_token or session.user):
            return sign_in
        if session.access_token:
            try:
                session.store_user(await session.api().verify())
            except ApiError:
                session.forget()
            else:
                return None
        # Whatever was stored is no session, or no longer one.
        return [sign_in, ToastState.show("Your session has ended. Sign in again to go on.", "neutral")]

    @rx.event
    async def require_payment(self):
        """Lets those with has_paid in; keeps the attempted URL and sends the others to the payment page."""
        session = await session_of(self)
        if not session.is_authenticated:
            return None
        payment = await self.get_state(PaymentState)
        attempted = self._attempted()
        try:
            if await payment.refresh():
                return None
            reason = "access_required"
            payment.payment_redirect = attempted
        except ApiError:
            payment.has_paid = False
            if not session.is_authenticated:
                return rx.redirect(login_url(attempted), replace=True)
            reason = "verification_failed"
        return rx.redirect(payment_url(attempted, reason), replace=True)

    def _attempted(self) -> str:
        url = self.router.url
        return f"{url.path}?{url.query}" if url.query else url.path
