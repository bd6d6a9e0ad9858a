"""Reading and changing a user's own profile."""

from webdev_certs.schemas.profile import Profile, ProfileChange
from webdev_certs.server.domain.names_and_passwords import clean_name
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.one_time_tokens import find_pending_email
from webdev_certs.server.services.mail.choices import change_choices, read_choices
from webdev_certs.server.services.shared.context import Context
from webdev_certs.shared.translation import known_language


async def read_profile(context: Context, user: User) -> Profile:
    """Return the account as its owner sees it."""
    return Profile.model_validate(await profile_fields(context, user))


async def profile_fields(context: Context, user: User) -> dict[str, object]:
    """Return the account's columns, except the password hash, and the computed fields of `Profile`."""
    return {
        **user.model_dump(exclude={"password_hash"}),
        "language": known_language(user.language),
        "email_confirmed": user.email_confirmed_at is not None,
        "pending_email": await find_pending_email(context.db, user.id, context.now),
        "mails": await read_choices(context, user.id),
        "has_password": user.password_hash is not None,
    }


async def change_profile(context: Context, user: User, change: ProfileChange) -> Profile:
    """Change the given fields; issued certificates keep the name they were issued in.

    Raises:
        InvalidInput: `invalid_name`.
    """
    if change.full_name is not None:
        user.full_name = clean_name(change.full_name)
    if change.reduced_motion is not None:
        user.reduced_motion = change.reduced_motion
    if change.language is not None:
        user.language = change.language
    if change.mails is not None:
        await change_choices(context, user.id, change.mails)
    await context.db.flush()
    return await read_profile(context, user)
