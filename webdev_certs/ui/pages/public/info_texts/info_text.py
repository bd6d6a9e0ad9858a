"""The type of the texts of an information page."""

from dataclasses import dataclass
from typing import TypeAlias

Section: TypeAlias = tuple[str, tuple[str | tuple[str, ...], ...]]
"""A heading and its parts: a string is a paragraph, a tuple is a list."""


@dataclass(frozen=True, kw_only=True)
class InfoText:
    """The texts of one information page, in the Markdown of `ui.rendering.text`."""

    path: str
    title: str
    summary: str
    heading: str
    lead: str
    sections: tuple[Section, ...]
    is_legal: bool = False
    """Whether only the English version is binding, which translations say at their end."""
