"""Wrappers of the scripts in this folder that pages use; a component's own script is wrapped beside it."""

from typing import Any

import reflex as rx
from babel import Locale

from webdev_certs.shared.translation import _, current_language, ngettext
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.reflex_internals import component_field

_NUMBERS = {Locale.parse(current_language()).plural_form(number): number for number in range(200)}
"""Category of numbers that have a form of their own in the language, such as `one` or `other` → one of them
(https://cldr.unicode.org/index/cldr-spec/plural-rules)."""

_WORDS = {
    "minutes": {form: ngettext("{n} minute", "{n} minutes", at, n="{n}") for form, at in _NUMBERS.items()},
    "seconds": {form: ngettext("{n} second", "{n} seconds", at, n="{n}") for form, at in _NUMBERS.items()},
    "both": _("{minutes} and {seconds}"),
    "left": _("{time} left"),
    "up": _("Time’s up"),
    "over": _("Time’s up. The test ends now."),
    "title": _("Time left"),
    "label": _("Time left: {time}. Press to hear it."),
}


class ExternalRedirect(Script):
    """Opens a URL outside the product when `to` is set, and never the same URL twice in a row."""

    library = import_path("departures")
    tag = "ExternalRedirect"
    to: rx.Var[str]


def _link_token(token: rx.Var[str], again: rx.Var[bool]) -> tuple[rx.Var[str], rx.Var[bool]]:
    """Pass the token, and whether it is repeated for another process."""
    return token, again


class LinkToken(Script):
    """Passes the token of a mailed link (or an empty text) to `on_token` and removes it from the URL."""

    library = import_path("link_token")
    tag = "LinkToken"
    ready: rx.Var[bool]
    on_token: rx.EventHandler[_link_token]
    """Takes the token, and whether it is repeated after a reconnect."""


class TimeZone(Script):
    """Passes the browser's time zone to `on_zone` if it is not the `known` one."""

    library = import_path("time_zone")
    tag = "TimeZone"
    known: rx.Var[str | None]
    on_zone: rx.EventHandler[rx.event.passthrough_event_spec(str)]


class Retry(Script):
    """Calls `on_due` after `seconds`; 0 means no wait. A new `number` starts a new wait."""

    library = import_path("departures")
    tag = "Retry"
    number: rx.Var[int]
    seconds: rx.Var[int]
    on_due: rx.EventHandler[rx.event.passthrough_event_spec(int)]
    """Takes the number."""


class Fresh(Script):
    """Renders its children afresh each time that `version` grows."""

    library = import_path("growth")
    tag = "Fresh"
    version: rx.Var[int]


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


class Reconnect(Script):
    """Leaves the page as it is after a reconnect until it is loaded again. Rendered at the root."""

    library = import_path("reconnect")
    tag = "Reconnect"


class UnloadGuard(Script):
    """Makes the browser ask before it closes the tab of an active LeaveGuard. Rendered at the root."""

    library = import_path("leave_guard")
    tag = "UnloadGuard"


class EarlyClick(Script):
    """Repeats the press of a button that was pressed before the scripts ran. Rendered at the root."""

    library = import_path("loading")
    tag = "EarlyClick"


class MissedScript(Script):
    """Opens the wanted page with a full load if an upgrade has removed its script. Rendered at the root."""

    library = import_path("loading")
    tag = "MissedScript"


def _report(kind: rx.Var[str], seconds: rx.Var[int]) -> tuple[rx.Var[str], rx.Var[int]]:
    """Pass the kind of event and the seconds."""
    return kind, seconds


class Attention(Script):
    """Reports that the page was left, or that a text was pasted, while `active`."""

    library = import_path("attempt")
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


class Watch(Script):
    """Calls `on_look` when the user comes back to the page, and now and then while they look at it."""

    library = import_path("watch")
    tag = "Watch"
    on_look: rx.EventHandler[rx.event.no_args_event_spec]


class SaveState(Script):
    """Shows the text in `words` for saving, saved, retrying, failed, reconnecting or offline.

    A change is shown as being saved until `handled_change` has reached its number (AnswerForm).
    """

    library = import_path("attempt")
    tag = "SaveState"
    state: rx.Var[str]
    handled_change: rx.Var[int]
    reconnecting: rx.Var[bool]
    words: rx.Var[dict[str, str]]


class NavigationProgress(Script):
    """Shows a bar while the next page or the answer to a click takes a while. Rendered at the root."""

    library = import_path("navigation")
    tag = "NavigationProgress"
    label: rx.Var[str]
    waiting_label: rx.Var[str]
    bar_class_name: rx.Var[str]


class PageTitle(Script):
    """Sets the document's title to `text` while the component is rendered, unless `text` is empty."""

    library = import_path("navigation")
    tag = "PageTitle"
    text: rx.Var[str]


class RouteAnnouncer(Script):
    """Focuses the heading of each new page and announces the page's title. Rendered at the root."""

    library = import_path("navigation")
    tag = "RouteAnnouncer"


class Countdown(Script):
    """A timer that counts down from the server's value; announced at thresholds and when pressed."""

    library = import_path("countdown")
    tag = "Countdown"
    seconds_left: rx.Var[int]
    seconds_total: rx.Var[int]
    running: rx.Var[bool]
    urgent_class_name: rx.Var[str]
    spoken_class_name: rx.Var[str]
    words: rx.Var[dict[str, Any]] = rx.Var.create(_WORDS)
    """For the time that is left; the script fills in what is in braces."""
    on_expire: rx.EventHandler[rx.event.no_args_event_spec]


