"""Calls about plans, payments and subscriptions."""

from typing import Any

from webdev_certs.schemas.payments import (
    BillingState,
    CheckoutRequest,
    CheckoutSession,
    PaymentConfig,
    PaymentRecord,
    PaymentStatus,
    PaymentVerification,
    Plan,
    VerifyPaymentRequest,
)
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client.calls import Calls, segment
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.sender import Page, parse

NOT_CONFIGURED = N_("Stripe publishable key not configured")


class PaymentCalls(Calls):
    """Calls about payments; they raise the same errors as those of `Api`."""

    async def payment_status(self) -> PaymentStatus:
        """Return whether the user has paid access."""
        return await self._send("GET", "/api/payments/status", PaymentStatus)

    async def payment_config(self) -> PaymentConfig:
        """Return the payment config; without a key, the error is `payments_not_configured`."""
        response = await self._request("GET", "/api/payments/config", bearer=False)
        if not parse(response, dict[str, Any]).get("publishableKey"):
            raise ApiError(response.status_code, "payments_not_configured", _(NOT_CONFIGURED))
        return parse(response, PaymentConfig)

    async def plans(self) -> list[Plan]:
        """Return the plans on offer, with Stripe's prices in the smallest unit of their currency."""
        return await self._send("GET", "/api/payments/plans", list[Plan], bearer=False)

    async def create_checkout_session(self, checkout: CheckoutRequest) -> CheckoutSession:
        """Return a checkout session; the same request returns the same one while it is open."""
        return await self._send("POST", "/api/payments/create-checkout-session", CheckoutSession, checkout)

    async def verify_payment(self, session_id: str) -> PaymentVerification:
        """Confirm a payment, even before its webhook. Code: `payment_pending`: ask again in a moment."""
        # Not validated here: the id comes from the URL, and the API refuses a malformed one.
        body = VerifyPaymentRequest.model_construct(session_id=session_id)
        return await self._send("POST", "/api/payments/verify-payment", PaymentVerification, body)

    async def subscription(self) -> BillingState:
        """Return why the user has access, and their latest subscription."""
        return await self._send("GET", "/api/payments/subscription", BillingState)

    async def payment_history(self, after: str = "") -> Page[PaymentRecord]:
        """Return a page of payments, newest first; `after` is the cursor of a page."""
        return await self._page("/api/payments/history", PaymentRecord, {"after": after})

    async def cancel_subscription(self) -> BillingState:
        """Cancel the subscription at the end of its paid period."""
        return await self._send("POST", "/api/payments/cancel-subscription", BillingState)

    async def resume_subscription(self) -> BillingState:
        """Undo a cancellation."""
        return await self._send("POST", "/api/payments/resume-subscription", BillingState)

    async def invoice(self, invoice_id: str) -> bytes:
        """Return an invoice as PDF."""
        return (await self._request("GET", f"/api/payments/invoice/{segment(invoice_id)}")).content
