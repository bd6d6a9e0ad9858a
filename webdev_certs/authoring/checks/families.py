"""Whether item models make enough good instances, and whether looks tell true from false statements."""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from webdev_certs.authoring.checks.code import code_size_faults
from webdev_certs.authoring.checks.faults import CHOICE
from webdev_certs.authoring.checks.options import hedge_of, key_is_longest, visible_length
from webdev_certs.server.content.bank import Bank, Fault
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import Model, ProgramModel
from webdev_certs.server.content.item_models.making import BadInstance, make_instances
from webdev_certs.server.content.item_models.selections import SelectionModel

MADE = 30
"""How many instances of each model are made and looked at."""
SMALLEST_SPACE = {True: 1000, False: 300}
"""The fewest combinations of values of a program model, and selections of a selection model: no two attempts
get the same instance, so a small family is soon used up."""
_SEED = "check"
_PARTS = re.compile(r"[^\W\d]+|\d+|\s+|.", re.DOTALL)
LONGEST_STATEMENT = 140
"""Visible characters: three lines on a phone."""
SHORTEST_SHARE = 0.5
"""The shortest statement, as a share of the longest."""
MOST_LONGEST = 1.6
"""How many times as often as by chance the key may be the longest option."""
HEDGES = 2
"""With so many true statements that hedge, a false one must hedge too."""


def check_families(bank: Bank) -> Iterator[Fault]:
    """Find models with few distinct instances, instances that fail, and patterns that reveal keys."""
    for technology in bank.technologies.values():
        for model in technology.models:
            for message, is_warning in _faults(model):
                yield Fault(technology.files[model.id], model.id, message, is_warning)


def with_samples(bank: Bank) -> Bank:
    """Return the bank with one instance of each model, for checks that compare items."""
    return _with(bank, lambda model: islice(_made(model), 1))


def with_all_texts(bank: Bank) -> Bank:
    """Return the bank with so many instances of each model that every text of it is shown."""
    return _with(bank, _showing_all)


def _with(bank: Bank, chosen: Callable[[Model], Iterable[Item]]) -> Bank:
    parts = (
        replace(
            technology,
            items=(*technology.authored, *chain.from_iterable(map(chosen, technology.models))),
        )
        for technology in bank.technologies.values()
    )
    return Bank(parts, bank.seed)


def _made(model: Model) -> Iterator[Item]:
    try:
        for instance in make_instances(model, _SEED):
            yield instance.item.model_copy(update={"enemies": model.enemies})
    except BadInstance:
        return  # `check_families` reports it.


def _showing_all(model: Model) -> Iterator[Item]:
    if isinstance(model, ProgramModel):
        yield from islice(_made(model), 1)
        return
    missing = {entry.explanation.strip() for entry in model.entries}
    for item in islice(_made(model), MADE):
        shown = {option.explanation for option in item.options}
        if shown & missing:
            yield item
        missing -= shown
        if not missing:
            return


def _faults(model: Model) -> Iterator[tuple[str, bool]]:
    least = SMALLEST_SPACE[isinstance(model, ProgramModel)]
    if model.space < least:
        yield f"has {model.space} combinations, {least} are wanted", True
    try:
        items = [instance.item for instance in islice(make_instances(model, _SEED), MADE)]
    except BadInstance as fault:
        yield str(fault), False
        return
    if len(items) < MADE:
        yield f"gives {len(items)} distinct instances, at least {MADE} are wanted", False
    for message in code_size_faults(items):
        yield message, True
    if isinstance(model, SelectionModel):
        yield from ((message, True) for message in _selection_faults(model))
    yield from _cues(items, isinstance(model, ProgramModel))


def _cues(items: Sequence[Item], by_length: bool) -> Iterator[tuple[str, bool]]:
    """Find patterns that reveal the key of many instances to somebody who knows nothing."""
    choices = [item for item in items if item.format in CHOICE]
    longest = sum(map(key_is_longest, choices))
    if by_length and longest > len(choices) / 2:
        yield f"the key is the longest option in {longest} of {len(choices)} instances", True
    different = sum(map(_key_looks_different, choices))
    if different > len(choices) / 2:
        yield f"the key alone is written differently in {different} of {len(choices)} instances", True


def _key_looks_different(item: Item) -> bool:
    """Return whether all distractors have one form, as in `1, 2; 3`, and the key has another."""
    forms = {option.id: _form(option.text) for option in item.options}
    key = forms.pop(next(iter(item.key or ())))
    return len(set(forms.values())) == 1 and key not in forms.values()


def _form(text: str) -> str:
    return "".join(
        "w" if part[0].isalpha() else "9" if part[0].isdigit() else part for part in _PARTS.findall(text)
    )


def _selection_faults(model: SelectionModel) -> Iterator[str]:
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
