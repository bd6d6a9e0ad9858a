"""Making an account."""

from webdev_certs.server.domain.accounts import clean_name
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts import normalise_email
from webdev_certs.server.services.confirmation import send_confirmation
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.new_passwords import check_new_password


async def register(
    context: Context,
    hasher: PasswordHasher,
    *,
    full_name: str,
    email: str,
    password: str,
    accept_terms: bool,
    mailed: bool = True,
) -> User:
    """Makes an account whose address is not confirmed, also if the address has an account already.

    So nobody learns here whether it has one: only its mail tells. The database is not touched before the
    password has been hashed, so that no connection waits for that.

    Args:
        context: the request's.
        hasher: makes the hash of the password.
        full_name: as it should stand on a certificate.
        email: the address as typed.
        password: as typed.
        accept_terms: whether the terms are accepted.
        mailed: whether the address gets its mail now; without it, the profile has a button for one.

    Raises:
        InvalidInput: `terms_not_accepted`, `invalid_name`, `invalid_email` or `password_…`, with its field.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    if not accept_terms:
        raise InvalidInput("terms_not_accepted", "Accept the terms to register.", field="accept_terms")
    full_name = clean_name(full_name)
    email = normalise_email(email)
    await check_new_password(password, email=email, full_name=full_name)
    user = User(
        email=email,
        full_name=full_name,
        password_hash=await hasher.hash(password),
        terms_accepted_at=context.now,
        created_at=context.now,
    )
    context.session.add(user)
    await context.session.flush()
    if mailed:
        await send_confirmation(context, user)
    return user
