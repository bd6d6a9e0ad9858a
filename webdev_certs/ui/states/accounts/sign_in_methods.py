"""The ways into the account besides a password: linked accounts at Google and GitHub."""

from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.client import Api, ApiError
from webdev_certs.schemas.social import Identity, LinkIdentity, OAuthCallback, UnlinkIdentity
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.forms import FormState
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.accounts.profile import ProfileState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.accounts.social import SocialState

_NAMES = {"google": "Google", "github": "GitHub"}
_HEADING = "methods-title"


@dataclass
class IdentityRow:
    """One linked account."""

    identity_id: str
    name: str
    email: str
    since: str


class SignInMethodsState(rx.State):
    """The linked accounts."""

    rows: rx.Field[list[IdentityRow]] = rx.field(default_factory=list)
    linked: rx.Field[list[str]] = rx.field(default_factory=list)
    """The services that are linked."""
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def load(self):
        """Lists the linked accounts, and asks for the password if one has just been fetched to be linked."""
        self.reset()
        if (await session_of(self)).is_authenticated:
            try:
                await self.refresh()
            except ApiError as error:
                self.error = describe(error)
            posted = (await self.get_state(SocialState)).take_link()
            if posted:
                return (await self.get_state(MethodState)).ask_link(posted)
        return None

    async def refresh(self) -> None:
        """Asks the server which there are.

        Raises:
            ApiError: it did not say.
        """
        found = await (await session_of(self)).api().identities()
        self.rows = [_row(identity) for identity in found]
        self.linked = [identity.provider for identity in found]


class MethodState(FormState, rx.State):
    """Linking one and unlinking one: both take the password of those who have one."""

    form_name: ClassVar = "method"
    question_id: ClassVar = "method-question"
    """The id of the words that ask."""
    field_names: ClassVar = {"password": "method_password"}

    action: rx.Field[str] = rx.field("")
    """link, unlink, or nothing: then nothing is asked."""
    service: rx.Field[str] = rx.field("")
    """The name of the service that it is about."""
    address: rx.Field[str] = rx.field("")
    """The address there, which tells one of several accounts from another; nothing if it is not known."""
    _posted: str = ""
    """The sign-in to link, as the API takes it."""
    _identity_id: str = ""
    """The one to unlink."""

    def ask_link(self, posted: OAuthCallback):
        """Asks whether a sign-in that was made just now is to open the account."""
        self.reset()
        self.action, self.service = "link", _NAMES[posted.provider]
        self.address = posted.user_metadata.email or ""
        link = LinkIdentity(provider=posted.provider, accessToken=posted.access_token)
        self._posted = link.model_dump_json(exclude_none=True)
        return rx.set_focus(self.question_id)

    @rx.event
    def ask_unlink(self, identity_id: str, name: str, address: str):
        """Asks whether one is to be removed."""
        self.reset()
        self.action, self.service, self.address = "unlink", name, address
        self._identity_id = identity_id
        return rx.set_focus(self.question_id)

    @rx.event
    def keep(self):
        """Leaves everything as it is."""
        self.reset()
        # The button that was pressed is gone.
        return rx.set_focus(_HEADING)

    @rx.event
    async def change(self, form: dict[str, Any]):
        """Links or unlinks it; the only way in stays."""
        if not self.action:
            return
        password = None
        if (await self.get_state(ProfileState)).has_password:
            password = form.get("method_password")
            if not password:
                yield self._fail("", {"method_password": "Enter your present password."})
                return

        async def done(_: Identity | None) -> str:
            linked, service = self.action == "link", self.service
            self.reset()
            await (await self.get_state(SignInMethodsState)).refresh()
            return (
                f"{service} opens your account now." if linked else f"{service} no longer opens your account."
            )

        async for event in self._submit(lambda api: self._call(api, password), done):
            yield event

    async def _call(self, api: Api, password: str | None) -> Identity | None:
        if self.action == "link":
            posted = LinkIdentity.model_validate_json(self._posted)
            return await api.link_identity(posted.model_copy(update={"password": password}))
        await api.unlink_identity(self._identity_id, UnlinkIdentity.model_construct(password=password))
        return None


def _row(identity: Identity) -> IdentityRow:
    return IdentityRow(
        identity_id=str(identity.id),
        name=_NAMES[identity.provider],
        email=identity.email,
        since=long_date(identity.created_at),
    )
