"""Making sure that the bearer's owner is there, before what a browser left open must not do."""

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.domain.errors import Unauthenticated
from webdev_certs.server.models.accounts import User
from webdev_certs.server.services import accounts, passwords
from webdev_certs.server.services.limits import Limits
from webdev_certs.server.services.accounts.tokens import AccessClaims


async def present_user(
    resources: Resources,
    limits: Limits,
    claims: AccessClaims,
    password: str | None,
    field: str = "password",
) -> User:
    """The bearer, once it is sure that it is they and not a browser they have left open.

    No database connection waits while the password is checked. Wrong ones count like failed sign-ins, for
    which the bearer's address is a known one.

    Raises:
        Unauthenticated: `session_ended`.
        InvalidInput: `wrong_password`, for the field.
        Forbidden: `recent_sign_in_required`, as `passwords.check_presence`.
        TooManyRequests: `too_many_requests`.
    """
    now = resources.clock()
    async with resources.database.session_scope() as session:
        user, login = await accounts.get_login(session, claims, now)
    try:
        async with limits.guesses(user.email, known=True):
            await passwords.check_presence(resources.password_hasher, user, login, password, now)
    except Unauthenticated:
        raise passwords.wrong_password(field) from None
    await limits.forgive(user)
    return user
