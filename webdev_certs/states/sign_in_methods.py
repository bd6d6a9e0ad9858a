"""The ways into the account besides a password: linked accounts at Google and GitHub."""

from dataclasses import dataclass

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.social import Identity
from webdev_certs.states.formatting import long_date
from webdev_certs.states.messages import describe
from webdev_certs.states.session import session_of

_HEADING = "methods-title"
_NAMES = {"google": "Google", "github": "GitHub"}


@dataclass
class IdentityRow:
    """One linked account."""

    identity_id: str
    name: str
    email: str
    since: str


class SignInMethodsState(rx.State):
    """The linked accounts, and unlinking them; linking is `SocialState`'s."""

    rows: rx.Field[list[IdentityRow]] = rx.field(default_factory=list)
    linked: rx.Field[list[str]] = rx.field(default_factory=list)
    """The services that are linked."""
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")
    ending: rx.Field[str] = rx.field("")
    """The id of the link that is being removed."""

    @rx.event
    async def load(self) -> None:
        """Lists the linked accounts."""
        self.reset()
        if (await session_of(self)).is_authenticated:
            try:
                await self._refresh()
            except ApiError as error:
                self.error = describe(error)

    @rx.event
    async def unlink(self, identity_id: str, name: str):
        """Removes one, unless it is the only way in."""
        if self.ending:
            return
        self.ending, self.notice, self.error = identity_id, "", ""
        yield
        session = await session_of(self)
        try:
            await session.api().unlink_identity(identity_id)
            await self._refresh()
        except ApiError as error:
            self.error = describe(error)
        else:
            self.notice = f"{name} no longer opens your account."
        self.ending = ""
        yield rx.set_focus(_HEADING)

    async def _refresh(self) -> None:
        found = await (await session_of(self)).api().identities()
        self.rows = [_row(identity) for identity in found]
        self.linked = [identity.provider for identity in found]


def _row(identity: Identity) -> IdentityRow:
    return IdentityRow(
        identity_id=str(identity.id),
        name=_NAMES[identity.provider],
        email=identity.email,
        since=long_date(identity.created_at),
    )
