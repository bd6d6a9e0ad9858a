"""The part of the API client about payments: plans, checkout, billing and contracts."""

from typing import Any
from urllib.parse import urlencode

from webdev_certs.schemas import payments
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.sender import Page, Sender, parse, segment

NOT_CONFIGURED = N_("Stripe publishable key not configured")


class PaymentCalls:
    """Calls about what is bought, and about ending it."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._request = sender.request
        self._page = sender.page

    async def cancel_contract(self, form: payments.CancellationRequest) -> payments.DeclarationReceipt:
        """Cancel a subscription without signing in. Codes: `reason_missing`, `date_in_past`."""
        return await self._send(
            "POST", "/api/payments/cancellations", payments.DeclarationReceipt, form, bearer=False
        )

    async def withdraw_from_contract(self, form: payments.WithdrawalRequest) -> payments.DeclarationReceipt:
        """Withdraw from a contract without signing in."""
        return await self._send(
            "POST", "/api/payments/withdrawals", payments.DeclarationReceipt, form, bearer=False
        )

    async def payment_status(self) -> payments.PaymentStatus:
        """Return whether the user has paid access."""
        return await self._send("GET", "/api/payments/status", payments.PaymentStatus)

    async def payment_config(self) -> payments.PaymentConfig:
        """Return the payment config; without a key, the error is `payments_not_configured`."""
        response = await self._request("GET", "/api/payments/config", bearer=False)
        if not parse(response, dict[str, Any]).get("publishableKey"):
            raise ApiError(response.status_code, "payments_not_configured", _(NOT_CONFIGURED))
        return parse(response, payments.PaymentConfig)

    async def plans(self, currency: str | None) -> list[payments.Plan]:
        """Return the plans on offer, their prices in the smallest unit of a currency; None for their own."""
        query = f"?{urlencode({'currency': currency})}" if currency else ""
        return await self._send("GET", f"/api/payments/plans{query}", list[payments.Plan], bearer=False)

    async def create_checkout_session(self, checkout: payments.CheckoutRequest) -> payments.CheckoutSession:
        """Return a checkout session; the same request returns the same one while it is open."""
        return await self._send(
            "POST", "/api/payments/create-checkout-session", payments.CheckoutSession, checkout
        )

    async def verify_payment(self, session_id: str) -> payments.PaymentVerification:
        """Confirm a payment, even before its webhook. Code: `payment_pending`: ask again in a moment."""
        # Not validated here: the id comes from the URL, and the API refuses a malformed one.
        body = payments.VerifyPaymentRequest.model_construct(session_id=session_id)
        return await self._send("POST", "/api/payments/verify-payment", payments.PaymentVerification, body)

    async def subscription(self) -> payments.BillingState:
        """Return why the user has access, and their latest subscription."""
        return await self._send("GET", "/api/payments/subscription", payments.BillingState)

    async def payment_history(self, after: str = "") -> Page[payments.PaymentRecord]:
        """Return a page of payments, newest first; `after` is the cursor of a page."""
        return await self._page("/api/payments/history", payments.PaymentRecord, {"after": after})

    async def cancel_subscription(self) -> payments.BillingState:
        """Cancel the subscription at the end of its paid period."""
        return await self._send("POST", "/api/payments/cancel-subscription", payments.BillingState)

    async def resume_subscription(self) -> payments.BillingState:
        """Undo a cancellation."""
        return await self._send("POST", "/api/payments/resume-subscription", payments.BillingState)

    async def invoice(self, invoice_id: str) -> bytes:
        """Return an invoice as PDF."""
        return (await self._request("GET", f"/api/payments/invoice/{segment(invoice_id)}")).content
