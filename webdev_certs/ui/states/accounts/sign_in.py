"""The forms for signing in and registering."""

from typing import Any, ClassVar
from urllib.parse import urlsplit

import reflex as rx

from webdev_certs.schemas.auth import Credentials, Registration
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.states.session.kept_sample import KeptSampleState
from webdev_certs.ui.states.session.navigation import PAYMENT, PRACTICE, TEST, own_path
from webdev_certs.ui.states.session.session import session_of
from webdev_certs.ui.states.shared.forms import FormState, submits

_AIMS = {PRACTICE: "practice", TEST: "test"}
"""How paths begin → what is done there."""


class EntryState(FormState, mixin=True):
    """A form that signs a visitor in and leads back to where they were going."""

    required: ClassVar = {
        "full_name": N_("Enter your name as it should appear on a certificate."),
        "email": N_("Enter your email, like name@example.com."),
        "password": N_("Enter your password."),
    }

    @rx.var
    def return_url(self) -> str:
        """The path that a successful sign-in leads to."""
        return own_path(self.router.url.query_parameters.get("returnUrl"))

    @rx.var
    def return_query(self) -> str:
        """The query string, which switching between sign-in and registration keeps."""
        query = self.router.url.query
        return f"?{query}" if query else ""

    @rx.event
    async def enter(self):
        """Start with an empty form; a visitor who is already signed in is redirected at once."""
        self.reset()
        return await self._signed_in()

    async def _signed_in(self) -> rx.event.EventSpec | None:
        """Return the redirect for signed-in users; None for visitors. A second click can follow a sign-in."""
        if (await session_of(self)).is_authenticated:
            return await self._go_on()
        return None

    async def _go_on(self) -> rx.event.EventSpec:
        """Return the redirect to where the visitor was going, or else to the sample they began."""
        sample = await self.get_state(KeptSampleState)
        asked = self.router.url.query_parameters.get("returnUrl")
        path = sample.practice_path() if sample.sample and not asked else None
        return rx.redirect(path or self.return_url, replace=True)

    async def mark_busy(self, busy: bool) -> None:
        """Set the session's `loading` too."""
        await super().mark_busy(busy)
        (await session_of(self)).loading = busy

    def _missing(self, form: dict[str, Any], *names: str) -> dict[str, str]:
        return {name: _(self.required[name]) for name in names if not form.get(name)}


class SignInState(EntryState, rx.State):
    """The sign-in form."""

    form_name: ClassVar = "sign-in"

    @submits
    async def login(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Sign in with email and password."""
        if done := await self._signed_in():
            return done
        values = {name: form.get(name) or "" for name in ("email", "password")}
        credentials = self.parse(Credentials, values, **self._missing(form, "email", "password"))
        session = await session_of(self)
        await session.store(await session.api().login(credentials))
        return await self._go_on()


class RegistrationState(EntryState, rx.State):
    """The registration form."""

    form_name: ClassVar = "register"
    required: ClassVar = {**EntryState.required, "password": N_("Choose a password.")}

    @rx.var
    def aim(self) -> str:
        """What the visitor wants to do next: `practice`, `test`, `plan`, or empty for anything else."""
        path = urlsplit(self.return_url).path
        if path == PAYMENT:
            return "plan"
        return next((aim for start, aim in _AIMS.items() if path.startswith(start)), "")

    @submits
    async def register(self, form: dict[str, Any]) -> rx.event.EventSpec:
        """Create an account and sign in."""
        if done := await self._signed_in():
            return done
        values = {name: form.get(name, "") for name in ("full_name", "email", "password")}
        values["accept_terms"] = bool(form.get("accept_terms"))
        missing = self._missing(form, "password")
        if not values["accept_terms"]:
            missing["accept_terms"] = _("Accept the terms to create an account.")
        registration = self.parse(Registration, values, **missing)
        session = await session_of(self)
        await session.store(await session.api().register(registration))
        return await self._go_on()
