"""Whether item models give enough good instances, and whether the public set is theirs."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from webdev_certs.authoring.checks.faults import CHOICE
from webdev_certs.authoring.checks.options import key_is_longest
from webdev_certs.authoring.execution import MissingRuntime
from webdev_certs.authoring.item_models.generating import COUNT, PUBLIC_SEED, generate
from webdev_certs.authoring.item_models.instances import BadInstance, draw_drafts
from webdev_certs.server.content.bank import Bank, Fault, TechnologyBank
from webdev_certs.server.content.format import Executed, Item
from webdev_certs.server.content.item_models.format import ItemModel

SMALLEST_SPACE = 1000
"""The fewest combinations of values of a model: two deployments then have few instances in common."""
_PARTS = re.compile(r"[^\W\d]+|\d+|\s+|.", re.DOTALL)


def check_families(bank: Bank) -> Iterator[Fault]:
    """Find models with too few distinct instances or values, and instances that a model no longer gives."""
    for technology in bank.technologies.values():
        for model in technology.models:
            for message, is_warning in _faults(technology, model):
                yield _fault(technology, model, message, is_warning)


def check_node_families(bank: Bank) -> Iterator[Fault]:
    """Run the models that need only Node, of which nothing is published, and check what they give.

    Raises:
        MissingRuntime: Node is not installed.
    """
    owners = {
        model.id: technology
        for technology in bank.technologies.values()
        for model in technology.models
        if model.run.runtime == "node" and not technology.instances(model.id)
    }
    models = [model for part in bank.technologies.values() for model in part.models if model.id in owners]
    for family in generate(models, PUBLIC_SEED):
        if family.missing_runtime:
            raise MissingRuntime(family.message)
        found = [(family.message, False)] if family.message else _cues(family.items)
        yield from (_fault(owners[family.model.id], family.model, *each) for each in found)


def with_samples(bank: Bank) -> Bank:
    """Return the bank with one instance of each model instead of all, for checks that compare items."""
    return Bank(
        replace(technology, items=(*technology.authored, *_first_of_each(technology)))
        for technology in bank.technologies.values()
    )


def _first_of_each(technology: TechnologyBank) -> Iterator[Item]:
    for model in technology.models:
        yield from technology.instances(model.id)[:1]


def _faults(technology: TechnologyBank, model: ItemModel) -> Iterator[tuple[str, bool]]:
    if model.space < SMALLEST_SPACE:
        yield f"has {model.space} combinations of values, {SMALLEST_SPACE} are wanted", True
    try:
        drafts = list(islice(draw_drafts(model, PUBLIC_SEED), COUNT))
    except BadInstance as fault:
        yield str(fault), False
        return
    if len(drafts) < COUNT:
        yield f"gives {len(drafts)} distinct instances, at least {COUNT} are wanted", False
    items = technology.instances(model.id)
    if not items:
        if model.run.runtime != "node":
            yield "has no instances: run `webdev-certs items generate --public`", False
        return
    if len(items) < COUNT:
        yield f"has {len(items)} instances, at least {COUNT} are wanted", False
    if len({(item.stem, item.code, item.options) for item in items}) < len(items):
        yield "two instances are the same", False
    if not all(isinstance(item.evidence, Executed) for item in items):
        yield "an instance was not executed", False
    known = {draft.id: draft for draft in drafts}
    if any(item.code != known[item.id].code for item in items if item.id in known):
        yield "changed after its instances were made: raise the version and generate them again", False
    yield from _cues(items)


def _cues(items: Sequence[Item]) -> Iterator[tuple[str, bool]]:
    """Find patterns that reveal the key of many instances to somebody who knows nothing."""
    choices = [item for item in items if item.format in CHOICE]
    longest = sum(map(key_is_longest, choices))
    if longest > len(choices) / 2:
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


def _fault(technology: TechnologyBank, model: ItemModel, message: str, is_warning: bool = False) -> Fault:
    return Fault(technology.files[model.id], model.id, message, is_warning)
