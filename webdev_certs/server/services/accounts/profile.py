"""What a person sees and changes of their own account."""

from webdev_certs.server.domain.accounts import clean_name
from webdev_certs.server.models.accounts import User
from webdev_certs.schemas.profile import Profile, ProfileChange
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.accounts.one_time_tokens import pending_address


async def read_profile(context: Context, user: User) -> Profile:
    """The account as its owner sees it."""
    return Profile.model_validate(await profile_fields(context, user))


async def profile_fields(context: Context, user: User) -> dict[str, object]:
    """The fields of a `Profile`, and of what is more than one."""
    return {
        # The hash leaves this function no more than it leaves the server.
        **user.model_dump(exclude={"password_hash"}),
        "email_confirmed": user.email_confirmed_at is not None,
        "pending_email": await pending_address(context.session, user.id, context.now),
        "has_password": user.password_hash is not None,
    }


async def change_profile(context: Context, user: User, change: ProfileChange) -> Profile:
    """Changes what is given; certificates keep the name that they were issued in.

    Raises:
        InvalidInput: `invalid_name`.
    """
    if change.full_name is not None:
        user.full_name = clean_name(change.full_name)
    if change.extra_time_percent is not None:
        user.extra_time_percent = change.extra_time_percent
    if change.reduced_motion is not None:
        user.reduced_motion = change.reduced_motion
    await context.session.flush()
    return await read_profile(context, user)