class LanguageLink(Script):
    """A link to the page that is being shown, below the `prefix` of another language."""

    library = import_path("language")
    tag = "LanguageLink"
    prefix: rx.Var[str]
    lang: rx.Var[str]
    href_lang: rx.Var[str]


class LanguageChange(Script):
    """Opens the page in the `wanted` language, unless that is empty, and calls `on_arrive` there."""

    library = import_path("language")
    tag = "LanguageChange"
    wanted: rx.Var[str]
    choice: rx.Var[int]
    """Counts the choices, so that one whose page did not load can be made again."""
    prefix: rx.Var[str]
    """What the paths of pages in the wanted language begin with."""
    on_arrive: rx.EventHandler[rx.event.no_args_event_spec]


class SessionInAllTabs(Script):
    """Applies a sign-out in every tab: removes emptied keys from local storage and leaves protected pages."""

    library = import_path("signing_out")
    tag = "SessionInAllTabs"
    token: rx.Var[str | None]
    user: rx.Var[str]
    """The user's id; empty without one. The page is loaded again when another user takes over."""
    payment_redirect: rx.Var[str | None]
    authenticated: rx.Var[bool]
    unconfirmed: rx.Var[bool]
    """Whether the signed-in user's email is not confirmed."""
    guarded: rx.Var[bool]


class OfflineSignOut(Script):
    """Signs out without a connection: shows `text` alone, and opens `home` when the connection is back."""

    library = import_path("signing_out")
    tag = "OfflineSignOut"
    text: rx.Var[str]
    home: rx.Var[str]


def _file_answer(status: rx.Var[int], answer: rx.Var[str]) -> tuple[rx.Var[int], rx.Var[str]]:
    """Pass the HTTP status and the body."""
    return status, answer


class FileDrop(Script):
    """Sends a file that is dropped here, or chosen in an input inside, to `url`. Shows its children."""

    library = import_path("file_drop")
    tag = "FileDrop"
    url: rx.Var[str]
    max_bytes: rx.Var[int]
    over_class_name: rx.Var[str]
    """Class names while a file is above it."""
    on_start: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the name of the file."""
    on_answer: rx.EventHandler[_file_answer]
    """Takes the HTTP status (0 without an answer, 413 if the file is too large to send) and the body."""


class DeviceShare(Script):
    """A button of the device's own dialog for sharing, where there is one. Shows its children."""

    library = import_path("device_share")
    tag = "DeviceShare"
    text: rx.Var[str]
    url: rx.Var[str]


class TextFile(Script):
    """Puts the text of the file that is chosen in an input inside into a text area."""

    library = import_path("text_file")
    tag = "TextFile"
    target: rx.Var[str]
    """The id of the text area."""
    max_characters: rx.Var[int]
    words: rx.Var[dict[str, str]]
    """For `large` (too much text) and `other` (no text)."""


class NumberScanner(Script):
    """A button that reads a certificate's QR code with the camera. Shows its children above the button."""

    library = import_path("number_scanner")
    tag = "NumberScanner"
    # Loaded when it is needed, in browsers that cannot read codes themselves.
    lib_dependencies: list[str] = component_field(default_factory=lambda: ["qr@0.7.0"])
    words: rx.Var[dict[str, str]]
    """For `about` (at first), `start`, `stop`, `hint`, `other` (codes of other things), `refused` (camera),
    `unloaded` (the decoder) and `video`."""
    button_class_name: rx.Var[str]
    video_class_name: rx.Var[str]
    hint_class_name: rx.Var[str]
    on_found: rx.EventHandler[rx.event.passthrough_event_spec(str)]
    """Takes the number."""


import_path("find_answers")  # AnswerSearch imports it.


class AnswerSearch(Script):
    """Shows those of its children that contain what is typed into its first child, a field.

    The second child is shown while nothing is typed, the third if nothing is found, and the fourth, a
    heading, above what is found. The others are the `answers`, which say what each contains, and headings
    between them.
    """

    library = import_path("answer_search")
    tag = "AnswerSearch"
    answers: rx.Var[list[Any]]
    """One for each child after the fourth: `subject` and `text`, or None for a heading."""
    stop_words: rx.Var[str]
    """Common words that the search ignores."""
    one: rx.Var[str]
    many: rx.Var[str]


class MissedPage(Script):
    """Shows its children once if the URL ends with `#` and the `hash`, which it then removes from the URL."""

    library = import_path("navigation")
    tag = "MissedPage"
    hash: rx.Var[str]


class ReasonInUrl(Script):
    """Shows the text for the reason in the URL's query; nothing before the scripts run, or without a text.

    The state knows the URL later, so another text would be shown before.
    """

    library = import_path("navigation")
    tag = "ReasonInUrl"
    texts: rx.Var[list[list[str]]]
    """Lists of a reason, the beginning of the path to return to, and the text. The first that fits counts."""
    otherwise: rx.Var[str]
    """The text without a reason."""


class LoadedScreen(Script):
    """Shows its first child if `path` is that of the browser's URL, and its second until then."""

    library = import_path("navigation")
    tag = "LoadedScreen"
    path: rx.Var[str]


class RunningAttempt(Script):
    """Shows its first child in a tab that continues a running attempt, and its second in others."""

    library = import_path("attempt")
    tag = "RunningAttempt"
