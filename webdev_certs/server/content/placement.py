"""Whether an item or item model belongs where it is written."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from webdev_certs.server.content.blueprint import Blueprint
from webdev_certs.server.content.format import Reference


class Placed(Protocol):
    """What an item and an item model have in common."""

    @property
    def id(self) -> str: ...
    @property
    def topic(self) -> str: ...
    @property
    def reference(self) -> Reference: ...


def placement_faults(entry: Placed, blueprint: Blueprint, seen: Mapping[str, Path]) -> Iterator[str]:
    """Find an id that is used or of another technology, an unknown topic, and a reference to another host.

    Args:
        entry: the item or item model.
        blueprint: of the technology in whose folder it is.
        seen: ids so far, with their files.
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
