"""Families: the instances of one item model, which share its difficulty."""

import re

INSTANCE_DIGITS = 8
_INSTANCE = re.compile(rf"(?P<model>.+-m\d{{3}})-[0-9a-f]{{{INSTANCE_DIGITS}}}")


def family_of(item_id: str) -> str | None:
    """Return the id of the item model that an item is an instance of; None for an item of its own.

    The id contains the model's id, so this also works for instances that the bank no longer has.
    """
    found = _INSTANCE.fullmatch(item_id)
    return found["model"] if found else None


def is_model(item_id: str) -> bool:
    """Return whether an id is that of an item model."""
    return family_of(f"{item_id}-{'0' * INSTANCE_DIGITS}") == item_id
