"""Items that ask almost the same in almost the same words."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations

from webdev_certs.authoring.checks.faults import fault_of
from webdev_certs.server.content.bank import Bank, Fault, TechnologyBank
from webdev_certs.server.content.format import Item

SAME = 0.60
"""Two items count as the same if the Jaccard similarity of their shingles is at least this."""
ALIKE = 0.40
SHINGLE = 3
"""How many tokens in a row make a shingle."""
COMMON = 25
"""Shingles in more items than this, such as "what does this", are ignored."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


def check_duplicates(bank: Bank) -> Iterator[Fault]:
    """Compare all items of the bank with each other by their text; a pair is reported at its second item."""
    owners = {item.id: technology for technology in bank.technologies.values() for item in technology.items}
    items = {item.id: item for technology in bank.technologies.values() for item in technology.items}
    for first, second, similarity in alike(items.values()):
        message = f"shares {100 * similarity:.0f}% of its text with {first}"
        yield fault_of(owners[second], items[second], message, warning=similarity < SAME)


def check_enemies(technology: TechnologyBank) -> Iterator[Fault]:
    """Find enemies that do not exist, so that a typing error does not let two enemies into one exam."""
    for family in technology.families.values():
        for enemy in family.enemies:
            if enemy not in technology.families or enemy == family.id:
                message = f"the enemy {enemy!r} is not another item or item model"
                yield Fault(technology.files[family.id], family.id, message)


def alike(items: Iterable[Item], least: float = ALIKE) -> Iterator[tuple[str, str, float]]:
    """Yield the ids of each pair of items with similar texts, and their similarity, from `least` to 1."""
    shingles = {item.id: _shingles(item) for item in items}
    holders: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for item_id, own in shingles.items():
        for shingle in own:
            holders[shingle].append(item_id)
    shared: Counter[tuple[str, str]] = Counter()
    for ids in holders.values():
        if len(ids) <= COMMON:
            shared.update(combinations(ids, 2))
    for (first, second), number in shared.items():
        similarity = number / (len(shingles[first]) + len(shingles[second]) - number)
        if similarity >= least:
            yield first, second, similarity


def _shingles(item: Item) -> set[tuple[str, ...]]:
    """Return the shingles of stem, code and options; without explanations, which learners see later."""
    parts = [item.stem, item.code.text if item.code else "", *(option.text for option in item.options)]
    parts += [match.text for match in item.matches]
    tokens = [_TOKEN.findall(part.lower()) for part in parts]
    return {
        tuple(part[at : at + SHINGLE])
        for part in tokens
        for at in range(max(1, len(part) - SHINGLE + 1))
        if part
    }
