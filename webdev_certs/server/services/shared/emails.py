"""The one form in which emails are stored and compared."""

from email_validator import EmailNotValidError, validate_email

from webdev_certs.server.domain.errors import InvalidInput
from webdev_certs.shared.translation import _

_MAX_LENGTH = 254


def normalize_email(email: str) -> str:
    """Normalize an email: NFC, case-folded, the domain in Unicode.

    Does not check that the domain exists, which would need the network.

    Raises:
        InvalidInput: `invalid_email`: It is not an email (RFC 5321, RFC 6531).
    """
    try:
        normalized = validate_email(email, check_deliverability=False).normalized.casefold()
    except EmailNotValidError:
        normalized = ""
    # Case folding can lengthen the text: ΐ becomes three characters.
    if not 0 < len(normalized) <= _MAX_LENGTH:
        raise InvalidInput("invalid_email", _("Enter your email, like name@example.com."), field="email")
    return normalized
