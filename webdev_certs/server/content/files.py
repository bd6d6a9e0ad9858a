"""Read the files of a bank, and name what is wrong with them, or in the wrong place."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self, TypeVar
from urllib.parse import urlsplit

import yaml
from pydantic import ValidationError

from webdev_certs.server.content.format import Blueprint, Reference

# libyaml's parser where it is there: ten times as fast, the same safe subset.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """Refuses a field that is written twice: YAML's loaders would silently keep the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        names = [key.value for key, _ in node.value]
        for place, (key, _) in enumerate(node.value):
            if key.value in names[:place]:
                raise yaml.constructor.ConstructorError(
                    None, None, f"{key.value!r} is written twice", key.start_mark
                )
        return super().construct_mapping(node, deep)


@dataclass(frozen=True)
class Fault:
    """What is wrong where; `item` is empty when the fault is the file's."""

    file: Path
    item: str
    message: str
    warning: bool = False
    """Worth a look, but the bank can be used."""

    def __str__(self) -> str:
        return ": ".join(part for part in (str(self.file), self.item, self.message) if part)


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


class BankError(Exception):
    """The bank cannot be used.

    Attributes:
        faults: All of them, in file order.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def read_yaml(path: Path, faults: list[Fault]) -> Any:
    """Return what a YAML file holds, or None after adding a fault."""
    try:
        data = yaml.load(path.read_text("utf-8"), _Loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        faults.append(Fault(path, "", f"is not valid YAML: {' '.join(str(error).split())}"))
        return None
    if data is None:
        faults.append(Fault(path, "", "is empty"))
    return data


def read_entries(path: Path, what: str, faults: list[Fault]) -> Iterator[tuple[str, Any]]:
    """Give the entries of a YAML list, each with its id, or with its place if it has none.

    Args:
        path: The file.
        what: The entries in words: "items".
        faults: Where faults are added.
    """
    data = read_yaml(path, faults)
    if data is None:
        return
    if not isinstance(data, list):
        faults.append(Fault(path, "", f"must be a list of {what}"))
        return
    for place, entry in enumerate(data, start=1):
        name = entry.get("id") if isinstance(entry, dict) else None
        yield (name if isinstance(name, str) else f"item {place}"), entry


def messages(error: ValidationError) -> Iterator[str]:
    """Give each fault that Pydantic found with the field it is in."""
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"]))
        empty = isinstance(fault["input"], str) and not fault["input"].strip()
        message = "is still empty" if empty else fault["msg"].removeprefix("Value error, ")
        yield f"{place}: {message}" if place else message


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
    kind_of: Callable[[Any], type[PlacedT]],
    path: Path,
    what: str,
    blueprint: Blueprint,
    seen: dict[str, Path],
    faults: list[Fault],
) -> Iterator[PlacedT]:
    """Read the entries of a YAML file that are valid.

    Args:
        kind_of: Returns the class of what an author wrote.
        path: The file.
        what: What its entries are, in words.
        blueprint: The blueprint of the technology in whose folder it is.
        seen: Ids so far, with their files; gets those of this file.
        faults: Gets what is wrong.
    """
    for name, tree in read_entries(path, what, faults):
        try:
            entry = kind_of(tree).model_validate(tree)
        except ValidationError as error:
            faults.extend(Fault(path, name, message) for message in messages(error))
            continue
        faults.extend(Fault(path, name, message) for message in placement_faults(entry, blueprint, seen))
        seen.setdefault(entry.id, path)
        yield entry
