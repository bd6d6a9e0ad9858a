"""Rows within rows: Reflex names the variable of a loop after its parameter."""

from collections.abc import Iterator
from typing import Any

from tests.unit.ui.rendered import made_pages


def _hidden(component: Any, outer: frozenset[str]) -> Iterator[str]:
    """Yield the names of loops that hide the name of a loop around them."""
    if hasattr(component, "render_fn"):
        name = component.render()["arg_name"]
        if name in outer:
            yield name
        outer |= {name}
    for child in component.children:
        yield from _hidden(child, outer)


def test_no_row_hides_the_row_around_it():
    hidden = {path: sorted(set(_hidden(page, frozenset()))) for path, page in made_pages().items()}
    assert {path: names for path, names in hidden.items() if names} == {}
