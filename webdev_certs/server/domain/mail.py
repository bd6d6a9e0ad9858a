"""A mail to one person."""

import unicodedata
from dataclasses import dataclass

# Valid only in quoted local parts (RFC 5322 §3.4.1), which we do not accept: one of these could end the
# recipient's email or turn it into two.
_NOT_IN_EMAILS = frozenset(' <>()[],;:"\\')


@dataclass(frozen=True)
class Message:
    """A mail to one person, as text and as HTML with the same content.

    Attributes:
        recipient: The email, without a name; its domain may be in Unicode.
        subject: One line.
        text: Plain text.
        html: A whole HTML document.

    Raises:
        ValueError: The recipient is not a single email, or it or the subject contains characters that could
            end a header or a command to the mail server (CWE-93).
    """

    recipient: str
    subject: str
    text: str
    html: str

    def __post_init__(self) -> None:
        if not (_is_one_line(self.recipient) and _is_one_line(self.subject)):
            raise ValueError("the recipient and the subject of a mail are one line each")
        local_part, _, domain = self.recipient.rpartition("@")
        if not local_part or not domain or "@" in local_part or _NOT_IN_EMAILS & set(self.recipient):
            raise ValueError("the recipient of a mail is a single email")


def _is_one_line(text: str) -> bool:
    # Cs, because half a surrogate pair can be neither sent nor stored.
    return not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)


def mask_email(email: str) -> str:
    """Return the email in a form that only its owner recognizes, e.g. `a•••@example.com`."""
    local_part, _, domain = email.rpartition("@")
    return f"{local_part[:1]}•••@{domain}"
