"""The profile screen's data, loaded once and then updated by the screen's forms."""

import asyncio
from typing import ClassVar

import reflex as rx

from webdev_certs.schemas.auth import User
from webdev_certs.schemas.profile import Profile
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import SOURCE_LANGUAGE
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.session.handlers import ScreenState
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.forms import clear_forms


class ProfileState(ScreenState, rx.State):
    """What `/dashboard/profile` shows of the account."""

    keeps_content: ClassVar = True

    full_name: rx.Field[str] = rx.field("")
    email: rx.Field[str] = rx.field("")
    email_confirmed: rx.Field[bool] = rx.field(True)
    pending_email: rx.Field[str] = rx.field("")
    """A new email whose mailed link has not been used yet."""
    has_password: rx.Field[bool] = rx.field(True)
    reduced_motion: rx.Field[bool] = rx.field(False)
    language: rx.Field[str] = rx.field(SOURCE_LANGUAGE)
    member_since: rx.Field[str] = rx.field("")
    certificate_count: rx.Field[int] = rx.field(0)

    async def _load(self, api: Api) -> None:
        """Load the account, and reset the screen's forms."""
        await clear_forms(self)
        profile, progress = await asyncio.gather(api.profile(), api.progress())
        self.certificate_count = progress.certificates
        await self.show(profile)

    async def show(self, profile: Profile) -> None:
        """Show the account as the server has it, here and in the header of every screen."""
        self.full_name, self.email = profile.full_name, profile.email
        self.email_confirmed, self.pending_email = profile.email_confirmed, profile.pending_email or ""
        self.has_password = profile.has_password
        self.reduced_motion, self.language = profile.reduced_motion, profile.language
        self.member_since = long_date(profile.created_at)
        self.phase, self.error = "ready", ""
        (await session_of(self)).store_user(User.model_validate(profile.model_dump()))
