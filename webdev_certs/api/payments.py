"""Paying and billing (specification §7, payments area)."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Header, Request, Response

from webdev_certs.server.api.dependencies import ClaimsDep, ResourcesDep, SessionDep, UserIdDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.domain.errors import Untrusted
from webdev_certs.server.gateways.payments import Event, UntrustedEvent
from webdev_certs.schemas import payments as wire
from webdev_certs.server.services import billing, checkouts, payments, verification, webhooks
from webdev_certs.server.services.accounts import get_user
from webdev_certs.server.services.payments.context import PaymentDesk, asking, not_configured

router = APIRouter(prefix="/api/payments", tags=["payments"])


class PdfResponse(Response):
    media_type = "application/pdf"


async def get_desk(resources: ResourcesDep) -> PaymentDesk:
    return resources.payment_desk


DeskDep = Annotated[PaymentDesk, Depends(get_desk)]


async def get_buyer_id(claims: ClaimsDep, resources: ResourcesDep) -> UUID:
    """Whose session it is, asked in a transaction that is over before the provider is asked."""
    async with resources.database.session_scope() as session:
        return (await get_user(session, claims, resources.clock())).id


BuyerIdDep = Annotated[UUID, Depends(get_buyer_id)]


async def get_event(
    request: Request, desk: DeskDep, stripe_signature: Annotated[str | None, Header()] = None
) -> Event:
    """What the provider delivers, once its signature holds.

    Raises:
        Untrusted: `invalid_signature`: not signed with our secret, or too long ago.
    """
    try:
        return desk.provider.read_event(await request.body(), stripe_signature)
    except UntrustedEvent as error:
        raise Untrusted("invalid_signature", "The message has no valid signature.") from error


@router.get("/status")
async def status(session: SessionDep, resources: ResourcesDep, user_id: UserIdDep) -> wire.PaymentStatus:
    """Whether the person has paid access."""
    return wire.PaymentStatus(has_paid=await payments.has_paid(session, user_id, resources.clock()))


@router.get("/config")
async def config(resources: ResourcesDep) -> wire.PaymentConfig:
    """What a browser needs to go to the provider's checkout; open to everyone."""
    settings = resources.settings
    if not settings.takes_payments:
        raise not_configured()
    return wire.PaymentConfig(
        publishable_key=settings.stripe_publishable_key,
        script_url=settings.stripe_script_url,
        sandbox=settings.stripe_publishable_key.startswith("pk_test_"),
    )


@router.get("/plans")
async def plans(desk: DeskDep) -> list[wire.Plan]:
    """What can be bought, at the provider's prices; open to everyone."""
    with asking("plans_unavailable", "The plans cannot be shown at the moment. Try again in a minute."):
        prices = await desk.plans.all(desk.provider)
    return [wire.Plan.model_validate(price, from_attributes=True) for price in prices]


@router.post("/create-checkout-session")
async def create_checkout_session(
    wanted: wire.CheckoutRequest, desk: DeskDep, user_id: BuyerIdDep, limits: LimitsDep
) -> wire.CheckoutSession:
    """Where to pay; the same request again is answered with the same session while that is open."""
    await limits.spend_own("checkout", user_id)
    return await checkouts.create_session(desk, user_id, wanted)


@router.post("/verify-payment")
async def verify_payment(
    asked: wire.VerifyPaymentRequest, desk: DeskDep, user_id: BuyerIdDep, limits: LimitsDep
) -> wire.PaymentVerification:
    """Confirms a payment, and fulfils it if the webhook has not yet."""
    await limits.spend_own("payment", user_id)
    return await verification.verify(desk, user_id, asked.session_id)


@router.get("/subscription")
async def subscription(desk: DeskDep, user_id: UserIdDep) -> wire.BillingState:
    """How the person has access, and their latest subscription."""
    return await billing.state(desk, user_id)


@router.post("/cancel-subscription")
async def cancel_subscription(desk: DeskDep, user_id: BuyerIdDep) -> wire.BillingState:
    """Has the subscription end with the time that is paid for."""
    return await billing.cancel(desk, user_id)


@router.post("/resume-subscription")
async def resume_subscription(desk: DeskDep, user_id: BuyerIdDep) -> wire.BillingState:
    """Takes a cancellation back."""
    return await billing.resume(desk, user_id)


@router.get("/history")
async def history(desk: DeskDep, user_id: UserIdDep) -> list[wire.PaymentRecord]:
    """All payments, newest first."""
    return await billing.history(desk, user_id)


@router.get("/invoice/{invoice_id}", response_class=PdfResponse)
async def invoice(invoice_id: str, desk: DeskDep, user_id: UserIdDep) -> PdfResponse:
    """One's own invoice as a document."""
    return PdfResponse(
        await billing.invoice_pdf(desk, user_id, invoice_id),
        headers={
            "Content-Disposition": 'attachment; filename="invoice.pdf"',
            "Cache-Control": "private, no-cache",
        },
    )


@router.post("/webhook", include_in_schema=False)
async def webhook(event: Annotated[Event, Depends(get_event)], desk: DeskDep) -> dict[str, bool]:
    """Where the provider tells of what has happened; anything but 200 has it told again."""
    await webhooks.receive(desk, event)
    return {"received": True}
