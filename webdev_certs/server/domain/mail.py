"""What a mail to one person says."""

import unicodedata
from dataclasses import dataclass

# Not in any address that we accept (RFC 5322 §3.4.1 has them in quoted local parts alone): one of these could
# end the address, or make it two.
_NOT_IN_ADDRESSES = frozenset(' <>()[],;:"\\')


@dataclass(frozen=True)
class Message:
    """A mail to one person, as text and as HTML with the same content.

    Attributes:
        recipient: the address, without a name; its domain may be in Unicode.
        subject: one line.
        text: plain text.
        html: a whole HTML document.

    Raises:
        ValueError: the recipient is not a single address, or it or the subject holds what could end a header
            or a command to the mail server (CWE-93).
    """

    recipient: str
    subject: str
    text: str
    html: str

    def __post_init__(self) -> None:
        if not (_is_one_line(self.recipient) and _is_one_line(self.subject)):
            raise ValueError("the recipient and the subject of a mail are one line each")
        local_part, _, domain = self.recipient.rpartition("@")
        if not local_part or not domain or "@" in local_part or _NOT_IN_ADDRESSES & set(self.recipient):
            raise ValueError("the recipient of a mail is a single address")


def _is_one_line(text: str) -> bool:
    # Cs too: half a surrogate pair cannot be sent or stored.
    return not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)


def mask_address(address: str) -> str:
    """The address as its owner recognises it and nobody else learns it, e.g. `a•••@example.com`."""
    local_part, _, domain = address.rpartition("@")
    return f"{local_part[:1]}•••@{domain}"
