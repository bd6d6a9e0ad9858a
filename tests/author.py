"""An author of questions, with a folder to write a bank in."""

import copy
from pathlib import Path
from typing import Any

import yaml

from webdev_certs.server.content.bank import BankError, load_bank

Tree = dict[str, Any]
Mutation = tuple[str, Any, str]
"""A field such as `options.1.text`, its new value, and a part of the message about this fault."""
DROP = object()
"""Instead of a value: the field is missing."""


def options(*ids: str) -> list[Tree]:
    return [{"id": id_, "text": f"Option {id_}", "explanation": f"Why {id_}."} for id_ in ids]


def item(item_format: str = "single_choice", number: int = 1, **changes: Any) -> Tree:
    """Return a good item of a format, as an author writes it."""
    return {
        "id": f"rust-basics-{number:03}",
        "version": 1,
        "topic": "basics",
        "pool": "certification",
        "difficulty": "beginner",
        "format": item_format,
        "stem": "What is it?",
        "reference": {"title": "Book", "url": "https://doc.rust-lang.org/book/"},
        "expected_seconds": 60,
        "evidence": {"kind": "cited", "location": "first paragraph"},
        **copy.deepcopy(FORMATS[item_format]),
        **changes,
    }


def good_item(number: int = 1, **changes: Any) -> Tree:
    """Return an item that all checks accept, with other words than those of all other numbers."""
    names = [f"{word}{number}" for word in ("sensor", "garden", "parcel", "ticket")]
    choices = [
        {"id": id_, "text": f"It returns {name}", "explanation": f"The {name} call is made of parts."}
        for id_, name in zip("abcd", names, strict=True)
    ]
    stem = f"What does {names[0]} return for {names[1]} in {names[2]}?"
    tree = item("single_choice", number, stem=stem, options=choices, key=["abcd"[number % 4]])
    return {**tree, **changes}


def item_model(**changes: Any) -> Tree:
    """Return a good item model, as an author writes it, whose code runs in Node."""
    number = {"kind": "int", "min": 2, "max": 60}
    distractors = [
        {
            "misconception": "Operators are applied from left to right",
            "text": "{= (a - b) * factor =}",
            "edits": [{"find": "{= a =} - {= b =}", "replace": "({= a =} - {= b =})"}],
            "explanation": "Tempting because people read from left to right.",
        },
        {
            "misconception": "The factor belongs to the first number",
            "text": "{= a * factor - b =}",
            "explanation": "Tempting if the factor {= factor =} moved to the front.",
        },
        {
            "misconception": "The operands change places",
            "text": "{= b - a * factor =}",
            "code": "console.log({= b =} - {= a =} * {= factor =});",
            "explanation": "Tempting if the smaller number came first.",
        },
    ]
    return {
        "id": "rust-basics-m001",
        "version": 1,
        "topic": "basics",
        "pool": "certification",
        "difficulty": "intermediate",
        "format": "output",
        "parameters": {"a": number, "b": number, "factor": {"kind": "choice", "of": [2, 3, 5]}},
        "constraints": ["a > b"],
        "stem": "What does this program print?",
        "code": {"language": "js", "text": "console.log({= a =} - {= b =} * {= factor =});\n"},
        "run": {"runtime": "node"},
        "solve": "output = a - b * factor",
        "explanation": "The product {= b * factor =} is computed first, then the difference {= output =}.",
        "distractors": distractors,
        "reference": {"title": "Book", "url": "https://doc.rust-lang.org/book/"},
        "expected_seconds": 60,
        **copy.deepcopy(changes),
    }


