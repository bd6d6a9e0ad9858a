"""Public profiles: the page that everybody sees, and the holder's settings for it."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.certificates import OwnProfile, ProfileCertificate, ProfileSettings
from webdev_certs.shared.formatting import long_date
from webdev_certs.ui.client import Api, ApiError
from webdev_certs.ui.states.session.navigation import last_segment
from webdev_certs.ui.states.session.screens import ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.failures import describe
from webdev_certs.ui.states.shared.forms import FormState, submits


@dataclass
class ShownCertificate:
    """A certificate on a public profile."""

    number: str
    verify_path: str
    title: str
    status: str
    score: str
    """Empty if the holder does not share it."""
    issued: str
    expires: str


class PublicProfileState(ScreenState, rx.State):
    """What `/profiles/<handle>` shows; `phase` is loading, shown, unknown or error."""

    needs_login: ClassVar = False
    error_phases: ClassVar = {"profile_unknown": "unknown", "not_found": "unknown"}

    holder: rx.Field[str] = rx.field("")
    certificates: rx.Field[list[ShownCertificate]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        found = await api.public_profile(last_segment(self.router.url.path))
        self.holder, self.certificates = found.holder_name, [_shown(row) for row in found.certificates]
        self.phase = "shown"


class OwnProfileState(FormState, rx.State):
    """The holder's settings for their public profile."""

    form_name: ClassVar = "public-profile"

    handle: rx.Field[str] = rx.field("")
    """Empty while there is no public profile."""
    url: rx.Field[str] = rx.field("")
    path: rx.Field[str] = rx.field("")
    indexed: rx.Field[bool] = rx.field(False)
    shown: rx.Field[list[str]] = rx.field(default_factory=list)
    """The numbers of the certificates that it shows."""
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def load(self) -> None:
        """Load the settings. Without a login nothing is loaded: the guards redirect."""
        session = await session_of(self)
        if not session.is_authenticated:
            return
        self.error = ""
        try:
            self._set(await session.api().own_public_profile())
        except ApiError as error:
            self.error = describe(error)

    @exclusive
    async def create(self) -> None:
        """Create the profile, which shows nothing at first."""
        self._set(await (await api_of(self)).set_public_profile(ProfileSettings()))

    @exclusive
    async def remove(self) -> Any:
        """Remove the profile."""
        await (await api_of(self)).remove_public_profile()
        self.reset()
        return rx.set_focus("profile-heading")

    @submits
    async def save(self, form: dict[str, Any]) -> None:
        """Save the settings. The card shows what was saved."""
        asked = self.parse(
            ProfileSettings, {"handle": form.get("handle", ""), "indexed": bool(form.get("indexed"))}
        )
        self._set(await (await api_of(self)).set_public_profile(asked))

    def _set(self, own: OwnProfile) -> None:
        self.handle, self.url, self.indexed = own.handle or "", own.url or "", own.indexed
        self.path = f"/profiles/{self.handle}" if self.handle else ""
        self.shown = own.shown


def _shown(row: ProfileCertificate) -> ShownCertificate:
    return ShownCertificate(
        number=row.number,
        verify_path=f"/verify/{row.number}",
        title=row.title,
        status=row.status,
        score="" if row.score is None else str(row.score),
        issued=long_date(row.issued_at),
        expires=long_date(row.expires_at),
    )
