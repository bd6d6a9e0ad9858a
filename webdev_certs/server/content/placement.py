"""Read items and item models, and check that they belong where they are written."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar
from urllib.parse import urlsplit

from pydantic import ValidationError

from webdev_certs.server.content.blueprint import Blueprint
from webdev_certs.server.content.files import Fault, messages, read_entries
from webdev_certs.server.content.format import Reference


class Placed(Protocol):
    """What an item and an item model have in common."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def reference(self) -> Reference: ...
    @classmethod
    def model_validate(cls, obj: Any, /) -> Self: ...


PlacedT = TypeVar("PlacedT", bound=Placed)


def placement_faults(entry: Placed, blueprint: Blueprint, seen: Mapping[str, Path]) -> Iterator[str]:
    """Find a repeated id, one of another technology, an unknown topic, and a reference to another host.

    Args:
        entry: The item or item model.
        blueprint: The blueprint of the technology in whose folder it is.
        seen: Ids so far, with their files.
    """
    if entry.id in seen:
        yield f"the id is already used in {seen[entry.id]}"
    if not entry.id.startswith(blueprint.technology + "-"):
        yield f"the id must start with {blueprint.technology}-"
    if entry.topic not in {topic.id for topic in blueprint.topics}:
        yield f"topic {entry.topic!r} is not in the blueprint"
    host = urlsplit(entry.reference.url).hostname
    if host not in blueprint.official_hosts:
        yield f"the reference's host {host} is not one of the blueprint's official_hosts"


def read_placed(
    kind: type[PlacedT],
    path: Path,
    what: str,
    blueprint: Blueprint,
    seen: dict[str, Path],
    faults: list[Fault],
) -> Iterator[PlacedT]:
    """Read the entries of a YAML file that are valid.

    Args:
        kind: The model of an entry.
        path: The file.
        what: What its entries are, in words.
        blueprint: The blueprint of the technology in whose folder it is.
        seen: Ids so far, with their files; gets those of this file.
        faults: Gets what is wrong.
    """
    for name, tree in read_entries(path, what, faults):
        try:
            entry = kind.model_validate(tree)
        except ValidationError as error:
            faults.extend(Fault(path, name, message) for message in messages(error))
            continue
        faults.extend(Fault(path, name, message) for message in placement_faults(entry, blueprint, seen))
        seen.setdefault(entry.id, path)
        yield entry
