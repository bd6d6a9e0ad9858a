"""The caller's account."""

from fastapi import APIRouter, Response

from webdev_certs.schemas.auth import EmailChange
from webdev_certs.schemas.export import Export
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
)
from webdev_certs.server.api.context import ContextDep, CurrentContextDep, NoTransactionDep
from webdev_certs.server.api.dependencies import ClaimsDep, LiveUserDep, ResourcesDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.services.accounts import (
    confirmation,
    deletion,
    export,
    passwords,
    profile,
)

router = APIRouter(prefix="/api/profile", tags=["profile"])


@router.get("")
async def read_profile(context: ContextDep, user: LiveUserDep) -> Profile:
    """Return the caller's account."""
    return await profile.read_profile(context, user)


@router.patch("")
async def change_profile(change: ProfileChange, context: ContextDep, user: LiveUserDep) -> Profile:
    """Change the given fields."""
    return await profile.change_profile(context, user, change)


@router.delete("", status_code=204)
async def delete_account(form: AccountDeletion, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Delete the account for good; its owner chooses what happens to its certificates."""
    await deletion.delete_account(context, claims, form)


@router.post("/email", status_code=202)
async def change_email(form: EmailChange, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Mail a link to the new email; the old email stays until it is used."""
    await confirmation.request_email_change(context, claims, form)


@router.post("/password", status_code=204)
async def change_password(form: PasswordChange, claims: ClaimsDep, context: NoTransactionDep) -> None:
    """Change the password or set the first one, and end all other login sessions."""
    await passwords.change_password(context, claims, form)


@router.get("/export", response_model=Export)
async def export_data(
    context: CurrentContextDep,
    claims: ClaimsDep,
    user: LiveUserDep,
    limits: LimitsDep,
    resources: ResourcesDep,
) -> Response:
    """Return everything that is stored about the caller, as a file."""
    await limits.count_own("export", user.id)
    content = await export.export(context, user, claims.login_session_id, resources.export_workers)
    disposition = 'attachment; filename="webdev-certs-export.json"'
    return Response(content, media_type="application/json", headers={"Content-Disposition": disposition})
