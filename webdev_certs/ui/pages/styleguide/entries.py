"""What the styleguide consists of: groups of entries, one for each component."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import reflex as rx

from webdev_certs.ui.components.styling import Child


@dataclass(frozen=True)
class Example:
    """A component in one state."""

    caption: str
    content: Child


@dataclass(frozen=True)
class Entry:
    """The examples of a component."""

    components: tuple[Callable[..., rx.Component], ...]
    """The functions that the examples call; those after the first are its parts."""
    examples: tuple[Example, ...]
    wide: bool = False
    """Whether the examples stand below each other."""


@dataclass(frozen=True)
class Group:
    """The entries of one area."""

    id: str
    title: str
    entries: tuple[Entry, ...]


def entry(
    *components: Callable[..., rx.Component], examples: Sequence[tuple[str, Child]], wide: bool = False
) -> Entry:
    """Return an entry.

    Args:
        *components: The functions that the examples call.
        examples: (caption, content) of each example.
        wide: Whether the examples stand below each other.
    """
    return Entry(components, tuple(Example(*example) for example in examples), wide)


def path_of(component: Callable[..., rx.Component]) -> str:
    """Return where a component is imported from, e.g. `webdev_certs.ui.components.button.button`."""
    return f"{component.__module__}.{component.__qualname__}"
