"""Wrappers of the small browser scripts in this folder, for behavior that needs the browser itself."""

import reflex as rx

from webdev_certs.ui.components.behavior.answering import AnswerDraft, AnswerForm
from webdev_certs.ui.components.behavior.content import (
    AnswerSearch,
    AuthoredText,
    CodeLines,
    LoadedScreen,
    PasswordStrength,
    RunningAttempt,
)
from webdev_certs.ui.components.behavior.countdown import Countdown
from webdev_certs.ui.components.behavior.languages import LanguageChange, LanguageLink
from webdev_certs.ui.components.behavior.overlays import ModalDialog, PopoverMenu
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.behavior.signing_out import OfflineSignOut, SessionInAllTabs
from webdev_certs.ui.components.behavior.verifying import FileDrop, NumberScanner


class ExternalRedirect(Script):
    """Opens a URL outside the product when `to` is set, and never the same URL twice in a row."""

    library = import_path("external_redirect")
    tag = "ExternalRedirect"
    to: rx.Var[str]


class LinkToken(Script):
    """Passes the token of a mailed link (or an empty text) to `on_token` and removes it from the URL."""

    library = import_path("link_token")
    tag = "LinkToken"
    ready: rx.Var[bool]
    on_token: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class MotionChoice(Script):
    """Turns animations off while `reduced` is true, whatever the system's setting."""

    library = import_path("motion_choice")
    tag = "MotionChoice"
    reduced: rx.Var[bool]


def _failed_try(try_id: rx.Var[str], code: rx.Var[str]) -> tuple[rx.Var[str], rx.Var[str]]:
    """Pass the try and the error code."""
    return try_id, code


class TimeZone(Script):
    """Passes the browser's time zone to `on_zone` if it is not the one that is `known`."""

    library = import_path("time_zone")
    tag = "TimeZone"
    known: rx.Var[str]
    on_zone: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Checkout(Script):
    """Loads Stripe's script for each `try_id`, then opens `url` when it is set."""

    library = import_path("checkout")
    tag = "Checkout"
    try_id: rx.Var[str]
    script_url: rx.Var[str]
    publishable_key: rx.Var[str]
    url: rx.Var[str]
    on_ready: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the try."""
    on_fail: rx.EventHandler[_failed_try]
    """Takes the try and `script_blocked`, `script_empty` or `refused`."""
    on_return: rx.EventHandler[rx.event.no_args_event_spec]
    """Runs when the browser restores the page after the user went back."""


class Retry(Script):
    """Calls `on_due` after `seconds`; 0 means no wait. A new `number` starts a new wait."""

    library = import_path("retry")
    tag = "Retry"
    number: rx.Var[int]
    seconds: rx.Var[int]
    on_due: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Takes the number."""


class LeaveGuard(Script):
    """Asks before a link or the back button leaves the page, while `active`. UnloadGuard covers the tab."""

    library = import_path("leave_guard")
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


class UnloadGuard(Script):
    """Makes the browser ask before it closes the tab of an active LeaveGuard. Rendered at the root."""

    library = import_path("unload_guard")
    tag = "UnloadGuard"


class EarlyClick(Script):
    """Repeats the press of a button that was pressed before the scripts ran. Rendered at the root."""

    library = import_path("early_click")
    tag = "EarlyClick"


class MissedScript(Script):
    """Opens the wanted page with a full load if an upgrade has removed its script. Rendered at the root."""

    library = import_path("missed_script")
    tag = "MissedScript"


def _report(kind: rx.Var[str], seconds: rx.Var[int]) -> tuple[rx.Var[str], rx.Var[int]]:
    """Pass the kind of event and the seconds."""
    return kind, seconds


class Attention(Script):
    """Reports that the page was left, or that a text was pasted, while `active`."""

    library = import_path("attention")
    tag = "Attention"
    active: rx.Var[bool]
    on_report: rx.EventHandler[_report]
    """Takes `left` with the seconds, or `paste` with 0."""


class Offline(Script):
    """Without a connection, delays opening pages and refuses clicks that would send something.

    A notice tells the user either way. Rendered at the root.
    """

    library = import_path("offline")
    tag = "Offline"
    waiting: rx.Var[str]
    """Shown while a page without a name waits, with a button with the text `stay`."""
    waiting_for: rx.Var[str]
    """Shown while a page with a name waits: `{page}` is the name."""
    names: rx.Var[dict[str, str]]
    """Path → name of the page. A path that ends with a slash is the beginning of several paths."""
    refused: rx.Var[str]
    saved: rx.Var[str]
    """Added to both while an attempt or a practice session runs."""
    stay: rx.Var[str]
    sign_out: rx.Var[str]
    """The full name of the event that signs out, which `OfflineSignOut` does instead."""
    notice_class_name: rx.Var[str]
    stay_class_name: rx.Var[str]


class SaveState(Script):
    """Shows the text in `words` for saving, saved, retrying, failed, reconnecting or offline.

    A change is shown as being saved until `handled_change` has reached its number (AnswerForm).
    """

    library = import_path("save_state")
    tag = "SaveState"
    state: rx.Var[str]
    handled_change: rx.Var[int]
    reconnecting: rx.Var[bool]
    words: rx.Var[dict[str, str]]


class NavigationProgress(Script):
    """Shows a bar while the next page or the answer to a click takes a while. Rendered at the root."""

    library = import_path("navigation_progress")
    tag = "NavigationProgress"
    label: rx.Var[str]
    waiting_label: rx.Var[str]
    bar_class_name: rx.Var[str]


class PageTitle(Script):
    """Sets the document's title to `text` while the component is rendered, unless `text` is empty."""

    library = import_path("page_title")
    tag = "PageTitle"
    text: rx.Var[str]


class RouteAnnouncer(Script):
    """Focuses the heading of each new page and announces the page's title. Rendered at the root."""

    library = import_path("route_announcer")
    tag = "RouteAnnouncer"


__all__ = [
    "AnswerDraft",
    "AnswerForm",
    "AnswerSearch",
    "Attention",
    "AuthoredText",
    "Checkout",
    "CodeLines",
    "Countdown",
    "EarlyClick",
    "ExternalRedirect",
    "FileDrop",
    "LanguageChange",
    "LanguageLink",
    "LeaveGuard",
    "LinkToken",
    "LoadedScreen",
    "MissedScript",
    "ModalDialog",
    "MotionChoice",
    "NavigationProgress",
    "NumberScanner",
    "Offline",
    "OfflineSignOut",
    "PageTitle",
    "PasswordStrength",
    "PopoverMenu",
    "Retry",
    "RouteAnnouncer",
    "RunningAttempt",
    "SaveState",
    "SessionInAllTabs",
    "TimeZone",
    "UnloadGuard",
]
