"""Confirming the email of an account."""

from fastapi import APIRouter

from webdev_certs.schemas.confirmation import Confirm, Confirmed
from webdev_certs.server.api.context import ContextDep
from webdev_certs.server.api.dependencies import LiveUserDep, LiveUserIdDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.accounts import confirmation

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/confirm")
async def confirm(form: Confirm, context: ContextDep, user_id: LiveUserIdDep) -> Confirmed:
    """Confirm the caller's email, or a change of it, by a mailed link."""
    return await confirmation.confirm(context, user_id, form.token)


@router.post("/resend-confirmation", status_code=202)
async def resend_confirmation(context: ContextDep, user: LiveUserDep, limits: LimitsDep) -> None:
    """Mail the link that confirms the caller's email again."""
    await limits.count("resend", str(user.id))
    await confirmation.resend_confirmation(context, user, limits)
