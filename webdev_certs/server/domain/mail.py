"""A mail to one person, and when it is tried again if it could not be sent."""

import random
import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta

FIRST_PRACTICE_REMINDER = timedelta(days=1)
"""How long after they are switched on the first mail about due questions comes."""
PRACTICE_REMINDERS = timedelta(days=7)
"""The least time between two mails about due questions."""
EXPIRY_REMINDERS = (timedelta(days=60), timedelta(days=7))
"""How long before a certificate expires its holder is reminded."""
GIVE_UP_AFTER = timedelta(days=2)
_FIRST_PAUSE, _LONGEST_PAUSE = timedelta(seconds=30), timedelta(hours=2)
_JITTER = 0.25
"""Pauses differ by up to this share, so that mails that failed together are not tried again together."""

# Valid only in quoted local parts (RFC 5322 §3.4.1), which are not accepted: one of these
# characters could end the recipient's email or turn it into two.
_NOT_IN_EMAILS = frozenset(' <>()[],;:"\\')
_IS_URL = re.compile(r"https?://[!-;=?-~]{1,490}")
"""ASCII without spaces and angle brackets, which surround a URL in a header."""


@dataclass(frozen=True)
class Message:
    """A mail to one person, as text and as HTML with the same content.

    Attributes:
        recipient: The email, without a name; its domain may be in Unicode.
        subject: One line.
        text: Plain text.
        html: A whole HTML document.
        reply_to: The email that answers go to; empty for the sender.
        unsubscribe: The URL that switches mails of its kind off (RFC 8058); empty if nothing does.

    Raises:
        ValueError: The recipient or `reply_to` is not a single email, `unsubscribe` is not one URL, or one of
            them or the subject contains characters that could end a header or a command to the mail server
            (CWE-93).
    """

    recipient: str
    subject: str
    text: str
    html: str
    reply_to: str = ""
    unsubscribe: str = ""

    def __post_init__(self) -> None:
        if not all(map(_is_one_line, (self.recipient, self.reply_to, self.subject))):
            raise ValueError("the emails and the subject of a mail are one line each")
        if not _is_email(self.recipient):
            raise ValueError("the recipient of a mail is a single email")
        if self.reply_to and not _is_email(self.reply_to):
            raise ValueError("answers to a mail go to a single email")
        if self.unsubscribe and not _IS_URL.fullmatch(self.unsubscribe):
            raise ValueError("a mail is unsubscribed from at one http(s) URL")


def _is_one_line(text: str) -> bool:
    # Cs, because half a surrogate pair can be neither sent nor stored.
    return not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in text)


def _is_email(text: str) -> bool:
    local_part, _, domain = text.rpartition("@")
    return bool(local_part and domain) and "@" not in local_part and not _NOT_IN_EMAILS & set(text)


def mask_email(email: str) -> str:
    """Return the email in a form that only its owner recognizes, e.g. `a•••@example.com`."""
    local_part, _, domain = email.rpartition("@")
    return f"{local_part[:1]}•••@{domain}"


def next_try(created_at: datetime, tries: int, now: datetime, rng: random.Random) -> datetime | None:
    """Return when to try a mail again; None to give it up.

    The pauses double from half a minute to two hours.

    Args:
        created_at: When the mail was queued.
        tries: How often it was tried, at least once.
        now: The current time.
        rng: Source of randomness.
    """
    doubled = _FIRST_PAUSE * 2 ** min(tries - 1, 10)
    pause = min(doubled, _LONGEST_PAUSE) * rng.uniform(1 - _JITTER, 1 + _JITTER)
    return now + pause if now + pause <= created_at + GIVE_UP_AFTER else None
