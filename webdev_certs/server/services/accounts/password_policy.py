"""The rules for new passwords: at registration, at a reset, and when one is changed."""

import asyncio

from webdev_certs.schemas.auth import MAX_PASSWORD, MIN_PASSWORD
from webdev_certs.server.domain.names_and_passwords import check_password, password_refusal
from webdev_certs.server.gateways.password_strength import is_common, is_guessable
from webdev_certs.server.gateways.passwords import PasswordHasher
from webdev_certs.shared.translation import _


async def hash_new_password(hasher: PasswordHasher, password: str, *, email: str, full_name: str) -> str:
    """Check a new password for the account with this email and name, and return its hash.

    Raises:
        InvalidInput: As `domain.names_and_passwords.check_password`; `password_too_common` or
            `password_too_weak`, for field `password`.
        Overloaded: `busy`, as `PasswordHasher.hash`.
    """
    check_password(
        password, email=email, full_name=full_name, min_length=MIN_PASSWORD, max_length=MAX_PASSWORD
    )
    # In a thread, because the first call reads a file.
    if await asyncio.to_thread(is_common, password):
        raise password_refusal(
            "password_too_common", _("This is one of the most common passwords. Choose another.")
        )
    personal = [*email.replace("@", " ").replace(".", " ").split(), *full_name.split()]
    if await asyncio.to_thread(is_guessable, password, personal):
        raise password_refusal(
            "password_too_weak", _("This password is easy to guess. Add one or two unrelated words.")
        )
    return await hasher.hash(password)
