"""What every way of signing in ends with."""

from fastapi import Request

from webdev_certs.server.api.dependencies import Resources
from webdev_certs.server.models import accounts as tables
from webdev_certs.server.database.engine import AsyncSession
from webdev_certs.schemas import auth
from webdev_certs.server.services import tokens
from webdev_certs.server.services.limits import Limits


async def sign_in(
    session: AsyncSession, resources: Resources, user: tables.User, request: Request, limits: Limits
) -> auth.AuthResponse:
    """Starts a session for a person who has shown who they are."""
    now = resources.clock()
    device = request.headers.get("user-agent", "")
    started = await tokens.start_session(
        session, resources.settings, user.id, device, now, place=limits.place
    )
    return auth.AuthResponse(
        access_token=tokens.issue_access_token(
            resources.signing_key, resources.settings, started.claims, now
        ),
        refresh_token=started.refresh_token,
        user=shown_user(user),
    )


def shown_user(user: tables.User) -> auth.User:
    """What browsers keep about who is signed in."""
    return auth.User(
        id=user.id,
        email=user.email,
        full_name=user.full_name,
        email_confirmed=user.email_confirmed_at is not None,
        reduced_motion=user.reduced_motion,
    )
