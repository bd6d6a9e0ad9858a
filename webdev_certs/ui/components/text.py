"""Texts: authored text and code as the server renders them, English texts, sentences with components."""

from string import Formatter
from typing import Any

import reflex as rx

from webdev_certs.shared.translation import _
from webdev_certs.ui.components.behavior.script import Script, import_path
from webdev_certs.ui.components.styling import IN_ENGLISH, Child, Text, classes, unbroken


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


def rich_text(html: Text, **props: Any) -> rx.Component:
    """Render a text without paragraphs as a <span>.

    Args:
        html: Safe HTML from `ui.rendering.text.inline` or `printed`.
        **props: Passed on to the element.
    """
    name = classes("authored", props.pop("class_name", ""))
    return AuthoredText.create(html=html, inline=True, class_name=name, **props)


def prose(html: Text, **props: Any) -> rx.Component:
    """Render paragraphs and lists as a <div>.

    Args:
        html: Safe HTML from `ui.rendering.text.block`.
        **props: Passed on to the element.
    """
    name = classes("authored", props.pop("class_name", ""))
    return AuthoredText.create(html=html, inline=False, class_name=name, **props)


def code_block(html: Text, language: Text = "", *, of: Text = "", **props: Any) -> rx.Component:
    """Render lines of code with their numbers, colors, and a switch that wraps long lines.

    The same component shows code in tests, practice, results and on public pages. Its style is in
    assets/content.css.

    Args:
        html: Safe HTML from `ui.rendering.code.highlighted`.
        language: Name of the language, shown in the corner and read by screen readers.
        of: What the code belongs to, if the page shows several blocks. Screen readers say it at the switch.
        **props: Passed on to the block.
    """
    wrap = _("Wrap lines")
    named = isinstance(language, rx.Var) or language
    return CodeLines.create(
        html=html,
        heading=language,
        label=rx.Var.create(_("Code, {language}", language=language)) if named else _("Code"),
        wrap_label=wrap,
        wrap_name=rx.Var.create(f"{wrap}: {of}") if isinstance(of, rx.Var) or of else wrap,
        **props,
    )


def english(text: Text) -> Child:
    """Return an English text; on a page in another language, in an element with `lang="en"`.

    Technical names with a hyphen stay on one line.

    Args:
        text: The text, such as the name of a topic.
    """
    whole = unbroken(text)
    return rx.el.span(whole, **IN_ENGLISH) if IN_ENGLISH else whole


def sentence(message: str, /, **parts: Child) -> list[Child]:
    """Return the children that show a sentence with components in it; the translation decides on their order.

    For example `rx.el.p(*sentence(_("New here? {register}"), register=link(…)))`.

    Args:
        message: The translated sentence, with names in braces.
        **parts: What replaces the names: name → text or component.
    """
    children: list[Child] = []
    for text, name, _specification, _conversion in Formatter().parse(message):
        children += [text] if text else []
        children += [parts[name]] if name else []
    return children
