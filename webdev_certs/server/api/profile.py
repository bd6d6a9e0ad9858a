"""One's own account."""

from fastapi import APIRouter, Response

from webdev_certs.server.api.context import ContextDep, context_scope
from webdev_certs.server.api.dependencies import ClaimsDep, LiveUserDep, ResourcesDep
from webdev_certs.server.api.limits import LimitsDep
from webdev_certs.server.api.presence import present_user
from webdev_certs.schemas.confirmation import AddressChange
from webdev_certs.schemas.export import Export
from webdev_certs.schemas.profile import (
    AccountDeletion,
    PasswordChange,
    Profile,
    ProfileChange,
    SignInMethods,
)
from webdev_certs.server.services import (
    billing_closing,
    confirmation,
    deletion,
    exam_results,
    export,
    passwords,
    profile,
)

router = APIRouter(prefix="/api/profile", tags=["profile"])


@router.get("")
async def read_profile(context: ContextDep, user: LiveUserDep) -> Profile:
    """One's account."""
    return await profile.read_profile(context, user)


@router.patch("")
async def change_profile(change: ProfileChange, context: ContextDep, user: LiveUserDep) -> Profile:
    """Changes what is given."""
    return await profile.change_profile(context, user, change)


@router.delete("", status_code=204)
async def delete_account(
    form: AccountDeletion, claims: ClaimsDep, resources: ResourcesDep, limits: LimitsDep
) -> None:
    """Deletes the account for good; what becomes of its certificates is the holder's choice."""
    user = await present_user(resources, limits, claims, form.password)
    # Before anything is deleted: whoever cannot sign in any more could not cancel either.
    await billing_closing.end_all(resources.payment_desk, user.id)
    async with context_scope(resources) as context:
        await deletion.delete_account(context, user, form.certificates)


@router.post("/email", status_code=202)
async def change_address(
    form: AddressChange, claims: ClaimsDep, resources: ResourcesDep, limits: LimitsDep
) -> None:
    """Mails a link to the new address; until it is used the old one stays."""
    user = await present_user(resources, limits, claims, form.password)
    await limits.spend("resend", str(user.id))
    async with context_scope(resources) as context:
        await confirmation.request_address_change(context, user, form.email)


@router.post("/password", status_code=204)
async def change_password(
    form: PasswordChange, claims: ClaimsDep, resources: ResourcesDep, limits: LimitsDep
) -> None:
    """Changes the password, or sets the first one; ends all sessions but this one."""
    user = await present_user(resources, limits, claims, form.current_password, "current_password")
    encoded = await passwords.hash_new(resources.password_hasher, user, form.new_password)
    async with context_scope(resources) as context:
        await passwords.change_password(context, user, claims.session_id, encoded)


@router.get("/sign-in-methods")
async def read_sign_in_methods(user: LiveUserDep) -> SignInMethods:
    """The ways into one's account."""
    return SignInMethods(has_password=user.password_hash is not None)


@router.get("/export")
async def export_data(
    context: ContextDep, claims: ClaimsDep, user: LiveUserDep, response: Response
) -> Export:
    """Everything that is stored about oneself, as a file."""
    await exam_results.close_overdue(context, user.id)
    response.headers["Content-Disposition"] = 'attachment; filename="webdev-certs-export.json"'
    return await export.export(context, user, claims.session_id)
