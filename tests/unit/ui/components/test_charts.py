"""Charts and scores with their intervals."""

from dataclasses import dataclass
from typing import Any

import reflex as rx

from webdev_certs.ui.components.charts import score_intervals


@dataclass
class _Topic:
    title: str
    note: str
    score: int
    low: int
    high: int


@dataclass
class _Technology:
    topics: list[_Topic]
    cut_score: int


def test_the_cut_score_of_a_row_is_not_hidden_by_its_topics() -> None:
    # In the browser, the entry of an inner list hides an outer entry of the same name, and its cut score.
    technologies = rx.Var("technologies", _var_type=list[_Technology])

    rendered = rx.foreach(
        technologies, lambda row: score_intervals(row.topics, row.cut_score, caption="", notes="")
    ).render()

    outer = rendered["arg_name"]
    inner = _arg_names(rendered["children"])
    assert len(inner) == 2
    assert outer not in inner


def _arg_names(rendered: Any) -> list[str]:
    """Return the names of the entries of all lists in what Reflex rendered."""
    if isinstance(rendered, dict):
        own = [rendered["arg_name"]] if "arg_name" in rendered else []
        return own + [name for value in rendered.values() for name in _arg_names(value)]
    if isinstance(rendered, list):
        return [name for value in rendered for name in _arg_names(value)]
    return []
