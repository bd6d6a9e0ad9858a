"""The profile's form for extra time, and the requests so far."""

import asyncio
from dataclasses import dataclass
from typing import Any, ClassVar

import reflex as rx

from webdev_certs.schemas.exams import AskExtraTime, ExtraTimeRequest
from webdev_certs.schemas.profile import Profile
from webdev_certs.shared.formatting import long_date
from webdev_certs.shared.translation import N_, _
from webdev_certs.ui.client import Api
from webdev_certs.ui.states.session.screens import ScreenState
from webdev_certs.ui.states.session.session import api_of
from webdev_certs.ui.states.shared.forms import FormState, submits

_STATES = {
    "asked": N_("Asked on {date}"),
    "granted": N_("Granted on {date}"),
    "refused": N_("Refused on {date}"),
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
        "percent": N_("Choose how much time you need."),
        "reason": N_("Write why you need extra time."),
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
        return _("Your request is sent. We will send you the decision by email.")


def _row(request: ExtraTimeRequest) -> RequestRow:
    date = long_date(request.decided_at or request.asked_at)
    return RequestRow(
        _("{percent}% more time", percent=request.percent),
        _(_STATES[request.state], date=date),
        request.note or "",
    )
