"""Content that changed without a new version.

Attempts freeze items by id and version. A deployment keeps a version that it has stored, so content changed
under the same version would never reach its learners.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from webdev_certs.authoring.checks.faults import fault_of
from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import Bank, Fault, TechnologyBank
from webdev_certs.server.content.format import Item

Hashes = Mapping[str, Mapping[str, str]]
"""Item id → version → digest."""


def released_file() -> Path:
    """Return the path of the built-in bank's hash list."""
    return bank_module.BUILT_IN / "released.json"


def read_released() -> Hashes:
    """Read the hash list of released items; empty if there is none yet."""
    path = released_file()
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def check_released(technology: TechnologyBank, released: Hashes) -> Iterator[Fault]:
    """Find items whose content differs from the one released under the same version."""
    for item in technology.items:
        if was_changed(item, released):
            message = f"the content changed, but version {item.version} is released: raise the version"
            yield fault_of(technology, item, message)


def was_changed(item: Item, released: Hashes) -> bool:
    """Return whether this version of the item was released with other content."""
    return released.get(item.id, {}).get(str(item.version), item.digest) != item.digest


def is_released(item: Item, released: Hashes) -> bool:
    """Return whether this version of the item was released with this content."""
    return released.get(item.id, {}).get(str(item.version)) == item.digest


def unreleased(items: Iterable[Item], released: Hashes) -> list[Item]:
    """Return the items that are new or changed since the last release."""
    return [item for item in items if not is_released(item, released)]


def with_released(bank: Bank, released: Hashes) -> dict[str, dict[str, str]]:
    """Return the hash list with all items of the bank added; earlier versions stay.

    Raises:
        ValueError: The content of a released version changed; names the items.
    """
    items = [item for technology in bank.technologies.values() for item in technology.items]
    if changed := [item.id for item in items if was_changed(item, released)]:
        raise ValueError(f"raise the version of {', '.join(changed)}")
    added = {item_id: dict(versions) for item_id, versions in released.items()}
    for item in items:
        added.setdefault(item.id, {})[str(item.version)] = item.digest
    return added


def write_released(hashes: Hashes) -> None:
    """Write the hash list, sorted, so that a release changes few lines."""
    released_file().write_text(json.dumps(hashes, indent=1, sort_keys=True) + "\n", "utf-8")
