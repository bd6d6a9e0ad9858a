"""Signing in and registering."""

from typing import Any

import reflex as rx
from pydantic import ValidationError

from webdev_certs.client import ApiError
from webdev_certs.schemas.auth import Credentials, Registration
from webdev_certs.ui.states.forms import field_words
from webdev_certs.ui.states.shared.messages import describe
from webdev_certs.ui.states.session.navigation import own_path
from webdev_certs.ui.states.session.session import session_of

_REQUIRED = {
    "full_name": "Enter your name as it should stand on a certificate.",
    "email": "Enter your email address, like name@example.com.",
    "password": "Enter your password.",
}
SIGN_IN, REGISTER = "sign-in", "register"
"""The names of the forms."""
_NO_ERRORS: dict[str, str] = {"full_name": "", "email": "", "password": "", "accept_terms": ""}


class AuthFormState(rx.State):
    """The sign-in and registration forms: one is shown at a time."""

    form_error: rx.Field[str] = rx.field("")
    """What is wrong with the whole form."""
    field_errors: rx.Field[dict[str, str]] = rx.field(default_factory=lambda: dict(_NO_ERRORS))
    """Field name → what is wrong with it; every field is there, so that the screens may ask for it."""

    @rx.var
    def return_url(self) -> str:
        """Where a successful sign-in leads; only own paths."""
        return own_path(self.router.url.query_parameters.get("returnUrl"))

    @rx.var
    def return_query(self) -> str:
        """The query that keeps the way back when switching between sign-in and registration."""
        query = self.router.url.query
        return f"?{query}" if query else ""

    @rx.event
    async def enter(self):
        """Starts with a clean form; someone who is signed in already goes on at once."""
        self._clear()
        session = await session_of(self)
        if session.is_authenticated:
            return rx.redirect(self.return_url, replace=True)
        return None

    @rx.event
    async def login(self, form: dict[str, Any]):
        """Signs in with email and password."""
        missing = {name: _REQUIRED[name] for name in ("email", "password") if not form.get(name)}
        if missing:
            yield self._fail("", missing)
            return
        try:
            credentials = Credentials(email=form["email"], password=form["password"])
        except ValidationError as error:
            yield self._fail("", field_words(error, _REQUIRED))
            return
        async for event in self._submit(SIGN_IN, lambda api: api.login(credentials)):
            yield event

    @rx.event
    async def register(self, form: dict[str, Any]):
        """Creates an account and signs in."""
        values = {name: form.get(name, "") for name in ("full_name", "email", "password")}
        faults = {} if values["password"] else {"password": _REQUIRED["password"]}
        if not form.get("accept_terms"):
            faults["accept_terms"] = "Accept the terms to register."
        try:
            registration = Registration(**values, accept_terms=bool(form.get("accept_terms")))
        except ValidationError as error:
            yield self._fail("", field_words(error, _REQUIRED) | faults)
            return
        if faults:
            yield self._fail("", faults)
            return
        async for event in self._submit(REGISTER, lambda api: api.register(registration)):
            yield event

    async def _submit(self, form_name: str, call):
        session = await session_of(self)
        self._clear()
        session.loading = True
        yield
        try:
            session.store(await call(session.api()))
        except ApiError as error:
            session.loading = False
            yield self._fail("" if error.fields else describe(error), error.fields, form_name)
            return
        yield rx.redirect(self.return_url, replace=True)

    def _clear(self) -> None:
        self.form_error = ""
        self.field_errors = dict(_NO_ERRORS)

    def _fail(self, message: str, fields: dict[str, str], form_name: str = ""):
        """Says what is wrong, and has the focus go there: to the screen's first wrong field, if one is."""
        self.form_error = message
        self.field_errors = _NO_ERRORS | fields
        wrong = (name for name in _NO_ERRORS if name in fields)
        return rx.set_focus(next(wrong, f"{form_name}-message"))
