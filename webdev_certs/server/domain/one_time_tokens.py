"""What mailed links are for, and how long they are valid."""

from datetime import timedelta
from typing import Literal

Purpose = Literal["confirm_email", "change_email", "reset_password"]

LIFETIMES: dict[Purpose, timedelta] = {
    "confirm_email": timedelta(days=1),
    "change_email": timedelta(days=1),
    # This link grants access to the account, so it expires soon.
    "reset_password": timedelta(minutes=30),
}
KEPT = timedelta(days=7)
"""How long a token is kept after it expires, so that expired and unknown links get different errors."""

CONFIRMING: tuple[Purpose, ...] = ("confirm_email", "change_email")
RESETTING: tuple[Purpose, ...] = ("reset_password",)


def lifetime_minutes(purpose: Purpose) -> int:
    """Return how many minutes a link is valid."""
    return int(LIFETIMES[purpose].total_seconds() // 60)


def lifetime_hours(purpose: Purpose) -> int:
    """Return how many whole hours a link is valid."""
    return lifetime_minutes(purpose) // 60
