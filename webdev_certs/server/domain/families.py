"""Families: the instances of one item model, which share its difficulty."""

import re

_INSTANCE = re.compile(r"(?P<model>.+-m\d{3})-[0-9a-f]{8}")


def family_of(item_id: str) -> str | None:
    """Return the id of the item model that an item is an instance of; None for an item of its own.

    The id contains the model's id, so this also works for instances that the bank no longer has.
    """
    found = _INSTANCE.fullmatch(item_id)
    return found["model"] if found else None
