"""Registering an account."""

from webdev_certs.schemas.auth import AuthResponse, Registration
from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.server.domain.names_and_passwords import clean_name
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services.accounts.confirmation import send_confirmation
from webdev_certs.server.services.accounts.passwords import hash_new_password
from webdev_certs.server.services.accounts.sign_in import start_and_answer
from webdev_certs.server.services.shared.context import Context
from webdev_certs.server.services.shared.emails import normalize_email
from webdev_certs.shared.translation import _, current_language


async def register(context: Context, form: Registration) -> AuthResponse:
    """Create an account, mail a link that confirms its email, and sign in.

    The account is created even if the email already has one, so that the response does not reveal it; only
    the mail does. After too many registrations of one email the mail is left out; users can request it in
    their profile.

    Raises:
        InvalidInput: `terms_not_accepted`, `invalid_name`, `invalid_email` or `password_…`, with its field.
        TooManyRequests: `too_many_requests`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    may_mail = await context.limits.count_registration(form.email)
    if not form.accept_terms:
        raise InvalidInput(
            "terms_not_accepted", _("Accept the terms to create an account."), field="accept_terms"
        )
    full_name, email = clean_name(form.full_name), normalize_email(form.email)
    password_hash = await hash_new_password(context.hasher, form.password, email=email, full_name=full_name)
    async with context.transaction() as transaction:
        user = User(
            email=email,
            full_name=full_name,
            password_hash=password_hash,
            language=current_language(),
            terms_accepted_at=transaction.now,
            created_at=transaction.now,
        )
        transaction.db.add(user)
        await transaction.db.flush()
        if may_mail:
            await send_confirmation(transaction, user)
        return await start_and_answer(transaction, user)
