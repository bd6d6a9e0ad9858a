"""Loads the bank; every fault is collected and named with its file and item."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from pathlib import Path

from pydantic import ValidationError

from webdev_certs.server.content.blueprint import Blueprint
from webdev_certs.server.content.files import BankError, Fault, messages, read_placed, read_yaml
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.files import INSTANCES, MODELS, choose_instances, read_models
from webdev_certs.server.content.item_models.format import ItemModel
from webdev_certs.server.domain.errors import NotFound
from webdev_certs.shared.technologies import BUILT_IN, technologies
from webdev_certs.shared.translation import _

TECHNOLOGIES = tuple(technology.id for technology in technologies())


@dataclass(frozen=True, eq=False)
class TechnologyBank:
    """One technology's blueprint and items."""

    blueprint: Blueprint
    items: tuple[Item, ...]
    files: Mapping[str, Path] = field(default_factory=dict, repr=False)
    """Item id → the file that holds it, for those that were read from files."""
    blueprint_file: Path = Path("blueprint.yaml")
    models: tuple[ItemModel, ...] = ()

    @cached_property
    def authored(self) -> tuple[Item, ...]:
        """The items that people wrote, without instances of models."""
        return tuple(item for item in self.items if item.model is None)

    def instances(self, model: str) -> list[Item]:
        """Return the instances of a model that the bank holds."""
        return [item for item in self.items if item.model == model]

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
    def pretest(self) -> tuple[Item, ...]:
        """The pretest items: used in exams, but not scored."""
        return tuple(item for item in self.items if item.pool == "pretest")

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
        """Return the technology's part of the bank.

        Raises:
            NotFound: `unknown_technology`; `extra["technologies"]` lists those there are.
        """
        found = self.technologies.get(technology)
        if found is None:
            raise NotFound(
                "unknown_technology",
                _("There is no such technology. Choose one of those we certify."),
                technologies=list(self.technologies),
            )
        return found

    def item(self, item_id: str, version: int) -> Item | None:
        """Return the item in exactly this version, or None if the bank does not hold it."""
        return self._items.get((item_id, version))


def load_bank(extra_dirs: Sequence[Path] = (), generated: Path | None = None) -> Bank:
    """Read the built-in bank and the banks of `extra_dirs`, which add items or whole technologies.

    Args:
        extra_dirs: Folders of other banks.
        generated: Folder of the instances that this deployment has made; they replace the public ones.

    Raises:
        BankError: Anything is wrong anywhere.
    """
    bank, faults = read_bank(extra_dirs, generated)
    if faults:
        raise BankError(faults)
    return bank


def read_bank(extra_dirs: Sequence[Path] = (), generated: Path | None = None) -> tuple[Bank, list[Fault]]:
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
    for name, technology in found.items():
        own = [generated / name] if generated else []
        instances = choose_instances(technology.models, [*own, *technology.instances], faults)
        seen |= {item.id: path for path, items in instances.items() for item in items}
        items = (*technology.items, *chain.from_iterable(instances.values()))
        there = (*technology.models, *items)
        files = {each.id: seen[each.id] for each in there}
        bank = TechnologyBank(technology.blueprint, items, files, technology.file, tuple(technology.models))
        faults.extend(_quota_faults(bank, technology.file))
        banks.append(bank)
    return Bank(banks), faults


@dataclass
class _Found:
    """What was read of one technology so far."""

    blueprint: Blueprint
    file: Path
    items: list[Item] = field(default_factory=list)
    models: list[ItemModel] = field(default_factory=list)
    instances: list[Path] = field(default_factory=list)
    """Folders of public sets."""


def _read_folder(folder: Path, into: _Found, seen: dict[str, Path], faults: list[Fault]) -> None:
    models = folder / MODELS
    for path in sorted(folder.rglob("*.yaml")):
        if path.name != "blueprint.yaml" and models not in path.parents:
            into.items.extend(read_placed(Item, path, "items", into.blueprint, seen, faults))
    into.models.extend(read_models(models, into.blueprint, seen, faults))
    into.instances.append(folder / INSTANCES)


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
