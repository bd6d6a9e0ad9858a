"""Certificate numbers such as `WDC-RE-7K3M-92QF-Z`: hard to guess, and typing errors show at once.

Sources:
    Crockford, D. Base 32, https://www.crockford.com/base32.html – the alphabet, and which letters stand for
        which digits when people type them.
    ISO/IEC 7064:2003, system MOD 37-2 – the check character over the thirteen characters before it, hyphens
        left out. It catches every single substitution and every swap of neighbours.
"""

import re
from random import Random

from webdev_certs.server.domain.errors import InvalidInput

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
# Values of ISO 7064 MOD 37-2; the 37th, `*`, can only be a check character.
_VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_VALUE = {character: value for value, character in enumerate(_VALUES)}
_PREFIX = "WDC"
CODES = {"react": "RE", "angular": "AN", "vue": "VU", "csharp": "CS", "java": "JA"}
# For technologies that an operator adds with a bank of their own.
OTHER_CODE = "XX"
_CODES = frozenset({*CODES.values(), OTHER_CODE})
_RANDOM = frozenset(ALPHABET)
_RANDOM_LENGTH = 8
_HEAD = len(_PREFIX) + 2
_LENGTH = _HEAD + _RANDOM_LENGTH + 1
_LOOKALIKES = str.maketrans("OIL", "011")
# Hyphens, dashes and spaces in whatever form a copy from a document brings them.
_SEPARATORS = re.compile(r"[\s\-_\u00ad\u200b\u2010-\u2015\u2212]+")
_MAX_TYPED = 64


def new_number(technology: str, rng: Random) -> str:
    """Draws a number: 40 random bits less one part in seven, so about 9.5 × 10¹¹ for each technology.

    Numbers whose check character is outside Crockford's alphabet (`*`, I, L, O, U) are drawn again: it could
    be mistaken for a digit.

    Args:
        technology: a technology's id, e.g. `react`.
        rng: a secure source (`secrets.SystemRandom`).
    """
    head = _PREFIX + CODES.get(technology, OTHER_CODE)
    while True:
        body = head + "".join(rng.choices(ALPHABET, k=_RANDOM_LENGTH))
        check = check_character(body)
        if check in ALPHABET:
            return _canonical(body + check)


def parse_number(text: str) -> str:
    """The canonical form of a number as someone typed it.

    Case, spaces and hyphens do not matter; in the random part O is read as 0, and I and L as 1.

    Raises:
        InvalidInput: `certificate_mistyped`: no certificate can have this number.
    """
    compact = _SEPARATORS.sub("", text[: _MAX_TYPED + 1]).upper()
    # The head is letters only, so nothing in it is a misread digit.
    number = compact[:_HEAD] + compact[_HEAD:].translate(_LOOKALIKES)
    if len(text) > _MAX_TYPED or not _is_number(number):
        raise InvalidInput(
            "certificate_mistyped",
            "This is not a certificate number: there is a typing error in it.",
            field="number",
        )
    return _canonical(number)


def check_character(body: str) -> str:
    """The ISO 7064 MOD 37-2 check character of `body`, which consists of 0–9 and A–Z.

    With it appended, the characters' values, weighted with powers of two from the right, add up to 1 modulo
    37 (ISO/IEC 7064:2003, section 7).

    Raises:
        KeyError: another character is in `body`.
    """
    remainder = 0
    for character in body:
        remainder = (remainder + _VALUE[character]) * 2 % 37
    return _VALUES[(1 - remainder) % 37]


def _is_number(number: str) -> bool:
    return (
        len(number) == _LENGTH
        and number[: len(_PREFIX)] == _PREFIX
        and number[len(_PREFIX) : _HEAD] in _CODES
        and _RANDOM.issuperset(number[_HEAD:])
        and check_character(number[:-1]) == number[-1]
    )


def _canonical(number: str) -> str:
    return "-".join((number[:3], number[3:5], number[5:9], number[9:13], number[13]))
