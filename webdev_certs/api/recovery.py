"""Forgotten passwords (specification §7, auth area)."""

from fastapi import APIRouter

from webdev_certs.server.api.context import ContextDep, context_scope
from webdev_certs.server.api.dependencies import ResourcesDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.schemas.recovery import ForgotPassword, ResetPassword
from webdev_certs.server.services import passwords, recovery

router = APIRouter(prefix="/api/auth", tags=["auth"])


@router.post("/forgot-password", status_code=202)
async def forgot_password(form: ForgotPassword, context: ContextDep, limits: LimitsDep) -> None:
    """Mails a link that is good once and for 30 minutes; never tells whether the address has an account."""
    await limits.spend("forgot_password", form.email)
    await recovery.request_reset(context, form.email, limits.place)


@router.post("/reset-password", status_code=204)
async def reset_password(form: ResetPassword, resources: ResourcesDep, limits: LimitsDep) -> None:
    """Sets a new password by a mailed link, and ends all sessions."""
    # Two transactions, so that no database connection waits while the password is hashed. Nothing is hashed
    # for a link that is no good.
    async with context_scope(resources) as context:
        user = await recovery.account_of_link(context, form.token)
    encoded = await passwords.hash_new(resources.password_hasher, user, form.password)
    async with context_scope(resources) as context:
        await recovery.reset_password(context, form.token, encoded)
    await limits.start_anew(user)
