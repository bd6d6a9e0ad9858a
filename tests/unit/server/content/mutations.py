"""Good items with one thing changed, and what the loader says of them."""

from typing import Any

import yaml

from tests.unit.server.content.author import Author, Change, Tree, blueprint, item, options

Mutation = tuple[str, Change, str]
"""The item's format, what is changed, and what is said of it."""
OTHER = {"id": "other", "title": "Other", "items": 1}


def drop(name: str) -> Change:
    return lambda tree: tree.pop(name)


def put(name: str, value: Any) -> Change:
    return lambda tree: tree.update({name: value})


def within(name: str, *path: Any, value: Any) -> Change:
    def change(tree: Tree) -> None:
        place = tree[name]
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value

    return change


def add_option(id_: str) -> Change:
    return lambda tree: tree["options"].extend(options(id_))


def check_named(author: Author, mutation: Mutation) -> None:
    """The fault is named with its file and item, and so is nothing else."""
    item_format, change, message = mutation
    bad = item(item_format)
    change(bad)
    author.write(bad)
    author.blueprint_file.write_text(
        yaml.safe_dump(blueprint(topics=[{"id": "basics", "title": "B", "items": 19}, OTHER]))
    )
    (author.folder / "other.yaml").write_text(yaml.safe_dump([item(number=90, topic="other")]))
    place = f"rust/basics.yaml: {bad.get('id', 'item 1')}: "
    faults = author.faults()
    assert any(fault.startswith(place) and message in fault for fault in faults)
    # A key may be a list or a mapping, so a malformed one is told what is wrong with it as either.
    assert all(fault.startswith(f"{place}{'key.' if len(faults) > 1 else ''}") for fault in faults)
