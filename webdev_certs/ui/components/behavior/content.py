"""Scripts that show content: authored text, code, a password's strength, answers, and placeholders."""

from typing import Any

import reflex as rx

from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.reflex_internals import component_field


class AuthoredText(Script):
    """Shows safe HTML (ui/rendering) in a <span> if `inline`, else in a <div>."""

    library = import_path("authored_text")
    tag = "AuthoredText"
    html: rx.Var[str]
    inline: rx.Var[bool]
    lang: rx.Var[str]
    """The language of the text, if it is not that of the page."""


class CodeLines(Script):
    """Shows lines of code from safe HTML (ui/rendering), with a switch that wraps them."""

    library = import_path("code_lines")
    tag = "CodeLines"
    html: rx.Var[str]
    label: rx.Var[str]
    heading: rx.Var[str]
    wrap_label: rx.Var[str]
    wrap_name: rx.Var[str]
    """The accessible name of the switch."""


class PasswordStrength(Script):
    """Shows how strong the password in the input with id `control` is, with one text in `words` per level."""

    library = import_path("password_strength")
    tag = "PasswordStrength"
    lib_dependencies: list[str] = component_field(
        default_factory=lambda: ["@zxcvbn-ts/core@4.2.0", "@zxcvbn-ts/language-common@4.1.3"]
    )
    control: rx.Var[str]
    shortest: rx.Var[int]
    refusal: rx.Var[str]
    words: rx.Var[dict[str, str]]
    level_class_names: rx.Var[dict[str, str]]


# The next script imports it.
import_path("find_answers")


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


class LoadedScreen(Script):
    """Shows its first child if `path` is that of the browser's URL, and its second until then."""

    library = import_path("loaded_screen")
    tag = "LoadedScreen"
    path: rx.Var[str]


class RunningAttempt(Script):
    """Shows its first child in a tab that continues a running attempt, and its second in others."""

    library = import_path("running_attempt")
    tag = "RunningAttempt"
