"""The check character of a certificate number, which detects typing errors.

Source:
    ISO/IEC 7064:2003, system MOD 37-2. It detects every wrong character and every swap of two neighbors.
"""

# The characters by value; the 37th, `*`, can only be a check character.
_VALUES = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*"
_VALUE = {character: value for value, character in enumerate(_VALUES)}


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
