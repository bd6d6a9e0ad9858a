"""The profile screen: its data, loaded once, its forms, downloading the data as a file, and deleting the
account.
"""

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.auth import EmailChange, User
from webdev_certs.schemas.exams import AskExtraTime, ExtraTimeRequest
from webdev_certs.schemas.profile import AccountDeletion, Profile, ProfileChange
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, SOURCE_LANGUAGE, _, current_language, language_prefix
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.accounts.mails import MailChoicesState
from webdev_certs.ui.states.session.navigation import HOME
from webdev_certs.ui.states.session.screens import ScreenState, exclusive
from webdev_certs.ui.states.session.session import api_of, session_of
from webdev_certs.ui.states.shared.forms import FormFault, FormState, clear_forms, submits
from webdev_certs.ui.states.shared.toasts import ToastState

# Translators: the word that people type to confirm that their account is deleted, in lower case.
CONFIRMATION = N_("delete")
"""The word that users without a password type to confirm; its translation on pages in other languages."""


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
    tutor_consented: rx.Field[str] = rx.field("")
    """The date of the consent to the tutor; empty without one."""

    async def _load(self, api: Api) -> None:
        """Load the account, and reset the screen's forms."""
        await clear_forms(self)
        (await self.get_state(MailChoicesState)).reset()
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
        self.tutor_consented = long_date(profile.tutor_consented_at) if profile.tutor_consented_at else ""
        (await self.get_state(MailChoicesState)).show(profile.mails)
        self.phase, self.error = "ready", ""
        (await session_of(self)).store_user(User.model_validate(profile.model_dump()))


class NameState(FormState, rx.State):
    """The form for the name."""

    form_name: ClassVar = "name"
    required: ClassVar = {"full_name": N_("Enter your name as it should appear on a certificate.")}

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change the name."""
        change = self.parse(ProfileChange, {"full_name": form.get("full_name", "")})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        return _("Your name is saved.")


class AccessibilityState(FormState, rx.State):
    """The form for reduced motion."""

    form_name: ClassVar = "accessibility"

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change reduced motion."""
        change = self.parse(ProfileChange, {"reduced_motion": bool(form.get("reduced_motion"))})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        return _("Your setting is saved.")


class EmailState(FormState, rx.State):
    """The form for another email; the old email stays until the mailed link is used."""

    form_name: ClassVar = "email"
    # The screen has more than one field for a password.
    field_names: ClassVar = {"email": "new_email", "password": "email_password"}
    required: ClassVar = {"email": N_("Enter the new email, like name@example.com.")}

    @submits
    async def change(self, form: dict[str, Any]) -> str:
        """Ask for a link to be mailed to the new email."""
        profile = await self.get_state(ProfileState)
        password = form.get("email_password", "") if profile.has_password else None
        missing = {"email_password": _("Enter your password.")} if password == "" else {}
        values = {"email": form.get("new_email", ""), "password": password}
        change = self.parse(EmailChange, values, **missing)
        await (await api_of(self)).change_email(change)
        profile.pending_email = change.email
        return _("The link is on its way.")


class LanguageState(FormState, rx.State):
    """The form for the language of pages and mails."""

    form_name: ClassVar = "language-form"
    """Not "language", which is the id of its field."""

    wanted: rx.Field[str] = rx.field("")
    """The language that the page changes to; empty if it has it already."""

    @rx.var
    def prefix(self) -> str:
        """What the paths of pages in the wanted language begin with."""
        return language_prefix(self.wanted or SOURCE_LANGUAGE)

    @submits
    async def save(self, form: dict[str, Any]) -> str:
        """Change the language of the account, and of this page."""
        change = self.parse(ProfileChange, {"language": form.get("language", "")})
        profile = await (await api_of(self)).change_profile(change)
        await (await self.get_state(ProfileState)).show(profile)
        if profile.language == current_language():
            return _("Your language is saved.")
        self.wanted = profile.language
        return ""

    @rx.event
    def arrive(self) -> None:
        """Note that the page has the wanted language."""
        self.wanted = ""


_REQUEST_STATES = {
    "asked": N_("Requested on {date}"),
    "granted": N_("Granted on {date}"),
    "refused": N_("Declined on {date}"),
}


@dataclass
class RequestRow:
    """One request in words."""

    time: str
    state: str
    note: str


