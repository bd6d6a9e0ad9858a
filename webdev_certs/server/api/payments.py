"""Payments and billing."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Query, Request

from webdev_certs.schemas import payments as wire
from webdev_certs.server.api.dependencies import (
    ClaimsDep,
    ContextDep,
    DbDep,
    LimitsDep,
    NoTransactionDep,
    ResourcesDep,
    UserIdDep,
)
from webdev_certs.server.api.responses import ListQueryDep, NextLinkDep, PdfResponse, page_request
from webdev_certs.server.domain.errors import Untrusted
from webdev_certs.server.gateways.payments import Event, UntrustedEvent
from webdev_certs.server.services.accounts.accounts import get_user
from webdev_certs.server.services.payments import (
    billing,
    checkouts,
    declarations,
    entitlements,
    provider,
    webhooks,
)
from webdev_certs.server.services.payments.verify_payment import confirm_payment

router = APIRouter(prefix="/api/payments", tags=["payments"])


async def get_buyer_id(claims: ClaimsDep, resources: ResourcesDep) -> UUID:
    """Return the id of the signed-in user, in a transaction that ends before Stripe is called."""
    async with resources.database.transaction() as db:
        return (await get_user(db, claims, resources.clock())).id


BuyerIdDep = Annotated[UUID, Depends(get_buyer_id)]


async def get_event(
    request: Request,
    context: NoTransactionDep,
    stripe_signature: Annotated[str | None, Header()] = None,
) -> Event:
    """Return the webhook event of a request, after checking its signature.

    Raises:
        Untrusted: `invalid_signature`: not signed with the endpoint's secret, or too old.
    """
    try:
        return context.provider.read_event(await request.body(), stripe_signature)
    except UntrustedEvent as error:
        raise Untrusted("invalid_signature", "The message has no valid signature.") from error


@router.get("/status")
async def status(db: DbDep, resources: ResourcesDep, user_id: UserIdDep) -> wire.PaymentStatus:
    """Return whether the user has paid access."""
    return wire.PaymentStatus(has_paid=await entitlements.has_paid(db, user_id, resources.clock()))


@router.get("/config")
async def config(context: NoTransactionDep) -> wire.PaymentConfig:
    """Return what a browser needs to open Stripe Checkout. Needs no token."""
    return provider.payment_config(context)


@router.get("/plans")
async def list_plans(
    context: NoTransactionDep, query: Annotated[wire.PlansQuery, Query()]
) -> list[wire.Plan]:
    """Return the plans on offer, with Stripe's prices. Needs no token."""
    return await provider.list_plans(context, query.currency)


@router.post("/create-checkout-session")
async def create_checkout_session(
    wanted: wire.CheckoutRequest, context: NoTransactionDep, user_id: BuyerIdDep, limits: LimitsDep
) -> wire.CheckoutSession:
    """Return a checkout session to pay in. The same request returns the same session while it is open."""
    await limits.count_own("checkout", user_id)
    return await checkouts.create_checkout_session(context, user_id, wanted)


@router.post("/verify-payment")
async def verify_payment(
    asked: wire.VerifyPaymentRequest, context: NoTransactionDep, user_id: BuyerIdDep, limits: LimitsDep
) -> wire.PaymentVerification:
    """Confirm a payment, even if the webhook has not arrived yet."""
    await limits.count_own("payment", user_id)
    return await confirm_payment(context, user_id, asked.session_id)


@router.get("/subscription")
async def subscription(context: NoTransactionDep, user_id: UserIdDep) -> wire.BillingState:
    """Return why the user has access, and their latest subscription."""
    return await billing.state(context, user_id)


@router.post("/cancellations", status_code=202)
async def receive_cancellation(
    form: wire.CancellationRequest, context: ContextDep, limits: LimitsDep
) -> wire.DeclarationReceipt:
    """Accept a cancellation without signing in; the answer does not tell whether a subscription fits."""
    return await declarations.receive_cancellation(context, limits, form)


@router.post("/withdrawals", status_code=202)
async def receive_withdrawal(
    form: wire.WithdrawalRequest, context: ContextDep, limits: LimitsDep
) -> wire.DeclarationReceipt:
    """Accept a withdrawal from a contract without signing in; the answer does not tell whether one fits."""
    return await declarations.receive_withdrawal(context, limits, form)


@router.post("/cancel-subscription")
async def cancel_subscription(context: NoTransactionDep, user_id: BuyerIdDep) -> wire.BillingState:
    """Cancel the subscription at the end of its paid period."""
    return await billing.cancel(context, user_id)


@router.post("/resume-subscription")
async def resume_subscription(context: NoTransactionDep, user_id: BuyerIdDep) -> wire.BillingState:
    """Undo a cancellation."""
    return await billing.resume(context, user_id)


@router.get("/history")
async def history(
    context: NoTransactionDep, user_id: UserIdDep, query: ListQueryDep, next_link: NextLinkDep
) -> Sequence[wire.PaymentRecord]:
    """List the user's payments, newest first."""
    return next_link.rows(await billing.history(context, user_id, page_request(query)))


@router.get("/invoice/{invoice_id}", response_class=PdfResponse)
async def invoice(invoice_id: str, context: NoTransactionDep, user_id: UserIdDep) -> PdfResponse:
    """Return one of the user's own invoices as PDF."""
    return PdfResponse.download(await billing.invoice_pdf(context, user_id, invoice_id), "invoice.pdf")


@router.post("/webhook", include_in_schema=False)
async def webhook(event: Annotated[Event, Depends(get_event)], context: NoTransactionDep) -> dict[str, bool]:
    """Handle a webhook event. Stripe sends it again if the answer is not 200."""
    await webhooks.handle_event(context, event)
    return {"received": True}
