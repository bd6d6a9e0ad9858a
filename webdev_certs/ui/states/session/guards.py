"""The login guard and the payment guard, which run when a page loads."""

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.client import ApiError
from webdev_certs.ui.states.session.navigation import login_url, payment_url, shown_path
from webdev_certs.ui.states.session.payment_status import PaymentState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.failures import SESSION_ENDED, log_failure
from webdev_certs.ui.states.shared.toasts import ToastState


class GuardState(rx.State):
    """Checks on load whether the visitor may see a page; the API checks every call again."""

    @rx.event
    async def require_login(self):
        """Let signed-in users pass, verify a token stored without a user, and send others to sign in."""
        session = await session_of(self)
        if session.is_authenticated:
            return None
        sign_in = rx.redirect(login_url(self._attempted()), replace=True)
        if not (session.access_token or session.user):
            return sign_in
        if session.access_token:
            try:
                session.store_user(await session.api().verify())
            except ApiError as error:
                log_failure("token verification", error)
                if not session.access_token:
                    # The failed refresh has ended the login session and has shown why.
                    return sign_in
            else:
                return None
        await session.end()
        # The stored token or user is not valid, or no longer valid.
        return [sign_in, ToastState.show(_(SESSION_ENDED), "neutral")]

    @rx.event
    async def require_payment(self):
        """Let users with has_paid pass; store the attempted URL and send others to the payment page."""
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
        return shown_path(self.router.url)
