"""Plain English: sentence length, and phrases that have no place in an item."""

import re
from collections.abc import Iterator

from webdev_certs.authoring.checks.places import fault_of, prose, texts
from webdev_certs.server.content.bank import Fault, TechnologyBank

LONGEST_SENTENCE = 25
LONG_SENTENCE = 20
"""Words in a sentence of a stem; a code span counts as one."""
_SENTENCE_END = re.compile(r"(?<=[.?!:])[)\"”’]?\s+|\n\s*\n")
_WORD = re.compile(r"\w")

# Options are shuffled, so nothing may name one by its place or letter.
_PLACES_OF_OPTIONS = (
    r"(all|none|any|both|either) of the above",
    r"both [a-f] and [a-f]\b",
    # The small letter a alone may be an article: "this answers a call".
    r"(?:option|answer|choice)s? \(?(?-i:[A-Fb-f]|a(?= (?:and|or) [b-f]\b))\)?(?![\w'’-])",
    r"the (option|answer|choice) (above|below)",
)
# Idioms that a reader with school English has to guess, and what may name an option by its place.
_IDIOMS = (
    r"mend(s|ed|ing)?",
    r"cur(e|es|ed|ing)",
    r"out of the box",
    r"under the hood",
    r"on the fly",
    r"behind the scenes",
    r"in a nutshell",
    r"rules? of thumb",
    r"silver bullet",
    r"foot-?guns?",
    r"gotchas?",
    r"boils? down",
    r"kicks? in",
    r"for good measure",
    r"piece of cake",
    r"low-hanging",
    r"ballpark",
    r"bites? (you|us|back)",
    r"shoots? (yourself|oneself)",
    r"get(s|ting)? rid of",
    r"in the wild",
    r"the bottom line",
    r"at the end of the day",
    r"by the same token",
    r"falls? through the cracks",
    r"(first|second|third|fourth|fifth|last) (option|answer|choice)",
    r"up to speed",
    r"thereby",
    r"besides",
    r"meanwhile",
)
_NOT_ASKED = re.compile(r"\bwhich\b[^.?!]{0,60}\b(is|are|does|do|will|would|can) not\b[^.!]*\?", re.I)
_SHOUTED = re.compile(r"\b(NOT|EXCEPT)\b")
_ERRORS = re.compile(rf"\b({'|'.join(_PLACES_OF_OPTIONS)})", re.I)
_WARNINGS = re.compile(rf"\b({'|'.join(_IDIOMS)})\b", re.I)


def check_sentences(technology: TechnologyBank) -> Iterator[Fault]:
    """Find long sentences in stems."""
    for item in technology.items:
        for words, sentence in _sentences(item.stem):
            if words > LONG_SENTENCE:
                message = f"a sentence of the stem has {words} words: {' '.join(sentence.split()[:6])} …"
                yield fault_of(technology, item, message, warning=words <= LONGEST_SENTENCE)


def check_phrases(technology: TechnologyBank) -> Iterator[Fault]:
    """Find options named by letter or place, negative stems, and idioms."""
    for item in technology.items:
        for place, text in texts(item):
            plain = prose(text)
            if found := _ERRORS.search(plain):
                yield fault_of(technology, item, f"{place} says {found[0]!r}; options are shuffled")
            if found := _WARNINGS.search(plain):
                yield fault_of(
                    technology, item, f"{place} says {found[0]!r}: find plainer words", warning=True
                )
        stem = prose(item.stem)
        if found := _SHOUTED.search(stem):
            yield fault_of(technology, item, f"the stem has {found[0]!r} in capitals: ask for what is right")
        elif _NOT_ASKED.search(stem):
            yield fault_of(
                technology, item, "the stem asks what is not true: ask for what is right", warning=True
            )


def _sentences(text: str) -> Iterator[tuple[int, str]]:
    """Yield each sentence after its number of words."""
    for sentence in _SENTENCE_END.split(prose(text, "code")):
        if sentence and sentence.strip():
            yield sum(bool(_WORD.search(word)) for word in sentence.split()), sentence
