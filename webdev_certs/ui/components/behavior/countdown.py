"""The timer of an attempt, and its words."""

from typing import Any

import reflex as rx
from babel import Locale

from webdev_certs.shared.translation import _, current_language, ngettext
from webdev_certs.ui.components.behavior.script import Script, import_path

_NUMBERS = {Locale.parse(current_language()).plural_form(number): number for number in range(200)}
"""Category of numbers that have a form of their own in the language, such as `one` or `other` → one of them
(https://cldr.unicode.org/index/cldr-spec/plural-rules)."""

_WORDS = {
    "minutes": {form: ngettext("{n} minute", "{n} minutes", at, n="{n}") for form, at in _NUMBERS.items()},
    "seconds": {form: ngettext("{n} second", "{n} seconds", at, n="{n}") for form, at in _NUMBERS.items()},
    "both": _("{minutes} and {seconds}"),
    "left": _("{time} left"),
    "up": _("Time is up"),
    "over": _("Time is up. The test ends now."),
    "title": _("Time left"),
    "label": _("Time left: {time}. Press to hear it."),
}


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
