"""Item models and their instances in files. Instances: one file a model, one instance a line, as JSON."""

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from webdev_certs.server.content.blueprint import Blueprint
from webdev_certs.server.content.files import Fault, messages, read_placed
from webdev_certs.server.content.format import Item
from webdev_certs.server.content.item_models.format import ItemModel

MODELS = "models"
"""Folder of a technology with its item models."""
INSTANCES = "instances"
"""Folder of a technology with the public set: instances made from `PUBLIC_SEED`."""


def instances_file(folder: Path, model: str) -> Path:
    """Return the path of a model's file in a folder of instances."""
    return folder / f"{model}.jsonl"


def write_instances(path: Path, items: Iterable[Item]) -> None:
    """Replace the instances of a model in one step, because a server may be starting."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(item.content(), ensure_ascii=False) for item in items]
    partial = path.with_name(f".{path.name}-{os.getpid()}")
    partial.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    partial.replace(path)


def read_instances(path: Path, faults: list[Fault]) -> list[Item]:
    """Read the instances of a model; what cannot be read is added to the faults."""
    items = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        try:
            items.append(Item.model_validate_json(line))
        except ValidationError as error:
            faults.extend(Fault(path, f"line {number}", message) for message in messages(error))
    return items


def has_instances(path: Path, version: int) -> bool:
    """Return whether a file holds instances of this version of its model; one file never mixes versions."""
    if not path.is_file():
        return False
    with path.open(encoding="utf-8") as lines:
        first = next(lines, "null")
    return (json.loads(first) or {}).get("version") == version


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
