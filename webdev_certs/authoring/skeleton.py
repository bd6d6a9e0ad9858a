"""Write the skeleton of a new item: everything that can be known, and empty texts for the author."""

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import yaml

from webdev_certs.server.content.bank import TechnologyBank
from webdev_certs.server.content.format import Code, Executed, Pool
from webdev_certs.shared.technologies import BUILT_IN
from webdev_certs.shared.vocabulary import Difficulty, ItemFormat

_FIRST: dict[Pool, int] = {"practice": 1, "certification": 101, "pretest": 101}
_FIRST_OF_OTHER_BANKS = 501
_CHOICES = "abcd"
_ID = re.compile(r"^[- ] id: *(\S+)", re.MULTILINE)


@dataclass(frozen=True)
class Skeleton:
    """An item that its author has to complete."""

    id: str
    text: str
    """The entry of the file, as YAML."""
    empty: tuple[str, ...]
    """The fields that are still empty."""


def choose_topic(technology: TechnologyBank, pool: Pool) -> str:
    """Return the topic with the fewest items in a pool."""
    numbers = Counter(item.topic for item in technology.authored if item.pool == pool)
    return min(technology.topic_titles, key=lambda topic: numbers[topic])


def choose_file(technology: TechnologyBank, folder: Path, topic: str, pool: Pool) -> Path:
    """Return the file in a technology's folder that holds most items of a topic and pool, or a new one."""
    files = (
        technology.files[item.id] for item in technology.authored if (item.topic, item.pool) == (topic, pool)
    )
    found = Counter(file for file in files if folder in file.parents).most_common(1)
    return found[0][0] if found else folder / pool / f"{topic}.yaml"


def free_id(
    technology: TechnologyBank, folder: Path, topic: str, pool: Pool, released: Collection[str]
) -> str:
    """Return the id after the last one of a topic and pool; ids of items that are gone are not used again.

    Args:
        technology: What the bank holds.
        folder: The technology's folder. Banks outside of the product number their items from 501.
        topic: The topic.
        pool: The pool.
        released: The ids of all items that were ever released.
    """
    prefix = f"{technology.blueprint.technology}-{topic}-"
    # Items that are still incomplete are in the files, but not in the bank.
    written = (_ID.findall(file.read_text("utf-8")) for file in folder.rglob("*.yaml"))
    used = {*released, *technology.by_id, *chain.from_iterable(written)}
    own = [item.id for item in technology.authored if (item.topic, item.pool) == (topic, pool)]
    number = max(
        (int(item_id.removeprefix(prefix)) for item_id in own if item_id.startswith(prefix)), default=0
    )
    first = _FIRST[pool] if BUILT_IN in folder.parents else _FIRST_OF_OTHER_BANKS
    number = max(number + 1, first)
    while f"{prefix}{number:03}" in used:
        number += 1
    return f"{prefix}{number:03}"


def write_skeleton(
    technology: TechnologyBank,
    item_id: str,
    topic: str,
    pool: Pool,
    item_format: ItemFormat,
    difficulty: Difficulty,
) -> Skeleton:
    """Return a skeleton that is in order once its empty texts are filled in."""
    tree: dict[str, Any] = {
        "id": item_id,
        "version": 1,
        "topic": topic,
        "pool": pool,
        "difficulty": difficulty,
        "format": item_format,
        "stem": "",
    }
    run = _usual_run(technology) if item_format == "output" else None
    if item_format == "output":
        tree["code"] = {"language": run[0].language if run else "text", "text": ""}
    tree |= _answers(item_format, int(item_id[-3:]))
    tree |= {"reference": {"title": "", "url": ""}, "expected_seconds": 60}
    tree["evidence"] = (
        {"kind": "executed", "runtime": run[1].runtime, "version": run[1].version, "stdout": ""}
        if run
        else {"kind": "cited", "location": ""}
    )
    text = yaml.safe_dump([tree], sort_keys=False, allow_unicode=True, width=110)
    if item_format == "multiple_choice":
        text = text.replace("  stem: ''\n", "  stem: ''  # ends with: Choose all that apply.\n")
    return Skeleton(item_id, text, tuple(_empty_fields(tree)))


def _answers(item_format: ItemFormat, number: int) -> dict[str, Any]:
    """Return the fields of a format; the key moves on with each number, so that no place has it too often."""
    match item_format:
        case "single_choice" | "output":
            return {"options": _options(_CHOICES), "key": [_CHOICES[number % 4]]}
        case "multiple_choice":
            start = number % 4
            return {"options": _options("abcde"), "key": sorted("abcde"[at % 5] for at in (start, start + 2))}
        case "true_false":
            options = [{"id": id_, "text": id_.capitalize(), "explanation": ""} for id_ in ("true", "false")]
            return {"options": options, "key": ["true" if number % 2 else "false"]}
        case "fill_in":
            return {"accept": [""], "explanation": ""}
        case "order_lines":
            return {"options": _options(_CHOICES), "key": list(_CHOICES)}
        case "match_pairs":
            matches = [{"id": f"m{place}", "text": ""} for place in range(1, 5)]
            return {"options": _options("abc"), "matches": matches, "key": {"a": "m1", "b": "m2", "c": "m3"}}


def _options(ids: str) -> list[dict[str, str]]:
    return [{"id": id_, "text": "", "explanation": ""} for id_ in ids]


def _usual_run(technology: TechnologyBank) -> tuple[Code, Executed] | None:
    """Return code and evidence of an item that runs as most items of the technology do."""
    executed = [
        (item.code, item.evidence)
        for item in technology.authored
        if item.code and isinstance(item.evidence, Executed)
    ]
    kinds = Counter((code.language, run.runtime, run.version) for code, run in executed)
    if not kinds:
        return None
    usual = kinds.most_common(1)[0][0]
    return next((code, run) for code, run in executed if (code.language, run.runtime, run.version) == usual)


def _empty_fields(part: Any, place: str = "") -> Iterator[str]:
    if part == "":
        yield place
    elif isinstance(part, dict | list):
        for name, value in part.items() if isinstance(part, dict) else enumerate(part):
            yield from _empty_fields(value, f"{place}.{name}".lstrip("."))
