"""The most common passwords."""

import unicodedata
from functools import lru_cache

COMMONEST = 10_000
"""How many passwords of the ranking count as common."""


def is_common(password: str) -> bool:
    """Whether a password is among the `COMMONEST` of the ranking in `zxcvbn`, ignoring case.

    The first call reads the ranking, which takes about 50 ms.
    """
    return unicodedata.normalize("NFC", password).casefold() in _ranking()


@lru_cache
def _ranking() -> frozenset[str]:
    # Imported here, because it loads 15 MB of words that only new passwords need.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word.casefold() for word in FREQUENCY_LISTS["passwords"][:COMMONEST])
