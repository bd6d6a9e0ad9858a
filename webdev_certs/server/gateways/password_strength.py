"""Passwords that are too easy to guess: the most common ones, and those that zxcvbn scores low."""

import threading
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

COMMONEST = 10_000
"""How many passwords of the ranking count as common."""
_WEAK = 2
"""Scores below this are refused: fewer than 10⁶ guesses (zxcvbn, Wheeler, USENIX Security 2016)."""
_PIECE = 24
"""How many characters are scored at once. The time grows so steeply that 128 can take 15 seconds."""
# zxcvbn keeps the words of the last call in a module variable.
_lock = threading.Lock()


def is_common(password: str) -> bool:
    """Return whether a password is among the `COMMONEST` of the ranking in `zxcvbn`, ignoring case.

    The first call reads the ranking, which takes about 50 ms.
    """
    return unicodedata.normalize("NFC", password).casefold() in _ranking()


def is_guessable(password: str, personal: Sequence[str] = ()) -> bool:
    """Return whether each piece of 24 characters of a password is easy to guess.

    Args:
        password: The password. Each piece takes a few milliseconds, and at worst half a second.
        personal: Words that others know of the user, such as the name.
    """
    from zxcvbn import zxcvbn

    text = unicodedata.normalize("NFC", password)
    pieces = [text[start : start + _PIECE] for start in range(0, len(text), _PIECE)]
    with _lock:
        return all(zxcvbn(piece, user_inputs=list(personal))["score"] < _WEAK for piece in pieces)


@lru_cache
def _ranking() -> frozenset[str]:
    # Imported here, because it loads 15 MB of words that only new passwords need.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word.casefold() for word in FREQUENCY_LISTS["passwords"][:COMMONEST])
