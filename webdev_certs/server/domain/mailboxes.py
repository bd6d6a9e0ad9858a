"""Which emails reach the same mailbox, so that one person is not counted as several."""

from collections.abc import Mapping

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


def mailbox(email: str) -> str:
    """Return the same text for all emails of one mailbox.

    Only providers that are known to ignore dots or what follows a plus are treated so: elsewhere these may be
    other people's mailboxes.

    Args:
        email: A normalized email.
    """
    local, _, domain = email.casefold().rpartition("@")
    domain = _SAME.get(domain, domain)
    if domain in _PLUS:
        local = local.partition("+")[0]
    if domain in _DOTLESS:
        local = local.replace(".", "")
    return f"{local}@{domain}"
