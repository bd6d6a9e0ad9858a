"""What single formats ask of their items."""

import re
from collections import Counter
from collections.abc import Iterator

from webdev_certs.authoring.checks.places import fault_of, fault_of_all, percent, prose
from webdev_certs.server.content.bank import Fault, TechnologyBank
from webdev_certs.server.content.format import Item

INSTRUCTION = "Choose all that apply."
OPTIONS_OF_MULTIPLE_CHOICE = 5
MOST_TRUE_FALSE = 0.05
LONGEST_CODE = 30
WIDEST_CODE = 64
_SINGULAR = re.compile(r"\bwhich (?:one|(?:[\w-]+ ){0,2}[\w-]*[^s\W]) (?:is|does|has|was)\b", re.I)
_WORD = re.compile(r"[A-Za-z][A-Za-z]{3,}")
# Words too common to reveal which match belongs to a prompt.
_COMMON = re.compile(
    r"th(?:at|is|ese|ose|en|an|ey|eir|ere)|with|from|wh(?:en|at|ich|ile|ere)|have|been|into|onto|only|each|also|does"
    r"|values?|returns?|after|before"
)


def check_multiple_choice(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that multiple-choice items have the same instruction, plural grammar and five options."""
    for item in technology.items:
        if item.format != "multiple_choice":
            continue
        stem = item.stem.strip()
        if not stem.endswith(INSTRUCTION):
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
    """Check that items with pairs have a spare match, and no word that reveals a pair."""
    for item in technology.items:
        if item.format != "match_pairs":
            continue
        assert isinstance(item.key, dict)
        if len(item.matches) == len(set(item.key.values())):
            yield fault_of(technology, item, "match_pairs needs a match that belongs to no prompt")
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


def check_code_size(technology: TechnologyBank) -> Iterator[Fault]:
    """Check that code is short, and narrow enough for a phone."""
    for item in technology.items:
        lines = item.code.text.rstrip().splitlines() if item.code else []
        if len(lines) > LONGEST_CODE:
            yield fault_of(
                technology, item, f"the code has {len(lines)} lines, at most {LONGEST_CODE} are wanted", True
            )
        widest = max(map(len, lines), default=0)
        if widest > WIDEST_CODE:
            yield fault_of(
                technology, item, f"the code is {widest} columns wide, at most {WIDEST_CODE} are wanted", True
            )


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
