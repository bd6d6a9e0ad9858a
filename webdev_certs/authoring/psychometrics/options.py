"""Who chooses which option: curves by ability, and correlations with the score.

Options of instances are identified by what they stand for in the item model, because every instance shows
other texts in another order.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

import numpy as np

from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model, ProgramModel
from webdev_certs.server.content.item_models.making import Instance, distractor_text
from webdev_certs.server.content.item_models.rendering import render
from webdev_certs.server.content.item_models.selections import SelectionModel
from webdev_certs.server.domain.adaptive.items import Floats

FIFTHS = 5
KEY = "(key)"
LEAST = 5
"""With fewer answers in a fifth, its share is not shown."""


@dataclass(frozen=True)
class Named:
    """What an option stands for: its name, and whether it is right."""

    name: str
    right: bool


def name_options(
    item: Item, model: Model | None = None, instance: Instance | None = None
) -> dict[str, Named]:
    """Return for each option id what it stands for; nothing for formats without options to choose.

    Args:
        item: The item.
        model: The item model that it is an instance of; None for an item that a person wrote.
        instance: The instance with its values; program models need it.
    """
    if not isinstance(item.key, tuple) or item.format == "order_lines":
        return {}
    right = {option.id: option.id in item.key for option in item.options}
    if isinstance(model, SelectionModel):
        names = {each.text: each.misconception or each.text for each in model.statements}
    elif isinstance(model, ProgramModel) and instance:
        names = _names_of_program(item, model, instance)
    else:
        names = {option.text: option.id for option in item.options}
    return {
        option.id: Named(names.get(option.text, KEY if right[option.id] else "?"), right[option.id])
        for option in item.options
    }


def _names_of_program(item: Item, model: ProgramModel, instance: Instance) -> dict[str, str]:
    if model.statements:
        # By the statements' templates: their values differ.
        return {render(each.text, instance.values).strip(): each.text for each in model.statements}
    names: dict[str, str] = {}
    for distractor in model.distractors:
        names.setdefault(distractor_text(distractor, instance.values), distractor.misconception)
    return names | {option.text: KEY for option in item.options if option.id in (item.key or ())}


@dataclass(frozen=True)
class Choice:
    """What one learner was shown by one item, and chose.

    Attributes:
        score: The learner's score.
        shown: What the options stand for.
        chosen: The names of those chosen.
    """

    score: float
    shown: Iterable[Named]
    chosen: Collection[str]


@dataclass(frozen=True)
class OptionCurve:
    """How learners chose one option.

    Attributes:
        name: What the option stands for.
        right: Whether it is right.
        shown: How many learners were shown it.
        chosen: The share of them who chose it.
        correlation: Of choosing it with the score; below 0 for a good distractor. NaN if all or none did.
        fifths: The share who chose it in each fifth of the learners, the weakest first; NaN with fewer than
            `LEAST` answers.
    """

    name: str
    right: bool
    shown: int
    chosen: float
    correlation: float
    fifths: tuple[float, ...]

    @property
    def remark(self) -> str:
        """What an author should look at; empty if nothing."""
        if self.shown < 10 * FIFTHS:
            return ""
        # Beyond two standard errors of a correlation.
        doubt = 2 / self.shown**0.5
        if not self.right and self.correlation > doubt:
            return "attracts able learners"
        if self.right and self.correlation < -doubt:
            return "avoided by able learners"
        return "hardly chosen" if not self.right and self.chosen < 0.03 else ""


def option_curves(choices: Iterable[Choice], edges: Floats) -> list[OptionCurve]:
    """Return the curve of each option of one item, right ones first, then by frequency.

    Args:
        choices: Of the learners who answered the item.
        edges: The scores between the fifths of all learners (`fifth_edges`).
    """
    rows: defaultdict[Named, list[tuple[float, bool]]] = defaultdict(list)
    for choice in choices:
        for option in choice.shown:
            rows[option].append((choice.score, option.name in choice.chosen))
    curves = [_curve(option, np.array(own, dtype=np.float64), edges) for option, own in rows.items()]
    return sorted(curves, key=lambda curve: (not curve.right, -curve.chosen, curve.name))


def fifth_edges(scores: Iterable[float]) -> Floats:
    """Return the scores that divide the learners in fifths."""
    return np.quantile(np.fromiter(scores, dtype=np.float64), np.linspace(0, 1, FIFTHS + 1)[1:-1])


def _curve(option: Named, rows: Floats, edges: Floats) -> OptionCurve:
    score, chosen = rows.T
    fifth = np.searchsorted(edges, score, side="right")
    number = np.bincount(fifth, minlength=FIFTHS)
    shares = np.bincount(fifth, chosen, FIFTHS) / np.maximum(number, 1)
    varies = len(rows) > 2 and np.ptp(score) > 0 and np.ptp(chosen) > 0
    return OptionCurve(
        option.name,
        option.right,
        len(rows),
        float(chosen.mean()),
        float(np.corrcoef(score, chosen)[0, 1]) if varies else float("nan"),
        tuple(np.where(number >= LEAST, shares, np.nan).tolist()),
    )
