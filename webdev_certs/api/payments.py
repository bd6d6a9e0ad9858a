"""Paid access."""

from fastapi import APIRouter

from webdev_certs.api.dependencies import ResourcesDep, SessionDep, UserIdDep
from webdev_certs.schemas.payments import PaymentStatus
from webdev_certs.services import payments

router = APIRouter(prefix="/api/payments", tags=["payments"])


@router.get("/status")
async def status(session: SessionDep, resources: ResourcesDep, user_id: UserIdDep) -> PaymentStatus:
    """Whether the person has paid access."""
    return PaymentStatus(has_paid=await payments.has_paid(session, user_id, resources.clock()))
