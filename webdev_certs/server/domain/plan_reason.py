"""Check what a language model says about a daily plan before it is shown.

Nothing checks that it is right. But it is short and plain, and it has no number and no topic from elsewhere.
"""

import re
import unicodedata
from collections.abc import Iterable

from webdev_certs.server.domain.tutor_text import CheckedAnswer

MAX_LENGTH = 400
"""Characters of one or two short sentences."""
_MARKS = re.compile(r"[*_`\\]")
_MARKUP = re.compile(r"[<>\[\]{}|]|```|^\s*(?:#|[-+*]\s)", re.MULTILINE)
_NUMBER = re.compile(r"(?:(?<!\w)[-−])?\w*\d\w*(?:[^\w\s–-]\w*\d\w*)*")
"""A word with a digit, or a number with its sign and its decimals; both ends of a range."""
_NUMBER_WORD = re.compile(
    r"\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven|"
    r"eigh|nine)ty|hundred|thousand|zwei|drei|vier|fünf|sechs|sieben|acht|neun|elf|zwölf|\w*zehn|\w*(?:zwan|"
    r"vier|fünf|sech|sieb|acht|neun)zig|\w*dreißig|hundert|tausend)\b",
    re.IGNORECASE,
)
"""Numbers in words, in the languages of the product, without those that are also articles."""


def checked_reason(answer: str, given: str, other_topics: Iterable[str]) -> str:
    """Return an answer as plain text; empty if it must not be shown.

    Args:
        answer: What the model says.
        given: What the model was given. The answer may have no number that is not in it.
        other_topics: The titles of topics that the plan does not have. The answer may name none.
    """
    checked = CheckedAnswer(0)
    # Other forms of digits become usual ones.
    checked.feed(unicodedata.normalize("NFKC", answer))
    checked.finish()
    text = " ".join(_MARKS.sub("", checked.text).split())
    is_usable = (
        len(text) <= MAX_LENGTH
        and not checked.removed_links
        and not _MARKUP.search(checked.text)
        and set(_NUMBER.findall(text)) <= set(_NUMBER.findall(given))
        and not any(character.isnumeric() and not character.isdecimal() for character in text)
        and not _NUMBER_WORD.search(text)
        and not any(_names(text, title) for title in other_topics)
    )
    return text if is_usable else ""


def _names(text: str, title: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(title)}(?!\w)", text, re.IGNORECASE) is not None