class ExtraTimeState(ScreenState, rx.State):
    """The extra time that the learner has, and their requests, newest first."""

    keeps_content: ClassVar = True

    granted: rx.Field[int] = rx.field(0)
    """The extra time, in percent."""
    is_open: rx.Field[bool] = rx.field(False)
    """Whether the newest request waits for its decision."""
    rows: rx.Field[list[RequestRow]] = rx.field(default_factory=list)

    async def _load(self, api: Api) -> None:
        self.show(*await asyncio.gather(api.profile(), api.extra_time_requests()))

    def show(self, profile: Profile, requests: list[ExtraTimeRequest]) -> None:
        """Show the extra time and the requests as the server has them."""
        self.granted = profile.extra_time_percent
        self.is_open = any(request.state == "asked" for request in requests)
        self.rows = [_row(request) for request in requests]
        self.phase, self.error = "ready", ""


class AskExtraTimeState(FormState, rx.State):
    """The form that asks for extra time."""

    form_name: ClassVar = "extra-time"
    required: ClassVar = {
        "percent": N_("Choose how much more time you need."),
        "reason": N_("Tell us why you need extra time."),
    }

    @submits
    async def ask(self, form: dict[str, Any]) -> str:
        """Send the request."""
        percent = str(form.get("percent") or "")
        values = {
            "percent": int(percent) if percent.isdecimal() else None,
            "reason": str(form.get("reason") or ""),
        }
        api = await api_of(self)
        await api.ask_extra_time(self.parse(AskExtraTime, values))
        shown = await self.get_state(ExtraTimeState)
        shown.show(*await asyncio.gather(api.profile(), api.extra_time_requests()))
        return _("We’ve got your request. We’ll email you our decision.")


def _row(request: ExtraTimeRequest) -> RequestRow:
    date = long_date(request.decided_at or request.asked_at)
    return RequestRow(
        _("{percent}% more time", percent=request.percent),
        _(_REQUEST_STATES[request.state], date=date),
        request.note or "",
    )


class ExportState(rx.State):
    """The export of the account's data."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    @rx.event
    async def enter(self) -> None:
        """Remove the messages of an earlier visit."""
        self.reset()

    @exclusive
    async def download(self) -> Any:
        """Download the user's data as a file."""
        self.notice = ""
        data = await (await api_of(self)).export()
        self.notice = _("Your data was downloaded.")
        return rx.download(data=data, filename="webdev-certs-export.json", mime_type="application/json")


class TutorConsentState(rx.State):
    """Withdrawing the consent to the tutor."""

    busy: rx.Field[bool] = rx.field(False)
    notice: rx.Field[str] = rx.field("")
    error: rx.Field[str] = rx.field("")

    notice_id: ClassVar = "tutor-consent-withdrawn"
    """The id of the message that replaces the button and gets the focus."""

    @rx.event
    async def enter(self) -> None:
        """Remove the messages of an earlier visit."""
        self.reset()

    @exclusive
    async def withdraw(self) -> Any:
        """Withdraw the consent."""
        profile = await self.get_state(ProfileState)
        if not profile.tutor_consented:
            return None
        await (await api_of(self)).withdraw_tutor_consent()
        profile.tutor_consented = ""
        self.notice = _("You’ve withdrawn your consent. The tutor will ask again before you use it.")
        return rx.set_focus(self.notice_id)


class DeletionState(FormState, rx.State):
    """The dialog that deletes the account."""

    form_name: ClassVar = "deletion"
    field_names: ClassVar = {"password": "deletion_password"}

    @submits
    async def delete(self, form: dict[str, Any]) -> list[Any]:
        """Delete the account for good, sign out here, and go to the home page."""
        session = await session_of(self)
        if not session.is_authenticated:
            # A second click, after the first has deleted the account.
            return []
        profile = await self.get_state(ProfileState)
        faults = _faults(form, has_password=profile.has_password, choose=profile.certificate_count > 0)
        if faults:
            raise FormFault(faults)
        deletion = AccountDeletion.model_validate(
            {
                # Without certificates, the form has no such choice.
                "certificates": form.get("certificates") or "keep_anonymous",
                "password": form["deletion_password"] if profile.has_password else None,
            }
        )
        await session.api().delete_account(deletion)
        await session.end()
        return [rx.redirect(HOME, replace=True), ToastState.show(_("Your account is deleted."), "success")]


def _faults(form: dict[str, Any], *, has_password: bool, choose: bool) -> dict[str, str]:
    faults: dict[str, str] = {}
    if choose and not form.get("certificates"):
        faults["certificates"] = _("Choose what happens to your certificates.")
    if has_password and not form.get("deletion_password"):
        faults["deletion_password"] = _("Enter your password.")
    if not has_password and form.get("deletion_word", "").strip().lower() != _(CONFIRMATION):
        faults["deletion_word"] = _("Type {word} to confirm.", word=_(CONFIRMATION))
    return faults
