"""What lets learners guess a key without knowledge: its length, its place, its wording."""

import re
from collections import Counter
from collections.abc import Iterator

from webdev_certs.authoring.checks.places import CHOICE, fault_of, fault_of_all, percent
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Item, Option

MOST_LONGEST = 0.25
"""The largest share of items with one right option in which this option may be the longest."""
PLACES = (0.20, 0.30)
"""The smallest and largest share of four-option items whose key is at any one place."""
FEWEST_ITEMS = 40
"""With fewer items a share says little, so a share outside its limits is only a warning."""
FEWEST_WORDS = 4
"""Fewest words of an explanation."""
_HEDGE = re.compile(
    r"\b(usually|typically|generally|often|sometimes|may|might|can|could|probably|likely)\b", re.I
)


def check_explanations(technology: TechnologyBank) -> Iterator[Fault]:
    """Find explanations that explain nothing: too short, or the same for two options."""
    for item in technology.items:
        times = Counter(_squeezed(option.explanation) for option in item.options)
        for option in item.options:
            if len(option.explanation.split()) < FEWEST_WORDS:
                message = f"options.{option.id}.explanation has fewer than {FEWEST_WORDS} words"
                yield fault_of(technology, item, message)
            if times[_squeezed(option.explanation)] > 1:
                message = f"options.{option.id}.explanation is the same as that of another option"
                yield fault_of(technology, item, message)


def check_length_cue(technology: TechnologyBank) -> Iterator[Fault]:
    """Find out whether the longest option is the key too often."""
    items = _with_one_key(technology)
    longest = [item for item in items if key_is_longest(item)]
    if len(longest) > MOST_LONGEST * len(items):
        share, limit = percent(len(longest), len(items)), f"{100 * MOST_LONGEST:.0f}%"
        names = ", ".join(item.id for item in longest)
        message = f"the key is the longest option in {share} items, the limit is {limit}: {names}"
        yield fault_of_all(technology, message, warning=len(items) < FEWEST_ITEMS)


def check_positions(technology: TechnologyBank) -> Iterator[Fault]:
    """Find out whether the key of four-option items is at one place too often or too rarely."""
    items = [item for item in _with_one_key(technology) if len(item.options) == 4]
    places = Counter(_key_place(item) for item in items)
    for place, name in enumerate(("first", "second", "third", "fourth")):
        low, high = PLACES
        if items and not low * len(items) <= places[place] <= high * len(items):
            share, limits = percent(places[place], len(items)), f"{100 * low:.0f}–{100 * high:.0f}%"
            message = f"the key is the {name} of four options in {share} items, the limits are {limits}"
            yield fault_of_all(technology, message, warning=len(items) < FEWEST_ITEMS)


def check_hedging(technology: TechnologyBank) -> Iterator[Fault]:
    """Find keys that are the only option with a hedging word."""
    for item in _with_one_key(technology):
        right = item.options[_key_place(item)]
        hedge = _HEDGE.search(_words(right))
        if hedge and not any(_HEDGE.search(_words(option)) for option in item.options if option is not right):
            yield fault_of(technology, item, f"only the key says {hedge[0]!r}", warning=True)


def _with_one_key(technology: TechnologyBank) -> list[Item]:
    return [item for item in technology.items if item.format in CHOICE]


def _key_place(item: Item) -> int:
    assert isinstance(item.key, tuple)
    return [option.id for option in item.options].index(item.key[0])


def key_is_longest(item: Item) -> bool:
    """Return whether the key is longer than every other option, counted in visible characters."""
    lengths = [len(_squeezed(option.text.replace("`", ""))) for option in item.options]
    key = lengths.pop(_key_place(item))
    return key > max(lengths)


def _words(option: Option) -> str:
    return re.sub(r"`[^`]*`", " ", option.text)


def _squeezed(text: str) -> str:
    return " ".join(text.split())
