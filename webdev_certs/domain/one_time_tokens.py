"""What mailed links are for, and how long they are good."""

from datetime import timedelta
from typing import Literal

Purpose = Literal["confirm_address", "change_address", "reset_password"]

LIFETIMES: dict[Purpose, timedelta] = {
    "confirm_address": timedelta(days=1),
    "change_address": timedelta(days=1),
    # Whoever has it has the account, so it is good for as long as one looks for a mail just asked for.
    "reset_password": timedelta(minutes=30),
}
KEPT = timedelta(days=7)
"""How long after its end a token is remembered, to tell an old link from one that never was."""

CONFIRMING: tuple[Purpose, ...] = ("confirm_address", "change_address")
RESETTING: tuple[Purpose, ...] = ("reset_password",)


def minutes_good(purpose: Purpose) -> int:
    """How long a link is good, as its mail says."""
    return int(LIFETIMES[purpose].total_seconds() // 60)
