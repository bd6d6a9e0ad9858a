"""Helpers for class names, and the types of the components' props."""

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import reflex as rx

from webdev_certs.shared.translation import SOURCE_LANGUAGE, current_language

Text: TypeAlias = str | rx.Var[str]
Flag: TypeAlias = bool | rx.Var[bool]
Number: TypeAlias = float | rx.Var[Any]
Child: TypeAlias = rx.Component | rx.Var[Any] | str
Tone: TypeAlias = Literal["neutral", "accent", "success", "warning", "danger"]

IN_ENGLISH: Mapping[str, Any] = {} if current_language() == SOURCE_LANGUAGE else {"lang": SOURCE_LANGUAGE}
"""Props of elements whose content is in English on the pages of every language, such as questions."""


def classes(*parts: Text) -> Text:
    """Join class names.

    Args:
        *parts: Class names, or Vars of class names; empty ones are left out.

    Returns:
        One value for `class_name`: a string, or a Var if any part is a Var.
    """
    present = [part for part in parts if isinstance(part, rx.Var) or part]
    if not any(isinstance(part, rx.Var) for part in present):
        return " ".join(str(part) for part in present)
    return rx.Var.create(present).to(list[str]).join(" ")


def by_value(value: Text, table: Mapping[str, str]) -> Text:
    """Look up class names by a key, which may be known only in the browser.

    Args:
        value: The key, or a Var of it.
        table: Class names by key; an unknown key in the browser gets the first entry.

    Returns:
        The class names, or a Var of them.

    Raises:
        KeyError: If the key is a string and not in the table.
    """
    if isinstance(value, rx.Var):
        return rx.match(value, *table.items(), next(iter(table.values())))  # pyright: ignore[reportReturnType]
    return table[value]


def unbroken(text: Text) -> Text:
    """Return a text whose words with a hyphen (`v-model`) and ranges (420–520) stay on one line.

    Args:
        text: The text, which may be known only in the browser.

    Returns:
        The text with a word joiner after each hyphen and dash.
    """
    whole = text.to(str) if isinstance(text, rx.Var) else text
    return whole.replace("-", "-\N{WORD JOINER}").replace("–", "–\N{WORD JOINER}")


def is_set(value: Any) -> Any:
    """Return whether a text prop is not empty.

    Args:
        value: A string or a Var.

    Returns:
        A bool for a string, a Var for a Var: usable as the condition of `rx.cond`.
    """
    return value.to(str) != "" if isinstance(value, rx.Var) else bool(value)