def selection_model(**changes: Any) -> Tree:
    """Return a good item model that selects statements, as an author writes it."""
    evidence = {"kind": "cited", "location": "first paragraph"}
    words = (
        "sensor",
        "garden",
        "parcel",
        "ticket",
        "lantern",
        "harbor",
        "meadow",
        "engine",
        "pocket",
        "yard",
    )
    statements: list[Tree] = [
        {
            "text": f"{'True' if n < 7 else 'Lies'} about a {words[n % 10]} and a {words[(n + 3) % 10]} {n}",
            "holds": n < 7,
            "explanation": f"A {words[n % 10]} of kind {n} is described with a {words[(n * 3) % 10]}.",
            "evidence": evidence,
        }
        for n in range(17)
    ]
    for place, statement in enumerate(statements):
        if not statement["holds"]:
            statement["misconception"] = f"Mistake {place}"
    return {
        "kind": "selection",
        "id": "rust-basics-m002",
        "version": 1,
        "topic": "basics",
        "pool": "certification",
        "difficulty": "intermediate",
        "format": "single_choice",
        "shown": 4,
        "stem": "Which statement about things is right?",
        "statements": statements,
        "reference": {"title": "Book", "url": "https://doc.rust-lang.org/book/"},
        "expected_seconds": 60,
        **copy.deepcopy(changes),
    }


FORMATS: dict[str, Tree] = {
    "single_choice": {"options": options("a", "b", "c"), "key": ["a"]},
    "multiple_choice": {"options": options("a", "b", "c", "d"), "key": ["a", "b"]},
    "true_false": {"options": options("true", "false"), "key": ["true"]},
    "output": {
        "options": options("a", "b", "c"),
        "key": ["a"],
        "code": {"language": "js", "text": "console.log('Option a')"},
        "evidence": {"kind": "executed", "runtime": "node", "version": "24", "stdout": "Option a\n"},
    },
    "fill_in": {"accept": ["42"], "explanation": "It is."},
    "order_lines": {"options": options("a", "b", "c"), "key": ["b", "a", "c"]},
    "match_pairs": {
        "options": options("a", "b", "c"),
        "matches": [{"id": id_, "text": f"Match {id_}"} for id_ in "xyz"],
        "key": {"a": "x", "b": "y", "c": "z"},
    },
}


def blueprint(**changes: Any) -> Tree:
    return {
        "technology": "rust",
        "name": "Rust",
        "title": "Certified Rust Developer",
        "summary": "Rust.",
        "cut_score": 500,
        "minutes": 45,
        "official_hosts": ["doc.rust-lang.org"],
        "topics": [{"id": "basics", "title": "Basics", "items": 20}],
        **changes,
    }


def changed(tree: Tree, path: str, value: Any) -> Tree:
    """Set or drop one field of an item or item model; with the path "" the value holds several fields."""
    if not path:
        return tree | value
    place: Any = tree
    *steps, last = (int(step) if step.isdigit() else step for step in path.split("."))
    for step in steps:
        place = place[step]
    if value is DROP:
        del place[last]
    else:
        place[last] = value
    return tree


class Author:
    """A bank in the making: one technology in one folder."""

    def __init__(self, root: Path, technology: str = "rust") -> None:
        self.root = root
        self.folder = root / technology
        self.folder.mkdir(parents=True)
        self.items_file = self.folder / "basics.yaml"
        self.blueprint_file = self.folder / "blueprint.yaml"
        self.models_file = self.folder / "models" / "basics.yaml"

    def write(self, first: Any = None, **blueprint_changes: Any) -> None:
        """Write twenty good items, the first of them as given."""
        entries = [item(number=number) for number in range(1, 21)]
        if first is not None:
            entries[0] = first
        self.items_file.write_text(yaml.safe_dump(entries))
        self.blueprint_file.write_text(yaml.safe_dump(blueprint(**blueprint_changes)))

    def write_items(self, *first: Tree) -> None:
        """Write forty items that pass all checks, the first of them as given."""
        rest = [good_item(number) for number in range(len(first) + 1, 41)]
        self.items_file.write_text(yaml.safe_dump([*first, *rest]))

    def write_models(self, *models: Tree) -> None:
        """Write item models beside the items."""
        self.models_file.parent.mkdir(exist_ok=True)
        self.models_file.write_text(yaml.safe_dump(list(models)))

    def faults(self) -> list[str]:
        """Return the faults that the loader finds: `file: item: message`, with files relative to the bank."""
        try:
            load_bank([self.root])
        except BankError as error:
            return [line.replace(f"{self.root}/", "") for line in str(error).splitlines()]
        return []
