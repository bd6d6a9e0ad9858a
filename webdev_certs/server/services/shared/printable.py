"""Texts by strangers, as operators may read them in a terminal."""

import unicodedata


def printable(text: str) -> str:
    """Return the text without control characters, which could change what an operator's terminal shows."""
    return "".join(c if unicodedata.category(c) not in ("Cc", "Cf", "Cs") else " " for c in text).strip()
