"""Content that changed without a new version.

Attempts freeze items by id and version. A deployment keeps a version that it has stored, so content changed
under the same version would never reach its learners.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from webdev_certs.server.content import bank as bank_module
from webdev_certs.server.content.bank import Bank, Family, Fault, TechnologyBank

Hashes = Mapping[str, Mapping[str, str]]
"""Id of an item or item model → version → digest."""


def released_file() -> Path:
    """Return the path of the built-in bank's hash list."""
    return bank_module.BUILT_IN / "released.json"


def read_released() -> Hashes:
    """Read the hash list of released items and item models; empty if there is none yet."""
    path = released_file()
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def check_released(technology: TechnologyBank, released: Hashes) -> Iterator[Fault]:
    """Find items and item models that differ from those released under the same version."""
    for family in technology.families.values():
        if was_changed(family, released):
            message = f"the content changed, but version {family.version} is released: raise the version"
            yield Fault(technology.files[family.id], family.id, message)


def was_changed(family: Family, released: Hashes) -> bool:
    """Return whether this version was released with other content."""
    return released.get(family.id, {}).get(str(family.version), family.digest) != family.digest


def unreleased(families: Iterable[Family], released: Hashes) -> list[Family]:
    """Return the items and item models that are new or changed since the last release."""
    return [each for each in families if released.get(each.id, {}).get(str(each.version)) != each.digest]


def with_released(bank: Bank, released: Hashes) -> dict[str, dict[str, str]]:
    """Return the hash list with all items and item models of the bank added; earlier versions stay.

    Raises:
        ValueError: The content of a released version changed; names what changed.
    """
    families = [each for technology in bank.technologies.values() for each in technology.families.values()]
    if changed := [each.id for each in families if was_changed(each, released)]:
        raise ValueError(f"raise the version of {', '.join(changed)}")
    added = {family_id: dict(versions) for family_id, versions in released.items()}
    for each in families:
        added.setdefault(each.id, {})[str(each.version)] = each.digest
    return added


def write_released(hashes: Hashes) -> None:
    """Write the hash list, sorted, so that a release changes few lines."""
    released_file().write_text(json.dumps(hashes, indent=1, sort_keys=True) + "\n", "utf-8")
