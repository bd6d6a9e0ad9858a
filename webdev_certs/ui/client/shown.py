"""The part of the API client about what everybody may see: verification, criteria and public profiles."""

from webdev_certs.schemas.certificates import (
    Criteria,
    NumberList,
    OwnProfile,
    ProfileSettings,
    PublicProfile,
    Verification,
    VerifiedNumbers,
)
from webdev_certs.ui.client.sender import Sender, segment


class ShownCalls:
    """Calls about what holders show, and that holders make about it."""

    def __init__(self, sender: Sender) -> None:
        self._send = sender.send
        self._request = sender.request

    async def verify_certificate(self, number: str) -> Verification:
        """Verify a certificate. Codes: `certificate_mistyped`, `certificate_unknown`."""
        return await self._send("GET", f"/api/verify/{segment(number)}", Verification)

    async def verify_numbers(self, numbers: NumberList) -> VerifiedNumbers:
        """Verify many certificates. Codes: `no_numbers`, `too_many_numbers`."""
        return await self._send("POST", "/api/verify/numbers", VerifiedNumbers, numbers)

    async def verify_numbers_as_csv(self, numbers: NumberList) -> bytes:
        """Verify many certificates, and return the table for spreadsheets; codes as `verify_numbers`."""
        return (await self._request("POST", "/api/verify/numbers.csv", numbers)).content

    async def criteria(self, technology: str, version: str) -> Criteria:
        """Return the terms on which certificates were earned. Code: `criteria_unknown`."""
        return await self._send("GET", f"/api/criteria/{segment(technology)}/{segment(version)}", Criteria)

    async def own_public_profile(self) -> OwnProfile:
        """Return the user's public profile; without one, its `handle` is None."""
        return await self._send("GET", "/api/profile/public", OwnProfile)

    async def set_public_profile(self, chosen: ProfileSettings) -> OwnProfile:
        """Create or change the user's public profile. Codes: `handle_taken`, `invalid_handle`."""
        return await self._send("PUT", "/api/profile/public", OwnProfile, chosen)

    async def remove_public_profile(self) -> None:
        """Remove the user's public profile."""
        await self._request("DELETE", "/api/profile/public")

    async def public_profile(self, handle: str) -> PublicProfile:
        """Return somebody's public profile. Code: `profile_unknown`."""
        return await self._send("GET", f"/api/profiles/{segment(handle)}", PublicProfile)
