"""Options and keys: what each format needs, and what lets learners guess a key without knowledge."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from webdev_certs.authoring.checks.faults import CHOICE, fault_of, fault_of_all, percent, prose
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Item

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
INSTRUCTION = "Choose all that apply."
OPTIONS_OF_MULTIPLE_CHOICE = 5
MOST_TRUE_FALSE = 0.05
_SINGULAR = re.compile(r"\bwhich (?:one|(?:[\w-]+ ){0,2}[\w-]*[^s\W]) (?:is|does|has|was)\b", re.I)
_WORD = re.compile(r"[A-Za-z][A-Za-z]{3,}")
# Words too common to reveal which match belongs to a prompt.
_COMMON = re.compile(
    r"th(?:at|is|ese|ose|en|an|ey|eir|ere)|with|from|wh(?:en|at|ich|ile|ere)|have|been|into|onto|only|each|also|does"
    r"|values?|returns?|after|before"
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
        hedge = hedge_of(right.text)
        if hedge and not any(hedge_of(option.text) for option in item.options if option is not right):
            yield fault_of(technology, item, f"only the key says {hedge!r}", warning=True)


def check_multiple_choice(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that multiple-choice items have the same instruction, plural grammar and five options."""
    for item in technology.items:
        if item.format != "multiple_choice":
            continue
        stem = item.stem.strip()
        if not " ".join(stem.split()).endswith(INSTRUCTION):
            yield fault_of(technology, item, f"the stem of a multiple-choice item ends with {INSTRUCTION!r}")
        if found := _SINGULAR.search(prose(stem, "it")):
            yield fault_of(
                technology, item, f"{found[0]!r} suggests that only one option is right", warning=True
            )
        if len(item.options) != OPTIONS_OF_MULTIPLE_CHOICE:
            message = (
                f"a multiple-choice item has {OPTIONS_OF_MULTIPLE_CHOICE} options, not {len(item.options)}"
            )
            yield fault_of(technology, item, message, warning=True)


def check_match_pairs(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that items with pairs have a spare match, none twice, and no word that reveals a pair."""
    for item in technology.items:
        if item.format != "match_pairs":
            continue
        assert isinstance(item.key, dict)
        if len(item.matches) == len(set(item.key.values())):
            yield fault_of(technology, item, "match_pairs needs a match that belongs to no prompt")
        same: defaultdict[str, list[str]] = defaultdict(list)
        for match in item.matches:
            same[_squeezed(match.text)].append(match.id)
        for ids in same.values():
            if len(ids) > 1:
                # Learners cannot tell them apart, and only one of them counts as right.
                yield fault_of(technology, item, f"two matches have the same text: {', '.join(ids)}")
        for prompt, word in _telling_words(item):
            yield fault_of(technology, item, f"the word {word!r} is only in prompt {prompt} and in its match")


def check_true_false_share(technology: TechnologyBank) -> Iterator[Fault]:
    """Limit the share of true-or-false items, because half of all guesses are right."""
    number = sum(item.format == "true_false" for item in technology.items)
    if number > MOST_TRUE_FALSE * len(technology.items):
        share = percent(number, len(technology.items))
        yield fault_of_all(
            technology, f"{share} items are true_false, the limit is {100 * MOST_TRUE_FALSE:.0f}%"
        )


def _with_one_key(technology: TechnologyBank) -> list[Item]:
    return [item for item in technology.items if item.format in CHOICE]


def _key_place(item: Item) -> int:
    assert isinstance(item.key, tuple)
    return [option.id for option in item.options].index(item.key[0])


def key_is_longest(item: Item) -> bool:
    """Return whether the key is longer than every other option, counted in visible characters."""
    lengths = [visible_length(option.text) for option in item.options]
    key = lengths.pop(_key_place(item))
    return key > max(lengths)


def visible_length(text: str) -> int:
    """Return the number of characters that a learner sees: without backticks and further white space."""
    return len(_squeezed(text.replace("`", "")))


def hedge_of(text: str) -> str | None:
    """Return the first word such as "usually" or "may" outside of code."""
    found = _HEDGE.search(prose(text))
    return found[0] if found else None


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _telling_words(item: Item) -> Iterator[tuple[str, str]]:
    """Yield (prompt id, word) for each word that a prompt shares with its match and with no other."""
    assert isinstance(item.key, dict)
    of_match = {match.id: _content_words(match.text) for match in item.matches}
    times = Counter(word for words in of_match.values() for word in words)
    for option in item.options:
        shared = _content_words(option.text) & of_match[item.key[option.id]]
        yield from ((option.id, word) for word in sorted(shared) if times[word] == 1)


def _content_words(text: str) -> set[str]:
    words = {word.lower() for word in _WORD.findall(text)}
    return {word for word in words if not _COMMON.fullmatch(word)}
