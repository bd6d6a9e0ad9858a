"""The account as its owner sees it: loaded once, kept up by the forms of the screen."""

import asyncio

import reflex as rx

from webdev_certs.client import ApiError
from webdev_certs.schemas.auth import User
from webdev_certs.schemas.profile import Profile
from webdev_certs.ui.states.formatting import long_date
from webdev_certs.ui.states.forms import clear_forms
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.session import session_of


class ProfileState(rx.State):
    """What `/dashboard/profile` shows of the account."""

    phase: rx.Field[str] = rx.field("loading")
    """loading, ready, error."""
    error: rx.Field[str] = rx.field("")
    full_name: rx.Field[str] = rx.field("")
    email: rx.Field[str] = rx.field("")
    email_confirmed: rx.Field[bool] = rx.field(True)
    pending_email: rx.Field[str] = rx.field("")
    """A new address that waits for its link to be used."""
    has_password: rx.Field[bool] = rx.field(True)
    extra_time: rx.Field[str] = rx.field("0")
    """Per cent, as the choice list's value."""
    reduced_motion: rx.Field[bool] = rx.field(False)
    member_since: rx.Field[str] = rx.field("")
    certificate_count: rx.Field[int] = rx.field(0)

    @rx.event
    async def load(self):
        """Loads the account, and starts the screen's forms afresh."""
        await clear_forms(self)
        session = await session_of(self)
        if not session.is_authenticated:
            return
        try:
            api = session.api()
            profile, certificates = await asyncio.gather(api.profile(), api.certificates())
        except ApiError as error:
            self.phase, self.error = "error", describe(error)
            return
        self.certificate_count = len(certificates)
        await self.show(profile)

    async def show(self, profile: Profile) -> None:
        """Shows the account as the server has it, here and in the frame of every screen."""
        self.full_name, self.email = profile.full_name, profile.email
        self.email_confirmed, self.pending_email = profile.email_confirmed, profile.pending_email or ""
        self.has_password = profile.has_password
        self.extra_time, self.reduced_motion = str(profile.extra_time_percent), profile.reduced_motion
        self.member_since = long_date(profile.created_at)
        self.phase, self.error = "ready", ""
        (await session_of(self)).store_user(User.model_validate(profile.model_dump()))
