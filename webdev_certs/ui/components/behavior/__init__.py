"""Behaviour that only the browser can have, each a small script beside this file with a thin wrapper."""

from typing import Any, ClassVar

import reflex as rx
from reflex.assets import asset
from reflex_base.components.component import field
from reflex_base.utils.imports import ImportVar


class _Behaviour(rx.Component):
    """A component whose script is one of ours."""

    @property
    def import_var(self) -> ImportVar:
        """Named exports, nothing to install."""
        return ImportVar(tag=self.tag, install=False)


class SessionKeeper(_Behaviour):
    """Follows the session in every tab: removes emptied keys, leaves protected pages after a sign-out."""

    library = f"$/public{asset('session_keeper.js', shared=True)}"
    tag = "SessionKeeper"
    token: rx.Var[str]
    authenticated: rx.Var[bool]
    guarded: rx.Var[bool]


class Departure(_Behaviour):
    """Goes to an address outside the product as soon as it is given, and never twice to the same."""

    library = f"$/public{asset('departure.js', shared=True)}"
    tag = "Departure"
    to: rx.Var[str]


class LinkToken(_Behaviour):
    """Hands over the token of the mailed link that led here, or nothing, and takes it out of the address."""

    library = f"$/public{asset('link_token.js', shared=True)}"
    tag = "LinkToken"
    ready: rx.Var[bool]
    on_token: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class MotionChoice(_Behaviour):
    """Stills the page's motion while `reduced`, whatever the system says."""

    library = f"$/public{asset('motion_choice.js', shared=True)}"
    tag = "MotionChoice"
    reduced: rx.Var[bool]


def _failed_attempt(attempt: rx.Var[str], code: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    """Which attempt has failed, and how."""
    return attempt, code


class Checkout(_Behaviour):
    """Loads the payment provider's script for each `attempt`, then goes to `url` once it is given."""

    library = f"$/public{asset('checkout.js', shared=True)}"
    tag = "Checkout"
    attempt: rx.Var[str]
    script_url: rx.Var[str]
    publishable_key: rx.Var[str]
    url: rx.Var[str]
    on_ready: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """With the attempt."""
    on_fail: rx.EventHandler[_failed_attempt]
    """With `script_blocked`, `script_empty` or `refused`."""
    on_return: rx.EventHandler[rx.event.no_args_event_spec]


class Retry(_Behaviour):
    """Says when the wait with this `number` is over; `seconds` of 0 are no wait."""

    library = f"$/public{asset('retry.js', shared=True)}"
    tag = "Retry"
    number: rx.Var[int]
    seconds: rx.Var[int]
    on_due: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """With the number."""


class LeaveGuard(_Behaviour):
    """Asks before the page is left while `active`: links, the back button and, with UnloadGuard, the tab."""

    library = f"$/public{asset('leave_guard.js', shared=True)}"
    tag = "LeaveGuard"
    active: rx.Var[bool]
    heading: rx.Var[str]
    text: rx.Var[str]
    stay: rx.Var[str]
    leave: rx.Var[str]
    heading_class_name: rx.Var[str]
    actions_class_name: rx.Var[str]
    stay_class_name: rx.Var[str]
    leave_class_name: rx.Var[str]


class UnloadGuard(_Behaviour):
    """Has an active LeaveGuard hold for closing the tab as well; there from the start, around every page."""

    library = f"$/public{asset('unload_guard.js', shared=True)}"
    tag = "UnloadGuard"


class Countdown(_Behaviour):
    """A clock that counts down from the server's word and speaks only at thresholds or when pressed."""

    library = f"$/public{asset('countdown.js', shared=True)}"
    tag = "Countdown"
    seconds_left: rx.Var[int]
    seconds_total: rx.Var[int]
    running: rx.Var[bool]
    urgent_class_name: rx.Var[str]
    spoken_class_name: rx.Var[str]
    on_expire: rx.EventHandler[rx.event.no_args_event_spec]


class SaveState(_Behaviour):
    """Saving, saved, failed or offline, in `words`; saving lasts until `settled` changes."""

    library = f"$/public{asset('save_state.js', shared=True)}"
    tag = "SaveState"
    state: rx.Var[str]
    settled: rx.Var[int]
    words: rx.Var[dict[str, str]]


class PasswordStrength(_Behaviour):
    """How strong the password in the control of id `control` is, in `words` by level: short, weak, fair, …"""

    library = f"$/public{asset('password_strength.js', shared=True)}"
    tag = "PasswordStrength"
    lib_dependencies: list[str] = field(
        default_factory=lambda: ["@zxcvbn-ts/core@4.2.0", "@zxcvbn-ts/language-common@4.1.3"]
    )
    control: rx.Var[str]
    shortest: rx.Var[int]
    words: rx.Var[dict[str, str]]
    level_class_names: rx.Var[dict[str, str]]


class AnswerDraft(_Behaviour):
    """What the form around it holds, given back to it when it is drawn afresh `blank`, with nothing saved."""

    library = f"$/public{asset('answer_draft.js', shared=True)}"
    tag = "AnswerDraft"
    ticket: rx.Var[str]
    blank: rx.Var[bool]


def _entries(event: rx.Var[Any]) -> tuple[rx.Var[list[list[str]]]]:
    """What the form holds at this moment, in order: its controls' (name, value) pairs."""
    return (rx.Var(f"[...new FormData({event!s}.currentTarget).entries()]").to(list[list[str]]),)


class AnswerForm(rx.Component):
    """A <form> whose changes and submission carry all it holds, so that no event needs an earlier one."""

    tag = "form"
    _is_tag_in_global_scope: ClassVar[bool] = True
    on_change: rx.EventHandler[_entries]
    on_submit: rx.EventHandler[_entries]


__all__ = [
    "AnswerDraft",
    "AnswerForm",
    "Checkout",
    "Countdown",
    "Departure",
    "LeaveGuard",
    "LinkToken",
    "MotionChoice",
    "PasswordStrength",
    "Retry",
    "SaveState",
    "SessionKeeper",
    "UnloadGuard",
]
