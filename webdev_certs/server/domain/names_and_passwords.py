"""Rules for names and passwords."""

import unicodedata

from webdev_certs.server.domain.errors import InvalidInput, InvalidInputCode
from webdev_certs.shared.translation import _

MAX_NAME = 120
# Shorter parts of an email or a name occur in good passwords by chance.
_MIN_PERSONAL = 4
# Characters that reverse or isolate the text around them could make a certificate's name read as another.
_BIDI_CONTROLS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_name(name: str) -> str:
    """Return the name in Unicode form NFC with single spaces.

    Raises:
        InvalidInput: `invalid_name`: it has no letter, is too long, or has unprintable characters.
    """
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(char) in ("Cc", "Cs") or char in _BIDI_CONTROLS for char in name):
        raise InvalidInput(
            "invalid_name", _("The name contains characters that can’t be printed."), field="full_name"
        )
    if not any(char.isalpha() for char in name):
        raise InvalidInput("invalid_name", _("Enter your name."), field="full_name")
    if len(name) > MAX_NAME:
        raise InvalidInput(
            "invalid_name", _("The name can have at most {n} characters.", n=MAX_NAME), field="full_name"
        )
    return name


def check_password(password: str, *, email: str, full_name: str, min_length: int, max_length: int) -> None:
    """Refuse a password of the wrong length, or one that contains the account's email or name.

    It may contain neither the email nor its local part, and neither the name nor a word of it; parts shorter
    than four characters are ignored. There are no rules about kinds of characters (NIST SP 800-63B
    §3.1.1.2).

    Args:
        password: The password as typed.
        email: The account's email.
        full_name: The account's name.
        min_length: In characters of Unicode form NFC, in which the password is hashed.
        max_length: In the same unit.

    Raises:
        InvalidInput: `password_too_short`, `password_too_long`, `password_contains_email` or
            `password_contains_name`, each for field `password`.
    """
    length = len(unicodedata.normalize("NFC", password))
    if length < min_length:
        raise password_refusal("password_too_short", _("Use at least {n} characters.", n=min_length))
    if length > max_length:
        raise password_refusal("password_too_long", _("Use at most {n} characters.", n=max_length))
    compact_password, compact_email = _compact(password), _compact(email)
    local_part = compact_email.rpartition("@")[0]
    if compact_email in compact_password or _is_within(local_part, compact_password):
        raise password_refusal("password_contains_email", _("Your password can’t contain your email."))
    if any(_is_within(_compact(word), compact_password) for word in (full_name, *full_name.split())):
        raise password_refusal("password_contains_name", _("Your password can’t contain your name."))


def _compact(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())


def _is_within(part: str, compact: str) -> bool:
    return len(part) >= _MIN_PERSONAL and part in compact


def password_refusal(code: InvalidInputCode, message: str) -> InvalidInput:
    """Return the refusal of a new password, for field `password`."""
    return InvalidInput(code, message, field="password")
