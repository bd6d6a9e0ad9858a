"""The passwords that everybody tries first."""

import unicodedata
from functools import lru_cache

COMMONEST = 10_000
"""How many of them are refused."""


def is_common(password: str) -> bool:
    """Whether it is among the `COMMONEST` in any capitals, by the ranking that comes with `zxcvbn`.

    The first call reads the ranking, which takes some 50 ms.
    """
    return unicodedata.normalize("NFC", password).casefold() in _ranking()


@lru_cache
def _ranking() -> frozenset[str]:
    # Imported here, because it brings 15 MB of words that only new passwords need.
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(word.casefold() for word in FREQUENCY_LISTS["passwords"][:COMMONEST])
