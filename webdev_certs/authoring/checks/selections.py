"""What tells true from false statements of a selection model without knowledge of their matter."""

import math
from collections.abc import Iterator

from webdev_certs.authoring.checks.options import hedge_of, visible_length
from webdev_certs.server.content.item_models.selections import SelectionModel

LONGEST_STATEMENT = 140
"""Visible characters: three lines on a phone."""
SHORTEST_SHARE = 0.5
"""The shortest statement, as a share of the longest."""
MOST_LONGEST = 1.6
"""How many times as often as by chance the key may be the longest option."""
HEDGES = 2
"""With so many true statements that hedge, a false one must hedge too."""


def selection_faults(model: SelectionModel) -> Iterator[str]:
    """Find statements that differ in length, and true ones that their length or a hedge tells."""
    lengths = {each.text: visible_length(each.text) for each in model.statements}
    if not lengths:
        return
    longest, shortest = max(lengths.values()), min(lengths.values())
    if longest > LONGEST_STATEMENT:
        yield f"a statement has {longest} characters, at most {LONGEST_STATEMENT} are wanted"
    if shortest < SHORTEST_SHARE * longest:
        yield f"a statement has {shortest} characters and another one {longest}: no more than twice as many"
    if model.format == "single_choice":
        share = _longest_keys(model)
        if share > MOST_LONGEST / model.shown:
            yield (
                f"the key is the longest option in {100 * share:.0f}% of the instances;"
                f" {100 / model.shown:.0f}% are chance"
            )
    hedges = [hedge for each in model.statements if each.holds and (hedge := hedge_of(each.text))]
    if len(hedges) >= HEDGES and not any(hedge_of(each.text) for each in model.statements if not each.holds):
        yield f"only true statements hedge: {', '.join(map(repr, hedges))}"


def _longest_keys(model: SelectionModel) -> float:
    """Return the share of all selections whose key is longer than all other options; groups aside."""
    true = [visible_length(each.text) for each in model.statements if each.holds]
    false = [visible_length(each.text) for each in model.statements if not each.holds]
    others = model.shown - 1
    told = sum(math.comb(sum(other < key for other in false), others) for key in true)
    return told / len(true) / math.comb(len(false), others)
