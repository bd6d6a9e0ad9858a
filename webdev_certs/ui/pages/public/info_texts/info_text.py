"""The type of the texts of an information page."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

Section: TypeAlias = tuple[str, tuple[str | tuple[str, ...], ...]]
"""A heading and its parts: a string is a paragraph, a tuple is a list."""


Answer: TypeAlias = tuple[str, tuple[str | tuple[str, ...], ...], str]
"""A section that answers a question, and in its third place other words that people look for it with."""


@dataclass(frozen=True, kw_only=True)
class Group:
    """Answers about one subject."""

    id: str
    """The id of the heading, for links within the page."""
    heading: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, kw_only=True)
class InfoText:
    """The texts of one information page, in the Markdown of `ui.rendering.text`."""

    path: str
    title: str
    summary: str
    heading: str
    lead: str
    sections: tuple[Section, ...] = ()
    groups: tuple[Group, ...] = ()
    """A long page has its sections in groups."""
    updated: date | None = None
    """When the text last changed, if readers have to know."""
    is_legal: bool = False
    """Whether only the English version is binding, as its translations say."""
