"""Paid access."""

from fastapi import APIRouter

from webdev_certs.api.dependencies import SessionDep, UserIdDep
from webdev_certs.schemas.payments import PaymentStatus
from webdev_certs.services import payments

router = APIRouter(prefix="/api/payments", tags=["payments"])


@router.get("/status")
async def status(session: SessionDep, user_id: UserIdDep) -> PaymentStatus:
    """Whether the person has paid access."""
    return PaymentStatus(has_paid=await payments.has_paid(session, user_id))
