"""Good items with one change, and the fault that the loader reports for each."""

from typing import Any

import yaml

from tests.author import Author, Change, Tree, blueprint, item, options

Mutation = tuple[str, Change, str]
"""The item's format, the change, and the message of the fault."""
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
    """Check that the loader names this fault with its file and item, and no other fault."""
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
    # A key may be a list or a mapping, so a malformed key has a fault for each of the two.
    assert all(fault.startswith(f"{place}{'key.' if len(faults) > 1 else ''}") for fault in faults)
