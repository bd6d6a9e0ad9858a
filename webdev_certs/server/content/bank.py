"""Loads the bank; every fault is collected and named with its file and item."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from cachetools import LRUCache
from pydantic import BaseModel, ConfigDict, ValidationError

from webdev_certs.server.content.files import BankError, Fault, messages, read_placed, read_yaml
from webdev_certs.server.content.format import Blueprint, Item
from webdev_certs.server.content.item_models.format import Model, model_kind
from webdev_certs.server.content.item_models.making import BadInstance, make_instances
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.server.domain.families import family_of
from webdev_certs.shared.technologies import BUILT_IN, technologies
from webdev_certs.shared.translation import _

TECHNOLOGIES = tuple(technology.id for technology in technologies())
MODELS = "models"
"""Folder of a technology with its item models."""
REMEMBERED = 1024
"""How many instances of certification models are kept in memory: those that attempts are asking now.

That is twice as many as learners whom a process can bear; an instance takes about 5 KB.
"""
PRACTICE_INSTANCES = 12
"""How many instances of each practice model learners practice with."""

Family: TypeAlias = Item | Model
"""What an exam chooses: an item model, or an item, which is a family of one."""
NEIGHBORS_FILE = "neighbors.json"
"""The file with the nearest practice questions, in a technology's folder of a bank.

