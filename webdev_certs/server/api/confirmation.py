"""Confirming an address."""

from fastapi import APIRouter

from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import LiveUserDep, LiveUserIdDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.schemas.confirmation import Confirm, Confirmed
from webdev_certs.server.services import confirmation

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/confirm")
async def confirm(form: Confirm, context: ContextDep, user_id: LiveUserIdDep) -> Confirmed:
    """Confirms the bearer's address, or a change of it, by a mailed link."""
    return await confirmation.confirm(context, user_id, form.token)


@router.post("/resend-confirmation", status_code=202)
async def resend_confirmation(context: ContextDep, user: LiveUserDep, limits: LimitsDep) -> None:
    """Mails a new link to the address that one has registered with."""
    await limits.spend("resend", str(user.id))
    await confirmation.resend_confirmation(context, user)
