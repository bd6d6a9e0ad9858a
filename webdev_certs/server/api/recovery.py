"""Resetting a forgotten password (specification §7, auth area)."""

from fastapi import APIRouter

from webdev_certs.schemas.recovery import ForgotPassword, ResetPassword
from webdev_certs.server.api.context import ContextDep, NoTransactionDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.accounts import recovery

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/forgot-password", status_code=202)
async def forgot_password(form: ForgotPassword, context: ContextDep, limits: LimitsDep) -> None:
    """Mail a link that resets the password; the response does not reveal whether the email has an account."""
    await limits.count("forgot_password", form.email)
    await recovery.request_reset(context, form.email, limits.ip_hash)


@router.post("/reset-password", status_code=204)
async def reset_password(form: ResetPassword, context: NoTransactionDep) -> None:
    """Set a new password by a mailed link, and end all login sessions."""
    await recovery.reset_password(context, form)
