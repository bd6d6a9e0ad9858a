"""Loads the bank; every fault is collected and named with its file and item."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml
from pydantic import ValidationError

from webdev_certs.server.content.format import Blueprint, Item
from webdev_certs.server.domain.errors import NotFound

BUILT_IN = Path(__file__).parent / "questions"
TECHNOLOGIES = ("react", "angular", "vue", "csharp", "java")
# libyaml's parser where it is there: ten times as fast, the same safe subset.
_SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _Loader(_SafeLoader):
    """Refuses a field that is written twice, of which YAML's loaders keep the last in silence."""

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


class BankError(Exception):
    """The bank cannot be used.

    Attributes:
        faults: all of them, in file order.
    """

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@dataclass(frozen=True, eq=False)
class TechnologyBank:
    """One technology's blueprint and items."""

    blueprint: Blueprint
    items: tuple[Item, ...]
    files: Mapping[str, Path] = field(default_factory=dict, repr=False)
    """Item id → the file that holds it, for those that were read from files."""
    blueprint_file: Path = Path("blueprint.yaml")

    @cached_property
    def certification(self) -> dict[str, tuple[Item, ...]]:
        """Topic → its certification items, in the blueprint's order of topics."""
        return {
            topic.id: tuple(
                item for item in self.items if item.pool == "certification" and item.topic == topic.id
            )
            for topic in self.blueprint.topics
        }

    @cached_property
    def by_id(self) -> dict[str, Item]:
        """Item id → item."""
        return {item.id: item for item in self.items}

    @cached_property
    def practice(self) -> tuple[Item, ...]:
        """The practice items."""
        return tuple(item for item in self.items if item.pool == "practice")

    @cached_property
    def topic_titles(self) -> dict[str, str]:
        """Topic id → title."""
        return {topic.id: topic.title for topic in self.blueprint.topics}


class Bank:
    """All technologies; immutable once loaded."""

    def __init__(self, technologies: Iterable[TechnologyBank]) -> None:
        self.technologies = {bank.blueprint.technology: bank for bank in technologies}
        self._items = {
            (item.id, item.version): item for bank in self.technologies.values() for item in bank.items
        }

    def get(self, technology: str) -> TechnologyBank:
        """The technology's part of the bank.

        Raises:
            NotFound: `unknown_technology`; `extra["technologies"]` lists those there are.
        """
        found = self.technologies.get(technology)
        if found is None:
            raise NotFound(
                "unknown_technology",
                "There is no such technology. Choose one of those we certify.",
                technologies=list(self.technologies),
            )
        return found

    def item(self, item_id: str, version: int) -> Item | None:
        """The item in exactly this version, or None when the bank no longer holds it."""
        return self._items.get((item_id, version))


def load_bank(extra_dirs: Sequence[Path] = ()) -> Bank:
    """Read the built-in bank and the banks of `extra_dirs`, which add items or whole technologies.

    Raises:
        BankError: anything is wrong anywhere.
    """
    bank, faults = read_bank(extra_dirs)
    if faults:
        raise BankError(faults)
    return bank


def read_bank(extra_dirs: Sequence[Path] = ()) -> tuple[Bank, list[Fault]]:
    """Read the same as `load_bank`, but return what is in order together with all faults."""
    faults: list[Fault] = []
    blueprints: dict[str, tuple[Blueprint, Path]] = {}
    items: dict[str, list[Item]] = {}
    seen: dict[str, Path] = {}
    for root in (BUILT_IN, *extra_dirs):
        for folder in _technology_folders(root, faults):
            path = folder / "blueprint.yaml"
            if folder.name not in blueprints:
                blueprint = _read_blueprint(path, faults)
                if blueprint is None:
                    continue
                blueprints[folder.name] = blueprint, path
            elif path.exists():
                faults.append(Fault(path, "", f"this technology's blueprint is {blueprints[folder.name][1]}"))
            blueprint, _ = blueprints[folder.name]
            for path in sorted(folder.rglob("*.yaml")):
                if path.name != "blueprint.yaml":
                    items.setdefault(folder.name, []).extend(_read_items(path, blueprint, seen, faults))
    banks = []
    for name, (blueprint, path) in blueprints.items():
        there = items.get(name, [])
        bank = TechnologyBank(blueprint, tuple(there), {item.id: seen[item.id] for item in there}, path)
        faults.extend(_quota_faults(bank, path))
        banks.append(bank)
    return Bank(banks), faults


def _technology_folders(root: Path, faults: list[Fault]) -> list[Path]:
    if not root.is_dir():
        faults.append(Fault(root, "", "is not a folder"))
        return []
    order = {name: place for place, name in enumerate(TECHNOLOGIES)}
    folders = [path for path in root.iterdir() if path.is_dir() and any(path.glob("*.yaml"))]
    return sorted(folders, key=lambda path: (order.get(path.name, len(order)), path.name))


def _read_yaml(path: Path, faults: list[Fault]) -> Any:
    try:
        data = yaml.load(path.read_text("utf-8"), _Loader)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        faults.append(Fault(path, "", f"is not valid YAML: {' '.join(str(error).split())}"))
        return None
    if data is None:
        faults.append(Fault(path, "", "is empty"))
    return data


def _read_blueprint(path: Path, faults: list[Fault]) -> Blueprint | None:
    if not path.is_file():
        faults.append(Fault(path, "", "is missing"))
        return None
    data = _read_yaml(path, faults)
    if data is None:
        return None
    try:
        blueprint = Blueprint.model_validate(data)
    except ValidationError as error:
        faults.extend(Fault(path, "", message) for message in _messages(error))
        return None
    if blueprint.technology != path.parent.name:
        faults.append(Fault(path, "", f"technology {blueprint.technology!r} is not the folder's name"))
    return blueprint


def _read_items(
    path: Path, blueprint: Blueprint, seen: dict[str, Path], faults: list[Fault]
) -> Iterator[Item]:
    data = _read_yaml(path, faults)
    if data is None:
        return
    if not isinstance(data, list):
        faults.append(Fault(path, "", "must be a list of items"))
        return
    for place, entry in enumerate(data, start=1):
        name = entry.get("id") if isinstance(entry, dict) else None
        name = name if isinstance(name, str) else f"item {place}"
        try:
            item = Item.model_validate(entry)
        except ValidationError as error:
            faults.extend(Fault(path, name, message) for message in _messages(error))
            continue
        faults.extend(Fault(path, name, message) for message in _item_faults(item, blueprint, seen))
        seen.setdefault(item.id, path)
        yield item


def _item_faults(item: Item, blueprint: Blueprint, seen: dict[str, Path]) -> Iterator[str]:
    if item.id in seen:
        yield f"the id is already used in {seen[item.id]}"
    if not item.id.startswith(blueprint.technology + "-"):
        yield f"the id must start with {blueprint.technology}-"
    if item.topic not in {topic.id for topic in blueprint.topics}:
        yield f"topic {item.topic!r} is not in the blueprint"
    host = urlsplit(item.reference.url).hostname
    if host not in blueprint.official_hosts:
        yield f"the reference's host {host} is not one of the blueprint's official_hosts"


def _quota_faults(bank: TechnologyBank, path: Path) -> Iterator[Fault]:
    for topic in bank.blueprint.topics:
        there = len(bank.certification[topic.id])
        if there < topic.items:
            message = f"topic {topic.id!r} asks for {topic.items} certification items; the bank has {there}"
            yield Fault(path, "", message)


def _messages(error: ValidationError) -> Iterator[str]:
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"]))
        message = fault["msg"].removeprefix("Value error, ")
        yield f"{place}: {message}" if place else message