`webdev-certs items release` and `items neighbors` write it (authoring/checks/neighbors.py), because the
language model that compares texts is not part of the running product.
"""


@dataclass(frozen=True, eq=False)
class TechnologyBank:
    """One technology's blueprint, items and item models."""

    blueprint: Blueprint
    items: tuple[Item, ...]
    """The items that people wrote, and the instances of practice models."""
    files: Mapping[str, Path] = field(default_factory=dict, repr=False)
    """Id of an item or item model → the file that holds it, for those that were read from files."""
    blueprint_file: Path = Path("blueprint.yaml")
    models: tuple[Model, ...] = ()
    neighbors: Mapping[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """Id of a practice family → the nearest families in meaning. The bank may no longer have some of them."""

    @cached_property
    def authored(self) -> tuple[Item, ...]:
        """The items that people wrote, without instances of models."""
        return tuple(item for item in self.items if item.model is None)

    @cached_property
    def families(self) -> dict[str, Family]:
        """Id → the item models, and the items that people wrote."""
        return {each.id: each for each in (*self.models, *self.authored)}

    @cached_property
    def certification(self) -> dict[str, tuple[Family, ...]]:
        """Topic → its certification families, in the blueprint's order of topics."""
        return {
            topic.id: tuple(
                each
                for each in (*self.models, *self.authored)
                if each.pool == "certification" and each.topic == topic.id
            )
            for topic in self.blueprint.topics
        }

    @cached_property
    def pretest(self) -> tuple[Family, ...]:
        """The pretest families: used in exams, but not scored."""
        return tuple(each for each in self.families.values() if each.pool == "pretest")

    @cached_property
    def by_id(self) -> dict[str, Item]:
        """Item id → item."""
        return {item.id: item for item in self.items}

    @cached_property
    def practice(self) -> tuple[Item, ...]:
        """The practice items."""
        return tuple(item for item in self.items if item.pool == "practice")

    @cached_property
    def practice_families(self) -> dict[str, tuple[Item, ...]]:
        """Family id → its practice items: an item model's instances, or the item itself."""
        families: dict[str, list[Item]] = {}
        for item in self.practice:
            families.setdefault(family_of(item.id), []).append(item)
        return {family: tuple(items) for family, items in families.items()}

    @cached_property
    def topic_titles(self) -> dict[str, str]:
        """Topic id → title."""
        return {topic.id: topic.title for topic in self.blueprint.topics}


class Bank:
    """All technologies; immutable once loaded, except for what it remembers.

    Attributes:
        technologies: By id.
        seed: The deployment's secret, from which instances are made.
        used_up: Ids of models that had no new instance left when an exam asked for one.
    """

    def __init__(self, technologies: Iterable[TechnologyBank], seed: str = "") -> None:
        self.technologies = {bank.blueprint.technology: bank for bank in technologies}
        self.seed = seed
        self.used_up: set[str] = set()
        self._items = {
            (item.id, item.version): item for bank in self.technologies.values() for item in bank.items
        }
        self._instances: LRUCache[tuple[str, int], Item] = LRUCache(REMEMBERED)

    def get(self, technology: str) -> TechnologyBank:
        """Return the technology's part of the bank.

        Raises:
            NotFound: `unknown_technology`; `extra["technologies"]` lists those there are.
        """
        found = self.technologies.get(technology)
        if found is None:
            raise NotFound(
                "unknown_technology",
                _("We don’t have a certification for this technology. Choose another one."),
                technologies=list(self.technologies),
            )
        return found

    def item(self, item_id: str, version: int) -> Item | None:
        """Return the item in exactly this version, or None if neither the bank nor its memory holds it."""
        return self._items.get((item_id, version)) or self._instances.get((item_id, version))

    def remember(self, item: Item) -> None:
        """Keep an instance that an attempt is asking, so that saving its answer need not read it again."""
        self._instances[item.id, item.version] = item


def load_bank(extra_dirs: Sequence[Path] = (), seed: str = "") -> Bank:
    """Read the built-in bank and the banks of `extra_dirs`, which add items or whole technologies.

    Args:
        extra_dirs: Folders of other banks.
        seed: The deployment's secret, from which instances are made.

    Raises:
        BankError: Anything is wrong anywhere.
    """
    bank, faults = read_bank(extra_dirs, seed)
    if faults:
        raise BankError(faults)
    return bank


def read_bank(extra_dirs: Sequence[Path] = (), seed: str = "") -> tuple[Bank, list[Fault]]:
    """Read the same as `load_bank`, but return what is in order together with all faults."""
    faults: list[Fault] = []
    found: dict[str, _Found] = {}
    seen: dict[str, Path] = {}
    for root in (BUILT_IN, *extra_dirs):
        for folder in _technology_folders(root, faults):
            path = folder / "blueprint.yaml"
            if folder.name not in found:
                blueprint = _read_blueprint(path, faults)
                if blueprint is None:
                    continue
                found[folder.name] = _Found(blueprint, path)
            elif path.exists():
                faults.append(Fault(path, "", f"this technology's blueprint is {found[folder.name].file}"))
            _read_folder(folder, found[folder.name], seen, faults)
    banks = []
    for technology in found.values():
        practice = [model for model in technology.models if model.pool == "practice"]
        made = [item for model in practice for item in _practice_instances(model, seed, seen, faults)]
        files = {each.id: seen[each.id] for each in (*technology.models, *technology.items)}
        bank = TechnologyBank(
            technology.blueprint,
            (*technology.items, *made),
            files,
            technology.file,
            tuple(technology.models),
            technology.neighbors,
        )
        faults.extend(_quota_faults(bank, technology.file))
        banks.append(bank)
    return Bank(banks, seed), faults


def _practice_instances(
    model: Model, seed: str, files: Mapping[str, Path], faults: list[Fault]
) -> Iterator[Item]:
    try:
        for instance in islice(make_instances(model, seed, "practice"), PRACTICE_INSTANCES):
            yield instance.item
    except BadInstance as fault:
        faults.append(Fault(files[model.id], model.id, str(fault)))


@dataclass
class _Found:
    """What was read of one technology so far."""

    blueprint: Blueprint
    file: Path
    items: list[Item] = field(default_factory=list)
    models: list[Model] = field(default_factory=list)
    neighbors: dict[str, tuple[str, ...]] = field(default_factory=dict)


def _read_folder(folder: Path, into: _Found, seen: dict[str, Path], faults: list[Fault]) -> None:
    models = folder / MODELS
    for path in sorted(folder.rglob("*.yaml")):
        if path.name != "blueprint.yaml" and models not in path.parents:
            into.items.extend(read_placed(lambda _: Item, path, "items", into.blueprint, seen, faults))
    for path in sorted(models.glob("*.yaml")):
        into.models.extend(read_placed(model_kind, path, "item models", into.blueprint, seen, faults))
    if neighbors := read_neighbors(folder, faults):
        into.neighbors.update(neighbors.nearest)


def _technology_folders(root: Path, faults: list[Fault]) -> list[Path]:
    if not root.is_dir():
        faults.append(Fault(root, "", "is not a folder"))
        return []
    order = {name: place for place, name in enumerate(TECHNOLOGIES)}
    folders = [path for path in root.iterdir() if path.is_dir() and _is_bank(path)]
    return sorted(folders, key=lambda path: (order.get(path.name, len(order)), path.name))


def _is_bank(folder: Path) -> bool:
    return any(folder.rglob("*.yaml"))


def _read_blueprint(path: Path, faults: list[Fault]) -> Blueprint | None:
    if not path.is_file():
        faults.append(Fault(path, "", "is missing"))
        return None
    data = read_yaml(path, faults)
    if data is None:
        return None
    try:
        blueprint = Blueprint.model_validate(data)
    except ValidationError as error:
        faults.extend(Fault(path, "", message) for message in messages(error))
        return None
    if blueprint.technology != path.parent.name:
        faults.append(Fault(path, "", f"technology {blueprint.technology!r} is not the folder's name"))
    return blueprint


def _quota_faults(bank: TechnologyBank, path: Path) -> Iterator[Fault]:
    for topic in bank.blueprint.topics:
        there = len(bank.certification[topic.id])
        if there < topic.items:
            message = f"topic {topic.id!r} asks for {topic.items} certification items; the bank has {there}"
            yield Fault(path, "", message)


class Neighbors(BaseModel):
    """Which practice questions are nearest to each other in meaning, as `NEIGHBORS_FILE` has it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    digest: str
    """SHA-256 in hex of the families of the folder, as they were when the file was written."""
    nearest: Mapping[str, tuple[str, ...]]
    """Id of a practice family of the folder → the nearest families of its technology, the nearest first."""


def read_neighbors(folder: Path, faults: list[Fault]) -> Neighbors | None:
    """Return what the file in a technology's folder has, or None without a file or after adding a fault."""
    path = folder / NEIGHBORS_FILE
    if not path.is_file():
        return None
    try:
        return Neighbors.model_validate_json(path.read_bytes())
    except ValidationError:
        faults.append(Fault(path, "", "is malformed: delete it or write it again with `items neighbors`"))
        return None
