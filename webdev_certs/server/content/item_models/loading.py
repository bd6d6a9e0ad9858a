"""Put item models and their instances into the bank."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from webdev_certs.server.content.blueprint import Blueprint
from webdev_certs.server.content.files import Fault
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ItemModel
from webdev_certs.server.content.item_models.storing import instances_file, read_instances
from webdev_certs.server.content.placement import read_placed


def read_models(
    folder: Path, blueprint: Blueprint, seen: dict[str, Path], faults: list[Fault]
) -> Iterator[ItemModel]:
    """Read the item models of all YAML files in a folder; `seen` gets the file of each."""
    for path in sorted(folder.glob("*.yaml")):
        yield from read_placed(ItemModel, path, "item models", blueprint, seen, faults)


def choose_instances(
    models: Iterable[ItemModel], folders: Sequence[Path], faults: list[Fault]
) -> Mapping[Path, Sequence[Item]]:
    """Read the instances of each model from the first of the folders that has some of the model's version.

    Instances of former versions, and of models that are gone, are left alone: attempts keep theirs in the
    database.

    Returns:
        The instances by the file that holds them.
    """
    chosen: dict[Path, Sequence[Item]] = {}
    for model in models:
        for folder in folders:
            path = instances_file(folder, model.id)
            if not path.is_file():
                continue
            read = read_instances(path, faults)
            if there := [item for item in read if (item.model, item.version) == (model.id, model.version)]:
                chosen[path] = there
                break
    return chosen
