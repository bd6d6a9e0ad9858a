"""Plain English: sentence length, phrases that have no place in an item, and spelling (codespell)."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from webdev_certs.authoring.checks.faults import fault_of, prose, texts
from webdev_certs.authoring.execution.programs import MissingRuntime
from webdev_certs.server.content.bank import Bank, Fault, TechnologyBank
from webdev_certs.server.content.format import Item

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
DICTIONARIES = "clear,rare,en-GB_to_en-US"
# Correct terms that codespell reports as errors.
KNOWN = ("fo", "te", "nd", "ot", "thead", "statics", "invokable", "readd", "deques", "crate")
_FINDING = re.compile(r"^(?:.*/)?(?P<item>[^/:]+):(?P<line>\d+): (?P<wrong>.+) ==> (?P<right>.+)$")


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


def check_spelling(bank: Bank) -> Iterator[Fault]:
    """Find misspelled words outside code, and British spellings where American ones are wanted.

    Raises:
        MissingRuntime: Codespell is not installed.
    """
    if find_spec("codespell_lib") is None:
        raise MissingRuntime("the Python package codespell is not installed (a development dependency)")
    items = {
        item.id: (technology, item) for technology in bank.technologies.values() for item in technology.items
    }
    with tempfile.TemporaryDirectory() as folder:
        for item_id, (_, item) in items.items():
            Path(folder, item_id).write_text("\n".join(_lines(item)), "utf-8")
        options = ["--builtin", DICTIONARIES, "--ignore-words-list", ",".join(KNOWN), "--quiet-level", "39"]
        command = [sys.executable, "-m", "codespell_lib", *options, folder]
        printed = subprocess.run(command, capture_output=True, encoding="utf-8", check=False).stdout
    for found in filter(None, map(_FINDING.match, printed.splitlines())):
        technology, item = items[found["item"]]
        place, _ = list(texts(item))[int(found["line"]) - 1]
        yield fault_of(technology, item, f"{place}: {found['wrong']!r} is spelled {found['right']!r}")


def _lines(item: Item) -> Iterator[str]:
    """Yield one line for each text, so that the line number of a finding tells the text."""
    shows_code = item.format == "output"
    for place, text in texts(item):
        # The options of an output item are what a program prints.
        yield "" if shows_code and place.endswith(".text") else " ".join(prose(text).split())
