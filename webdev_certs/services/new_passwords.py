"""What a new password must be like: at registration, at a reset, and when it is changed."""

import asyncio

from webdev_certs.server.domain.accounts import check_password, password_refusal
from webdev_certs.server.gateways.common_passwords import is_common


async def check_new_password(password: str, *, email: str, full_name: str) -> None:
    """Accepts what `domain.accounts.check_password` accepts, except the commonest passwords.

    Raises:
        InvalidInput: as `check_password`; `password_too_common`, for field `password`.
    """
    check_password(password, email=email, full_name=full_name)
    # In a thread, for the sake of the first call.
    if await asyncio.to_thread(is_common, password):
        raise password_refusal(
            "too_common", "This is one of the passwords that everybody tries first. Choose another."
        )
