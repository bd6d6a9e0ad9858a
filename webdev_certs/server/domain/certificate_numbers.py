"""Certificate numbers such as `WDC-RE-7K3M-92QF-Z`: hard to guess, and checked for typing errors.

The last character is the check character over the thirteen before it, without hyphens. It detects every wrong
character and every swap of two neighbors.

Sources:
    Crockford, D. Base 32, https://www.crockford.com/base32.html – the alphabet, and which typed letters mean
        which digits.
    ISO/IEC 7064:2003, system MOD 37-2 – the check character.
"""

import re
from random import Random

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.shared.technologies import technologies
from webdev_certs.shared.translation import _

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PREFIX = "WDC"
CODES = {technology.id: technology.code for technology in technologies()}
OTHER_CODE = "XX"
"""For technologies that operators add with another question bank."""
_CODES = frozenset({*CODES.values(), OTHER_CODE})
_RANDOM = frozenset(ALPHABET)
_RANDOM_LENGTH = 8
_HEAD = len(_PREFIX) + 2
_LENGTH = _HEAD + _RANDOM_LENGTH + 1
_LOOKALIKES = str.maketrans("OIL", "011")
# All forms of hyphens, dashes and spaces, because numbers are copied from documents.
_SEPARATORS = re.compile(r"[\s\-_\u00ad\u200b\u2010-\u2015\u2212]+")
_MAX_TYPED = 64
_SPECIMEN = "SAMP1E"
"""Random parts that begin like this are reserved for specimens; a typed `SAMPLE` is read as this."""
# The characters by value; the 37th, `*`, can only be a check character.
_VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_VALUE = {character: value for value, character in enumerate(_VALUES)}


def new_number(technology: str, rng: Random) -> str:
    """Draw a number; each technology has about 9.5 × 10¹¹ of them.

    The random part has 40 bits. Numbers whose check character is not in Crockford's alphabet (`*`, I, L, O,
    U), about one in seven, are drawn again, because people could mistake it for a digit. Numbers that
    are reserved for specimens are drawn again too.

    Args:
        technology: A technology's id, such as `react`.
        rng: A secure source (`secrets.SystemRandom`).
    """
    head = _PREFIX + CODES.get(technology, OTHER_CODE)
    while True:
        body = head + "".join(rng.choices(ALPHABET, k=_RANDOM_LENGTH))
        check = check_character(body)
        if check in ALPHABET and not body.startswith(_SPECIMEN, _HEAD):
            return _canonical(body + check)


def specimen_number(technology: str) -> str:
    """Return the number of a technology's specimen certificate, e.g. `WDC-RE-SAMP-1E00-A`. It is never drawn.

    Raises:
        KeyError: The technology has no code of its own.
    """
    body = f"{_PREFIX}{CODES[technology]}{_SPECIMEN}00"
    return _canonical(body + check_character(body))


def parse_number(text: str) -> str:
    """Return the canonical form of a typed number.

    Case, spaces and hyphens do not matter; in the random part O is read as 0, and I and L as 1.

    Raises:
        InvalidInput: `certificate_too_short`: it begins like a number, and characters are missing.
            `certificate_mistyped`: no certificate can have this number.
    """
    compact = text[: _MAX_TYPED + 1].replace("-", "")
    if not compact.isalnum():
        # Only if needed, because it is slower.
        compact = _SEPARATORS.sub("", compact)
    compact = compact.upper()
    # The head consists of letters only, so its O, I and L are not read as digits.
    number = compact[:_HEAD] + compact[_HEAD:].translate(_LOOKALIKES)
    if _is_beginning(number):
        raise InvalidInput(
            "certificate_too_short",
            _("Some characters are missing. A certificate number has {n} characters.", n=_LENGTH),
            field="number",
        )
    if len(text) > _MAX_TYPED or not _is_number(number):
        raise InvalidInput(
            "certificate_mistyped",
            _("This isn’t a certificate number. Check it for typos."),
            field="number",
        )
    return _canonical(number)


def _is_beginning(number: str) -> bool:
    """Return whether this is a number without its end."""
    return (
        len(_PREFIX) < len(number) < _LENGTH
        and number.startswith(_PREFIX)
        and any(code.startswith(number[len(_PREFIX) : _HEAD]) for code in _CODES)
        and _RANDOM.issuperset(number[_HEAD:])
    )


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


def check_character(body: str) -> str:
    """Return the ISO 7064 MOD 37-2 check character of `body`.

    With the check character appended, the sum of the values, weighted with powers of two from the right, is 1
    modulo 37 (ISO/IEC 7064:2003, section 7).

    Args:
        body: Characters 0–9 and A–Z.

    Raises:
        KeyError: `body` contains another character.
    """
    remainder = 0
    for character in body:
        remainder = (remainder + _VALUE[character]) * 2 % 37
    return _VALUES[(1 - remainder) % 37]
