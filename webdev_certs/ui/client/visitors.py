"""Calls of public pages, for a visitor who is not signed in, and of this process itself."""

import asyncio

from webdev_certs.schemas.certificates import PublicProfile, Verification
from webdev_certs.schemas.technologies import TechnologySummary
from webdev_certs.ui.client.errors import ApiError
from webdev_certs.ui.client.sender import Sender, segment

_PATIENCE_SECONDS = 3
"""How long the API may take to say whether it is ready; load balancers do not wait for longer."""


class _NoTokens:
    """The tokens of a visitor who is not signed in."""

    access_token = refresh_token = ""

    async def store_access_token(self, token: str) -> None:
        """Do nothing."""

    async def sign_out(self, reason: ApiError) -> None:
        """Do nothing."""

    async def show_reconnecting(self, shown: bool) -> None:
        """Do nothing."""


async def verify_publicly(number: str, ip: str) -> Verification:
    """Verify a certificate for a visitor. The call counts against the limits of the visitor's IP address.

    Raises:
        ApiError: As for every call.
    """
    sender = Sender(_NoTokens(), ip=ip)
    return await sender.send("GET", f"/api/verify/{segment(number)}", Verification, bearer=False)


async def find_public_profile(handle: str, ip: str) -> PublicProfile:
    """Read a public profile for a visitor, as `verify_publicly`.

    Raises:
        ApiError: As for every call.
    """
    sender = Sender(_NoTokens(), ip=ip)
    return await sender.send("GET", f"/api/profiles/{segment(handle)}", PublicProfile, bearer=False)


async def pass_mark_of(technology: str, ip: str) -> int | None:
    """Return the score that the test of a technology needs; None if that is not known."""
    sender = Sender(_NoTokens(), ip=ip)
    try:
        offered = await sender.send(
            "GET", f"/api/technologies/{segment(technology)}", TechnologySummary, bearer=False
        )
    except ApiError:
        # A preview can do without.
        return None
    return offered.cut_score


async def trouble_of_api() -> str:
    """Return why the API is not ready, as a code; empty if it is. Without an answer: `unreachable`."""
    try:
        async with asyncio.timeout(_PATIENCE_SECONDS):
            await Sender(_NoTokens()).request("GET", "/api/ready", bearer=False)
    except ApiError as error:
        return error.code
    except TimeoutError:
        return "unreachable"
    return ""
