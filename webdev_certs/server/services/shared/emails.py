"""The form in which emails are stored and compared, and which of them reach the same mailbox."""

from collections.abc import Mapping

from email_validator import EmailNotValidError, validate_email

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.shared.translation import _

_MAX_LENGTH = 254
_DOTLESS = frozenset({"gmail.com", "proton.me", "protonmail.com", "pm.me"})
"""Providers that ignore dots before the @."""
_PLUS = _DOTLESS | {
    "fastmail.com",
    "hotmail.com",
    "icloud.com",
    "live.com",
    "mac.com",
    "me.com",
    "msn.com",
    "outlook.com",
}
"""Providers that deliver everything after a plus to the mailbox before it."""
_SAME: Mapping[str, str] = {
    "googlemail.com": "gmail.com",
    "protonmail.com": "proton.me",
    "pm.me": "proton.me",
    "mac.com": "icloud.com",
    "me.com": "icloud.com",
}
"""Domain → the domain under which the same mailbox is known."""


def normalize_email(email: str) -> str:
    """Normalize an email: NFC, lower case, the domain in Unicode.

    Does not check that the domain exists, which would need the network.

    Raises:
        InvalidInput: `invalid_email`: It is not an email (RFC 5321, RFC 6531).
    """
    try:
        # Not case-folded: that would turn `ß` into `ss`, and straße.de and strasse.de belong to two people.
        normalized = validate_email(email, check_deliverability=False).normalized.lower()
    except EmailNotValidError:
        normalized = ""
    # Lower case can lengthen the text: İ becomes two characters.
    if not 0 < len(normalized) <= _MAX_LENGTH:
        raise InvalidInput("invalid_email", _("Enter your email, like name@example.com."), field="email")
    return normalized


def mailbox(email: str) -> str:
    """Return the same text for all emails of one mailbox.

    Only providers that are known to ignore dots or what follows a plus are treated so: elsewhere these may be
    other people's mailboxes.

    Args:
        email: A normalized email.
    """
    local, _, domain = email.lower().rpartition("@")
    domain = _SAME.get(domain, domain)
    if domain in _PLUS:
        local = local.partition("+")[0]
    if domain in _DOTLESS:
        local = local.replace(".", "")
    return f"{local}@{domain}"
