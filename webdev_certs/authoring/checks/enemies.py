"""Items that must not be in the same exam."""

from collections.abc import Iterator

from webdev_certs.authoring.checks.places import fault_of
from webdev_certs.server.content.bank import Fault, TechnologyBank


def check_enemies(technology: TechnologyBank) -> Iterator[Fault]:
    """Find enemies that do not exist, so that a typing error does not let two enemies into one exam."""
    known = {item.id for item in technology.items}
    for item in technology.items:
        for enemy in item.enemies:
            if enemy not in known or enemy == item.id:
                yield fault_of(technology, item, f"the enemy {enemy!r} is not another item")
