"""What a name and a password must be like."""

import unicodedata

from webdev_certs.server.domain.errors import InvalidInput

MAX_NAME = 120
MIN_PASSWORD = 12
MAX_PASSWORD = 128
# Shorter parts of an address or name turn up in good passwords by chance.
_MIN_PERSONAL = 4
# Characters that reverse or isolate the text around them could make a certificate's name read as another.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str) -> str:
    """The name in Unicode form NFC with single spaces.

    Raises:
        InvalidInput: `invalid_name`: no letter in it, too long, or characters that cannot be printed.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(char) in ("Cc", "Cs") or char in _BIDI_CONTROLS for char in name):
        raise InvalidInput(
            "invalid_name", "The name holds characters that cannot be printed.", field="full_name"
        )
    if not any(char.isalpha() for char in name):
        raise InvalidInput("invalid_name", "Enter your name.", field="full_name")
    if len(name) > MAX_NAME:
        raise InvalidInput(
            "invalid_name", f"The name can have at most {MAX_NAME} characters.", field="full_name"
        )
    return name


def check_password(password: str, *, email: str, full_name: str) -> None:
    """Accepts any Unicode in the right length that does not give away whose password it is.

    It may hold neither the address nor its local part, and neither the name nor a word of it; parts of less
    than four letters are left alone.

    Length is counted in characters of form NFC, as `gateways.passwords` hashes it; there are no rules about
    kinds of characters (NIST SP 800-63B §3.1.1.2).

    Args:
        password: as typed.
        email: the account's address.
        full_name: the account's name.

    Raises:
        InvalidInput: `password_too_short`, `password_too_long`, `password_contains_email` or
            `password_contains_name`, each for field `password`.
    """
    length = len(unicodedata.normalize("NFC", password))
    if length < MIN_PASSWORD:
        raise password_refusal("too_short", f"Use at least {MIN_PASSWORD} characters.")
    if length > MAX_PASSWORD:
        raise password_refusal("too_long", f"Use at most {MAX_PASSWORD} characters.")
    compact = _compact(password)
    address = _compact(email)
    local_part = address.rpartition("@")[0]
    if address in compact or _is_within(local_part, compact):
        raise password_refusal("contains_email", "The password must not contain your email address.")
    if any(_is_within(_compact(word), compact) for word in (full_name, *full_name.split())):
        raise password_refusal("contains_name", "The password must not contain your name.")


def _compact(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def _is_within(part: str, compact: str) -> bool:
    return len(part) >= _MIN_PERSONAL and part in compact


def password_refusal(reason: str, message: str) -> InvalidInput:
    """Why a password is not accepted: code `password_<reason>`, for field `password`."""
    return InvalidInput(f"password_{reason}", message, field="password")
