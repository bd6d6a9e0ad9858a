"""What the styleguide consists of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import reflex as rx

from webdev_certs.ui.components.styling import Child


@dataclass(frozen=True)
class Entry:
    """A component in its states."""

    components: tuple[Callable[..., rx.Component], ...]
    """The functions that the examples call; those after the first are its parts."""
    examples: Mapping[str, Child]
    """Caption → the component in one state."""
    wide: bool = False
    """Whether the examples stand below each other."""

    @property
    def paths(self) -> list[str]:
        """Where the components are imported from, e.g. `webdev_certs.ui.components.button.button`."""
        return [f"{component.__module__}.{component.__qualname__}" for component in self.components]
